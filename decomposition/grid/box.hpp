// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>

namespace seafret {

/// How many columns round a box, on each side.  Widths may differ (a one-way exchange has zeros).
struct Halo {
  int west = 0, east = 0, south = 0, north = 0;
  bool corners = true;  ///< Whether the columns diagonal to the box belong to the halo.

  static constexpr Halo all(int width) { return {width, width, width, width, true}; }
  /// The halo of those who have me in theirs.
  constexpr Halo mirrored() const { return {east, west, north, south, corners}; }

  friend bool operator==(const Halo&, const Halo&) = default;
};

/// A rectangle of columns, half-open: x0 <= i < x1, y0 <= j < y1.
struct Box {
  int x0 = 0, x1 = 0, y0 = 0, y1 = 0;

  int width() const { return std::max(0, x1 - x0); }
  int height() const { return std::max(0, y1 - y0); }
  std::int64_t area() const { return std::int64_t{width()} * height(); }
  bool empty() const { return width() == 0 || height() == 0; }
  bool contains(int i, int j) const { return x0 <= i && i < x1 && y0 <= j && j < y1; }

  Box grown(const Halo& h) const { return {x0 - h.west, x1 + h.east, y0 - h.south, y1 + h.north}; }
  Box grown(int n) const { return {x0 - n, x1 + n, y0 - n, y1 + n}; }
  Box shifted(int dx, int dy) const { return {x0 + dx, x1 + dx, y0 + dy, y1 + dy}; }

  friend bool operator==(const Box&, const Box&) = default;
};

inline Box intersection(const Box& a, const Box& b) {
  return {std::max(a.x0, b.x0), std::min(a.x1, b.x1), std::max(a.y0, b.y0), std::min(a.y1, b.y1)};
}

/// The smallest box that holds both; an empty box adds nothing.
inline Box hull(const Box& a, const Box& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.x0, b.x0), std::max(a.x1, b.x1), std::min(a.y0, b.y0), std::max(a.y1, b.y1)};
}

/// What is left of a box without its middle, as four boxes (some may be empty): south and north
/// over the whole width, west and east between them.  With the middle they cover the box exactly
/// once.
inline std::array<Box, 4> rim(const Box& box, const Box& middle) {
  const Box m = intersection(box, middle);
  if (m.empty()) return {box, Box{}, Box{}, Box{}};
  return {Box{box.x0, box.x1, box.y0, m.y0}, Box{box.x0, box.x1, m.y1, box.y1},
          Box{box.x0, m.x0, m.y0, m.y1}, Box{m.x1, box.x1, m.y0, m.y1}};
}

}  // namespace seafret
