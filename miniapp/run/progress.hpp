// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <chrono>
#include <cstddef>
#include <optional>

#include "decomposition/base/names.hpp"
#include "miniapp/cases/case.hpp"
#include "miniapp/run/clock.hpp"

namespace seafret {

/// Tells on stderr how far a run has come, how fast it is, and what the watchdog saw last: on one
/// line that rewrites itself, no longer than the terminal is wide, or in a line a minute.
/// After it has been made it allocates nothing.
class Progress {
 public:
  enum class Style { none, log, terminal };
  /// The style that suits this process's stderr.  A launcher may hide that it is a terminal.
  static Style fitting();

  Progress(Style style, const Clock& clock);
  ~Progress();  ///< Clears the line.
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const Clock& clock, const std::optional<Measure>& pulse = {});

 private:
  using Time = std::chrono::steady_clock;

  Style style_;
  Time::time_point begun_, next_;
  std::size_t width_ = 0;  // of the line on the screen
};

template <>
inline const NameTable<Progress::Style> names_of<Progress::Style>{
    {"none", Progress::Style::none},
    {"log", Progress::Style::log},
    {"terminal", Progress::Style::terminal}};

}  // namespace seafret
