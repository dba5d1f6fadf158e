// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstddef>
#include <span>

namespace seafret {

/// Which two of some knots a place lies between, and which part of the way from one to the other it
/// is. Before the first and after the last knot both are that one.
struct BetweenKnots {
  std::size_t before = 0, after = 0;
  double part = 0;

  /// `knots` ascend; there is at least one.
  static BetweenKnots find(std::span<const double> knots, double place) {
    const auto after =
        static_cast<std::size_t>(std::ranges::upper_bound(knots, place) - knots.begin());
    if (after == 0) return {};
    if (after == knots.size()) return {after - 1, after - 1, 0};
    return {after - 1, after, (place - knots[after - 1]) / (knots[after] - knots[after - 1])};
  }

  /// What is linear between these values at the two.
  double between(double at_before, double at_after) const {
    return at_before + part * (at_after - at_before);
  }
  /// What has these values at the knots.
  double of(std::span<const double> values) const { return between(values[before], values[after]); }
};

}  // namespace seafret
