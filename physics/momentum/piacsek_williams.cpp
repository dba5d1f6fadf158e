// SPDX-License-Identifier: BSD-3-Clause
#include "physics/momentum/piacsek_williams.hpp"

#include <cassert>

#include "physics/columns.hpp"

namespace seafret {
namespace {

/// What carries u and v up through the top of each level: rho_half (w + w of the next column).
struct Rising {
  const double *rho_half, *w, *w_next;

  double operator()(int k) const { return rho_half[k] * (w[k] + w_next[k]); }
};

/// Adds to every level of a column change(k, what came from below, what came from above).
template <class Change, class FromBelow, class FromAbove>
void add_to_levels(int levels, const Change& change, const FromBelow& from_below,
                   const FromAbove& from_above, double* tendency) {
  const int last = levels - 1;
  if (last == 0) {
    tendency[0] += change(0, 0., 0.);
    return;
  }
  tendency[0] += change(0, 0., from_above(0));  // nothing through the ground
#pragma omp simd
  for (int k = 1; k < last; ++k) tendency[k] += change(k, from_below(k), from_above(k));
  tendency[last] += change(last, from_below(last), 0.);  // nothing through the lid
}

/// u or v of column (i, j).  `self` is the wind through the face between this column and the one at
/// (di, dj), `side` the wind along it.
void advect_side(const Mesh& mesh, const FieldView<const double>& self,
                 const FieldView<const double>& side, const FieldView<const double>& w, int i,
                 int j, int di, int dj, double* tendency) {
  const double *here = self.column(i, j), *back = self.column(i - di, j - dj),
               *front = self.column(i + di, j + dj), *left = self.column(i - dj, j - di),
               *right = self.column(i + dj, j + di);
  const double *from_left = side.column(i - dj, j - di), *to_right = side.column(i, j),
               *from_left_front = side.column(i - dj + di, j - di + dj),
               *to_right_front = side.column(i + di, j + dj);
  const Rising rising{mesh.levels.rho_half.data(), w.column(i, j), w.column(i + di, j + dj)};
  const double *rho = mesh.levels.rho.data(), *dz = mesh.levels.dz.data();
  const double along = 0.25 / (di != 0 ? mesh.dx : mesh.dy);
  const double across = 0.25 / (di != 0 ? mesh.dy : mesh.dx);

  const auto change = [=](int k, double from_below, double from_above) {
    return along * (back[k] * (back[k] + here[k]) - front[k] * (here[k] + front[k])) +
           across * (left[k] * (from_left[k] + from_left_front[k]) -
                     right[k] * (to_right[k] + to_right_front[k])) +
           (from_below - from_above) * (0.25 / (rho[k] * dz[k]));
  };
  add_to_levels(
      self.levels, change, [=](int k) { return here[k - 1] * rising(k - 1); },
      [=](int k) { return here[k + 1] * rising(k); }, tendency);
}

/// w of column (i, j).  It is carried sideways by the mass flux of the two half levels that make up
/// its cell: so the mass balance of that cell is the mean of those of its two levels.
void advect_w(const Mesh& mesh, const Wind& wind, int i, int j, double* tendency) {
  const double *w = wind.w.column(i, j), *west = wind.w.column(i - 1, j),
               *east = wind.w.column(i + 1, j), *south = wind.w.column(i, j - 1),
               *north = wind.w.column(i, j + 1);
  const double *u = wind.u.column(i, j), *u_west = wind.u.column(i - 1, j);
  const double *v = wind.v.column(i, j), *v_south = wind.v.column(i, j - 1);
  const double *rho = mesh.levels.rho.data(), *rho_half = mesh.levels.rho_half.data();
  const double *dz = mesh.levels.dz.data(), *dz_half = mesh.levels.dz_half.data();
  const double per_x = 1 / mesh.dx, per_y = 1 / mesh.dy;

  const auto change = [=](int k, double from_below, double from_above) {
    const double here = rho[k] * dz[k], next = rho[k + 1] * dz[k + 1];
    const auto by = [=](const double* flow) { return here * flow[k] + next * flow[k + 1]; };
    return (per_x * (west[k] * by(u_west) - east[k] * by(u)) +
            per_y * (south[k] * by(v_south) - north[k] * by(v)) + (from_below - from_above)) *
           (0.25 / (rho_half[k] * dz_half[k]));
  };
  const auto rising = [=](int k) { return rho_half[k] * w[k] + rho_half[k + 1] * w[k + 1]; };
  add_to_levels(
      wind.w.levels - 1, change, [=](int k) { return w[k - 1] * rising(k - 1); },
      [=](int k) { return w[k + 1] * rising(k); }, tendency);
}

}  // namespace

void PiacsekWilliams::advect(const Box& where, const Wind& /*past*/, const Wind& now, double /*dt*/,
                             std::span<const FieldView<double>> tendencies) {
  assert(tendencies.size() == 3);
  for_each_column(where, [&](int i, int j) {
    advect_side(mesh_, now.u, now.v, now.w, i, j, 1, 0, tendencies[0].column(i, j));
    advect_side(mesh_, now.v, now.u, now.w, i, j, 0, 1, tendencies[1].column(i, j));
    if (now.w.levels > 1) advect_w(mesh_, now, i, j, tendencies[2].column(i, j));
  });
}

}  // namespace seafret
