// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>

#include "decomposition/grid/box.hpp"

namespace seafret {

/// Some levels of a rectangle of columns, half-open: bottom <= k < top.
struct Brick {
  Box columns = {};
  int bottom = 0, top = 0;

  int levels() const { return std::max(0, top - bottom); }
  std::int64_t volume() const { return columns.area() * levels(); }
  bool empty() const { return volume() == 0; }

  friend bool operator==(const Brick&, const Brick&) = default;
};

inline Brick intersection(const Brick& a, const Brick& b) {
  return {intersection(a.columns, b.columns), std::max(a.bottom, b.bottom), std::min(a.top, b.top)};
}

/// Share number `share` of n things in a row, as even as can be: from .first to before .second.
inline std::pair<int, int> share_of(int n, int share, int shares) {
  const auto before = [&](int s) { return static_cast<int>(std::int64_t{n} * s / shares); };
  return {before(share), before(share + 1)};
}

}  // namespace seafret
