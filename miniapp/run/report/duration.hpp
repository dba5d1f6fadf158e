// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>

namespace seafret {

/// Writes a duration without allocating.
template <class Out>
Out format_duration(Out out, double seconds) {
  if (seconds < 99.5) return fmt::format_to(out, "{:.0f} s", seconds);
  const std::int64_t s = std::llround(seconds);
  if (s < 3600) return fmt::format_to(out, "{} min {:02} s", s / 60, s % 60);
  return fmt::format_to(out, "{} h {:02} min", s / 3600, s / 60 % 60);
}

/// "12 s", "3 min 20 s", "2 h 05 min".
inline std::string duration(double seconds) {
  std::string text;
  format_duration(std::back_inserter(text), seconds);
  return text;
}

}  // namespace seafret
