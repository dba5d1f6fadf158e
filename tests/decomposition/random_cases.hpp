// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "decomposition/grid/grid.hpp"

namespace seafret {

/// Numbers for property tests: the same ones everywhere, which the distributions of the standard
/// library do not promise.
class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}

  /// low <= result <= high
  int between(int low, int high) {
    return low + static_cast<int>(engine_() % static_cast<std::uint32_t>(high - low + 1));
  }
  bool chance(int percent) { return between(1, 100) <= percent; }
  std::uint32_t bits() { return static_cast<std::uint32_t>(engine_()); }

 private:
  std::mt19937 engine_;
};

inline Halo random_halo(Random& random, int widest) {
  const auto width = [&] { return random.between(0, widest); };
  return {width(), width(), width(), width(), random.chance(60)};
}

/// A box somewhere near the origin, now and then an empty one.
inline Box random_box(Random& random) {
  const int x = random.between(-6, 6), y = random.between(-6, 6);
  return {x, x + random.between(0, 7), y, y + random.between(0, 7)};
}

/// Any cell may be wet, dry or outside.
inline std::vector<Cell> random_mask(int nx, int ny, int wet_percent, Random& random) {
  std::vector<Cell> cells(static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny));
  for (Cell& c : cells)
    c = random.chance(wet_percent) ? Cell::wet : random.chance(70) ? Cell::dry : Cell::outside;
  return cells;
}

/// Sea to the east of a winding coast, with round islands in it.
inline std::vector<Cell> coast(int nx, int ny, Random& random) {
  struct Island {
    double x, y, radius;
  };
  std::vector<Island> islands;
  for (int n = 0; n < 6; ++n)
    islands.push_back({1.0 * random.between(0, nx), 1.0 * random.between(0, ny),
                       0.01 * random.between(2, 9) * std::min(nx, ny)});
  const double bay = 0.01 * random.between(10, 90);
  std::vector<Cell> cells;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      const double shore = nx * (0.3 + 0.2 * std::sin(6 * (bay + 1.0 * j / ny)));
      bool land = i < shore;
      for (const Island& o : islands) land |= std::hypot(i - o.x, j - o.y) < o.radius;
      cells.push_back(land ? Cell::dry : Cell::wet);
    }
  return cells;
}

/// A sea with a coast, or open, periodic now and then.
inline Grid random_sea(Random& random, int shortest, int longest) {
  Grid g{.nx = random.between(shortest, longest),
         .ny = random.between(shortest, longest),
         .nz = 1,
         .periodic_x = random.chance(30),
         .periodic_y = random.chance(30)};
  if (random.chance(80)) g.cells = coast(g.nx, g.ny, random);
  return g;
}

/// A small grid, often thinner than a halo, periodic or not.
inline Grid random_grid(Random& random, int longest) {
  Grid g;
  g.nx = random.between(1, random.chance(30) ? 2 : longest);
  g.ny = random.between(1, random.chance(30) ? 2 : longest);
  g.nz = 1;
  g.periodic_x = random.chance(50);
  g.periodic_y = random.chance(50);
  return g;
}

/// Boxes by random cuts, in random order; some are then made smaller, so that nobody owns the rest.
inline std::vector<Box> random_partition(const Grid& grid, int cuts, Random& random) {
  std::vector<Box> boxes{grid.box()};
  for (int n = 0; n < cuts; ++n) {
    const auto chosen =
        static_cast<std::size_t>(random.between(0, static_cast<int>(boxes.size()) - 1));
    Box& low = boxes[chosen];
    Box high = low;
    if (low.width() > 1 && (low.height() == 1 || random.chance(50)))
      low.x1 = high.x0 = low.x0 + random.between(1, low.width() - 1);
    else if (low.height() > 1)
      low.y1 = high.y0 = low.y0 + random.between(1, low.height() - 1);
    else
      continue;
    boxes.push_back(high);
  }
  for (Box& b : boxes) {
    if (b.width() > 1 && random.chance(20)) ++b.x0;
    if (b.height() > 1 && random.chance(20)) --b.y1;
  }
  for (std::size_t n = boxes.size() - 1; n > 0; --n)
    std::swap(boxes[n], boxes[static_cast<std::size_t>(random.between(0, static_cast<int>(n)))]);
  return boxes;
}

}  // namespace seafret
