// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <iterator>

#include "miniapp/run/report/report.hpp"

namespace seafret {
namespace {

/// On a line of the terminal: what is longer could not be written over.
std::size_t room() {
  winsize size = {};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 200;
  return size.ws_col - 1U;
}

void tell(fmt::memory_buffer& line, const Clock& clock, double elapsed,
          const std::optional<Measure>& pulse) {
  const double done = clock.done();
  const auto end = std::back_inserter(line);
  fmt::format_to(end, "step {}", clock.step());
  if (clock.steps()) fmt::format_to(end, " of {}", *clock.steps());
  fmt::format_to(end, ", {:.0f} %, model time {}", 100 * done, duration(clock.time()));
  if (clock.step() == 0) return;
  fmt::format_to(end, ", {:.3g} s a step, {} to go", elapsed / static_cast<double>(clock.step()),
                 duration(elapsed * (1 - done) / done));
  if (!pulse) return;
  fmt::format_to(end, ", {} {:.3g}", pulse->name, pulse->value);
  if (!pulse->unit.empty()) fmt::format_to(end, " {}", pulse->unit);
}

}  // namespace

Progress::Style Progress::fitting() {
  return isatty(STDERR_FILENO) == 1 ? Style::terminal : Style::log;
}

Progress::Progress(Style style, const Clock& clock)
    : style_(style), begun_(Time::now()), next_(begun_) {
  if (style_ == Style::log) next_ += std::chrono::minutes(1);
  if (style_ == Style::terminal) show(clock);
}

Progress::~Progress() {
  if (width_ == 0) return;
  fmt::print(stderr, "\r{:{}}\r", "", width_);
  std::fflush(stderr);
}

void Progress::show(const Clock& clock, const std::optional<Measure>& pulse) {
  if (style_ == Style::none) return;
  const auto now = Time::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(style_ == Style::terminal ? 200 : 60000);
  const double elapsed = std::chrono::duration<double>(now - begun_).count();
  fmt::memory_buffer line;  // on the stack, unless a line is very long
  tell(line, clock, elapsed, pulse);
  std::string_view text(line.data(), line.size());
  if (style_ == Style::log) {
    fmt::print(stderr, "{}\n", text);
  } else {
    // Whatever is said next is said over it: a watch that ends the run clears nothing.
    text = text.substr(0, room());
    fmt::print(stderr, "\r{:{}}\r", text, width_);
    width_ = text.size();
  }
  std::fflush(stderr);
}

}  // namespace seafret
