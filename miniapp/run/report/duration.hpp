// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <string>

namespace seafret {

/// "12 s", "3 min 20 s", "2 h 05 min": short enough for a string to hold without allocating.
inline std::string duration(double seconds) {
  if (seconds < 99.5) return fmt::format("{:.0f} s", seconds);
  const long long s = std::llround(seconds);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
}

}  // namespace seafret
