// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

/// What a profiler was told, in order.
struct Told {
  bool begin;
  std::string name;  ///< of what ends only where the profiler is told
  int number = 0;    ///< where the profiler knows regions by their number
  friend bool operator==(const Told&, const Told&) = default;
};

inline std::vector<Told>& told() {
  static std::vector<Told> all;
  return all;
}

/// As `told()` has it where the profiler of this program is told that much.
Told begun(const std::string& name);
Told ended(const std::string& name);
