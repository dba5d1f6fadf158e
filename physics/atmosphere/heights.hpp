// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "physics/knots.hpp"

namespace seafret {

/// What is known at some heights, as it is at another: linear between them, a jump where a height
/// is given twice, beyond the first and the last the same.
inline double at_height(const std::vector<double>& heights, const std::vector<double>& values,
                        double z) {
  return BetweenKnots::find(heights, z).of(values);
}

/// The key `heights` of a component that may know something at some of them instead of what the key
/// `otherwise` of its block says of all.
template <class Keys>
void describe_heights(Keys& keys, std::vector<double>& heights, const std::string& otherwise) {
  keys.value("heights", heights,
             "where what follows is known, instead of `" + otherwise +
                 "`: ascending; linear in between, at a height given twice it jumps, beyond the "
                 "first and the last it is the same",
             {.unit = "m", .low = 0});
  keys.rule(std::ranges::is_sorted(heights), "heights", "must ascend");
}

/// That a key has a value for each height.
template <class Keys>
void rule_out_other_counts(Keys& keys, const std::vector<double>& heights, const char* key,
                           const std::vector<double>& values) {
  keys.rule(values.size() == heights.size(), key,
            "must have a value for each of the " + std::to_string(heights.size()) +
                " heights, and has " + std::to_string(values.size()));
}

}  // namespace seafret
