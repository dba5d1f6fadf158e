// SPDX-License-Identifier: BSD-3-Clause
#include "physics/solvers/multigrid_grids.hpp"

#include <algorithm>

namespace seafret {
namespace {

/// A grid of so small a share of a rank's columns costs less to work on by all than to swap.
constexpr std::int64_t small_share = 8;

bool has_colours(int columns) { return columns == 1 || columns % 2 == 0; }

/// 1 x 1 where the grid is the coarsest.
Coarsening step_from(const Grid& g) {
  constexpr double half_a_halving = 1.42;
  if (!has_colours(g.nx) || !has_colours(g.ny) || std::max(g.nx, g.ny) <= 4) return {};
  const bool x = g.nx > 1, y = g.ny > 1;
  const bool narrow_x = y && g.dy > half_a_halving * g.dx;
  const bool narrow_y = x && g.dx > half_a_halving * g.dy;
  return {x && !(narrow_y && y) ? 2 : 1, y && !(narrow_x && x) ? 2 : 1};
}

int halved(int first, int by) { return (first + by - 1) / by; }

std::vector<Box> boxes_of(const Decomposition& d) {
  std::vector<Box> boxes;
  for (int r = 0; r < d.ranks(); ++r) boxes.push_back(d.owned(r));
  return boxes;
}

std::int64_t most_columns(const Decomposition& d) {
  std::int64_t most = 0;
  for (const Box& box : boxes_of(d)) most = std::max(most, box.area());
  return most;
}

/// The next coarser grid, where `last` is to be solved exactly by every rank.
MultigridGrid coarsened(const MultigridGrid& finer, Coarsening step, bool last,
                        std::int64_t most_of_a_rank) {
  const Grid grid = step.of(finer.grid());
  std::vector<Box> shares;
  bool all_have_some = true;
  for (const Box& box : boxes_of(finer.owners)) {
    shares.push_back(step.of(box));
    all_have_some = all_have_some && shares.back().empty() == box.empty();
  }
  const bool whole =
      finer.whole || last || !all_have_some || grid.box().area() * small_share <= most_of_a_rank;
  return {.owners = Decomposition(grid, whole ? std::vector{grid.box()} : shares),
          .step = step,
          .whole = whole,
          .shares = std::move(shares)};
}

}  // namespace

Grid Coarsening::of(Grid finer) const {
  finer.nx /= x;
  finer.ny /= y;
  finer.dx *= x;
  finer.dy *= y;
  return finer;
}

Box Coarsening::of(const Box& finer) const {
  return {halved(finer.x0, x), halved(finer.x1, x), halved(finer.y0, y), halved(finer.y1, y)};
}

std::vector<MultigridGrid> multigrid_grids(const Decomposition& finest) {
  std::vector<MultigridGrid> all{{.owners = finest, .whole = finest.ranks() == 1}};
  const std::int64_t most = most_columns(finest);
  for (bool last = false; !last;) {
    const MultigridGrid& finer = all.back();
    const Coarsening step = step_from(finer.grid());
    last = step.columns() == 1 || step_from(step.of(finer.grid())).columns() == 1;
    all.push_back(coarsened(finer, step, last, most));
  }
  return all;
}

}  // namespace seafret
