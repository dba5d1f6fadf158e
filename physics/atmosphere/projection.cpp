// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/projection.hpp"

#include <algorithm>
#include <cmath>

#include "physics/columns.hpp"

namespace seafret {
namespace {

/// div(rho wind) in one column; the lowest level has no face below it.
class ColumnDivergence {
 public:
  ColumnDivergence(const Mesh& mesh, const Wind& wind, int i, int j)
      : wind_(wind.faces(i, j)),
        rho_(mesh.levels.rho.data()),
        rho_top_(mesh.levels.rho_half.data()),
        dz_(mesh.levels.dz.data()),
        per_x_(1 / mesh.dx),
        per_y_(1 / mesh.dy) {}

  double lowest() const { return across(0) + rho_top_[0] * wind_.top[0] / dz_[0]; }
  double above(int k) const {
    return across(k) + (rho_top_[k] * wind_.top[k] - rho_top_[k - 1] * wind_.top[k - 1]) / dz_[k];
  }

 private:
  double across(int k) const {
    return rho_[k] *
           ((wind_.east[k] - wind_.west[k]) * per_x_ + (wind_.north[k] - wind_.south[k]) * per_y_);
  }

  Wind::Faces wind_;
  const double *rho_, *rho_top_, *dz_;
  double per_x_, per_y_;
};

/// velocity -= per_metre * (p at the neighbour - p here), the neighbour one column on.
void subtract_slope(const Box& where, FieldView<const double> p, int east, int north,
                    double per_metre, FieldView<double> velocity) {
  for_each_column(where, [&](int i, int j) {
    const double* const here = p.column(i, j);
    const double* const there = p.column(i + east, j + north);
    double* const u = velocity.column(i, j);
#pragma omp simd
    for (int k = 0; k < p.levels; ++k) u[k] -= per_metre * (there[k] - here[k]);
  });
}

/// The same upwards; the lid stays as it is.
void subtract_vertical_slope(const Box& where, FieldView<const double> p, const double* dz_half,
                             double span, FieldView<double> velocity) {
  for_each_column(where, [&](int i, int j) {
    const double* const here = p.column(i, j);
    double* const w = velocity.column(i, j);
#pragma omp simd
    for (int k = 0; k < p.levels - 1; ++k) w[k] -= span * (here[k + 1] - here[k]) / dz_half[k];
  });
}

}  // namespace

void divergence(const Box& where, const Mesh& mesh, const Wind& wind, double factor,
                FieldView<double> out) {
  for_each_column(where, [&](int i, int j) {
    const ColumnDivergence column(mesh, wind, i, j);
    double* const to = out.column(i, j);
    to[0] = factor * column.lowest();
#pragma omp simd
    for (int k = 1; k < out.levels; ++k) to[k] = factor * column.above(k);
  });
}

double largest_divergence(const Box& where, const Mesh& mesh, const Wind& wind) {
  const double* const rho = mesh.levels.rho.data();
  double largest = 0;
#pragma omp parallel for schedule(static) reduction(max : largest)
  for (int j = where.y0; j < where.y1; ++j)
    for (int i = where.x0; i < where.x1; ++i) {
      const ColumnDivergence column(mesh, wind, i, j);
      largest = std::max(largest, std::abs(column.lowest()) / rho[0]);
#pragma omp simd reduction(max : largest)
      for (int k = 1; k < wind.w.levels; ++k)
        largest = std::max(largest, std::abs(column.above(k)) / rho[k]);
    }
  return largest;
}

void project(const Box& where, const Mesh& mesh, double span, FieldView<const double> p,
             std::span<const FieldView<double>> velocities) {
  subtract_slope(where.grown(Halo{1, 0, 0, 0}), p, 1, 0, span / mesh.dx, velocities[0]);
  subtract_slope(where.grown(Halo{0, 0, 1, 0}), p, 0, 1, span / mesh.dy, velocities[1]);
  subtract_vertical_slope(where, p, mesh.levels.dz_half.data(), span, velocities[2]);
}

}  // namespace seafret
