// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <iterator>

#include "miniapp/run/report/report.hpp"

namespace seafret {
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

void Progress::show(const Clock& clock) {
  if (style_ == Style::none) return;
  const auto now = Time::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(style_ == Style::terminal ? 200 : 60000);
  const double elapsed = std::chrono::duration<double>(now - begun_).count();
  const double done = clock.done();
  fmt::memory_buffer line;  // on the stack, unless a line is very long
  fmt::format_to(std::back_inserter(line), "step {}", clock.step());
  if (clock.steps()) fmt::format_to(std::back_inserter(line), " of {}", *clock.steps());
  fmt::format_to(std::back_inserter(line), ", {:.0f} %, model time {}", 100 * done,
                 duration(clock.time()));
  if (clock.step() > 0)
    fmt::format_to(std::back_inserter(line), ", {} to go", duration(elapsed * (1 - done) / done));
  const std::string_view text(line.data(), line.size());
  if (style_ == Style::log) {
    fmt::print(stderr, "{}\n", text);
  } else {
    // Whatever is said next is said over it: a watch that ends the run clears nothing.
    fmt::print(stderr, "\r{:{}}\r", text, width_);
    width_ = text.size();
  }
  std::fflush(stderr);
}

}  // namespace seafret
