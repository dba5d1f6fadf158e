// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <tuple>

#include "physics/atmosphere/diagnostics.hpp"

namespace seafret {
namespace {

/// The Courant numbers of one column.
class ColumnCourant {
 public:
  ColumnCourant(const Mesh& mesh, const Wind& wind, double dt, int i, int j)
      : east_(wind.u.column(i, j)),
        west_(wind.u.column(i - 1, j)),
        north_(wind.v.column(i, j)),
        south_(wind.v.column(i, j - 1)),
        top_(wind.w.column(i, j)),
        levels_(mesh.levels),
        per_x_(dt / mesh.dx),
        per_y_(dt / mesh.dy),
        dt_(dt) {}

  double operator()(int k) const {
    const auto n = static_cast<std::size_t>(k);
    const double below = k > 0 ? levels_.rho_half[n - 1] * top_[k - 1] : 0.0;
    const double above = levels_.rho_half[n] * top_[k];
    const double per_mass = dt_ / (levels_.rho[n] * levels_.dz[n]);
    const double leaving = per_x_ * (std::max(0.0, east_[k]) - std::min(0.0, west_[k])) +
                           per_y_ * (std::max(0.0, north_[k]) - std::min(0.0, south_[k])) +
                           per_mass * (std::max(0.0, above) - std::min(0.0, below));
    const double crossed = per_x_ * std::abs(east_[k]) + per_y_ * std::abs(north_[k]) +
                           dt_ / levels_.dz_half[n] * std::abs(top_[k]);
    return std::max(2 * leaving, crossed);
  }

 private:
  const double *east_, *west_, *north_, *south_, *top_;
  const VerticalGrid& levels_;
  double per_x_, per_y_, dt_;
};

/// On a tie the first in memory is meant, whichever thread met it.
bool is_before(const Fastest& a, const Fastest& b) {
  return std::tuple(-a.courant, a.j, a.i, a.k) < std::tuple(-b.courant, b.j, b.i, b.k);
}

}  // namespace

Fastest fastest(const Box& where, const Mesh& mesh, const Wind& wind, double dt) {
  Fastest all{0, where.x0, where.y0, 0};
#pragma omp parallel
  {
    Fastest mine{-1, 0, 0, 0};
#pragma omp for schedule(static) nowait
    for (int j = where.y0; j < where.y1; ++j)
      for (int i = where.x0; i < where.x1; ++i) {
        const ColumnCourant column(mesh, wind, dt, i, j);
        for (int k = 0; k < wind.w.levels; ++k)
          if (const double c = column(k); c > mine.courant) mine = {c, i, j, k};
      }
#pragma omp critical(seafret_fastest)
    if (is_before(mine, all)) all = mine;
  }
  return all;
}

}  // namespace seafret
