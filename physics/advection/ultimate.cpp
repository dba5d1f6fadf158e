// SPDX-License-Identifier: BSD-3-Clause
#include "physics/advection/ultimate.hpp"

#include <algorithm>

namespace seafret {

std::vector<FieldDescription> Ultimate::work(int levels) {
  return {2, {.levels = levels, .halo = Halo::all(1)}};
}

Ultimate::Ultimate(const AdvectionSetup& setup)
    : grid_(setup.mesh),
      room_(setup.owned, work(grid_.levels())[0]),
      rise_(setup.owned, work(grid_.levels())[1]) {}

void Ultimate::find_side_faces(const FaceNumbers& faces, const SideFaces& side, int i, int j,
                               double dt) const {
  const int di = side.di, dj = side.dj, i2 = i + di, j2 = j + dj;
  const double* speed = side.normal.column(i, j);
  const double *side1 = side.along.column(i - dj, j - di), *side2 = side.along.column(i, j),
               *side3 = side.along.column(i2 - dj, j2 - di), *side4 = side.along.column(i2, j2);
  const FieldView<const double> room = room_.view(), rising = rise_.view();
  const double *room1 = room.column(i, j), *room2 = room.column(i2, j2);
  const double *rise1 = rising.column(i, j), *rise2 = rising.column(i2, j2);
  const double* per_step = grid_.per_step.data();
  const double per_spacing = 1 / side.spacing;
  const double eighth_side = dt / (8 * side.along_spacing), eighth_up = dt / 8;
  over_levels(0, grid_.levels(), [&]<class V>(int k) {
    const V here = load<V>(room1 + k), next = load<V>(room2 + k);
    const V below = load<V>(per_step + k), above = load<V>(per_step + k + 1);
    const V s = load<V>(speed + k) * per_spacing, rise = load<V>(rise1 + k) + load<V>(rise2 + k);
    Faces::set<V>(faces, k, s, s * dt, s >= 0 ? here : next);
    faces.set<V>(Faces::across_a, k,
                 eighth_side * ((load<V>(side1 + k) + load<V>(side2 + k)) +
                                (load<V>(side3 + k) + load<V>(side4 + k))));
    faces.set<V>(Faces::across_b, k, eighth_up * rise * (rise > 0 ? below : above));
  });
}

void Ultimate::find_top_faces(const FaceNumbers& faces, const Wind& wind, int i, int j,
                              double dt) const {
  const double* w = wind.w.column(i, j);
  const double *u1 = wind.u.column(i - 1, j), *u2 = wind.u.column(i, j);
  const double *v1 = wind.v.column(i, j - 1), *v2 = wind.v.column(i, j);
  const double* room = room_.view().column(i, j);
  const double *per_step = grid_.per_step.data(), *rho = grid_.rho_half.data();
  const double eighth_x = dt / (8 * grid_.dx), eighth_y = dt / (8 * grid_.dy);
  const int levels = grid_.levels();
  over_levels(0, levels - 1, [&]<class V>(int k) {
    const V here = load<V>(room + k), next = load<V>(room + k + 1), up = load<V>(w + k);
    Faces::set<V>(faces, k, load<V>(rho + k) * up, up * dt * load<V>(per_step + k + 1),
                  up >= 0 ? here : next);
    faces.set<V>(Faces::across_a, k,
                 eighth_x * ((load<V>(u1 + k) + load<V>(u2 + k)) +
                             (load<V>(u1 + k + 1) + load<V>(u2 + k + 1))));
    faces.set<V>(Faces::across_b, k,
                 eighth_y * ((load<V>(v1 + k) + load<V>(v2 + k)) +
                             (load<V>(v1 + k + 1) + load<V>(v2 + k + 1))));
  });
  // The end cells are extrema, by the rule for what lies beyond them: they give their own value.
  if (levels < 2) return;
  if (w[0] >= 0) faces.set(Faces::room, 0, 0.);
  if (w[levels - 2] < 0) faces.set(Faces::room, levels - 2, 0.);
}

/// Of a cell's mass, per second: what its six faces mix.
void Ultimate::find_mixed_share(const Mixing& mixing, int i, int j, double* share) const {
  const int levels = grid_.levels();
  if (!mixing.any()) {
    std::fill_n(share, levels, 0.);
    return;
  }
  const FieldView<const double>& diffusivity = mixing.diffusivity;
  const double* const here = diffusivity.column(i, j);
  const double *east = diffusivity.column(i + 1, j), *west = diffusivity.column(i - 1, j),
               *north = diffusivity.column(i, j + 1), *south = diffusivity.column(i, j - 1);
  const double per_x2 = 1 / (grid_.dx * grid_.dx), per_y2 = 1 / (grid_.dy * grid_.dy);
  double below = 0;
  for (int k = 0; k < levels; ++k) {
    const auto n = static_cast<std::size_t>(k);
    const double above =
        k + 1 < levels ? here[k + 1] * grid_.rho_half[n] * grid_.per_step[n + 1] : 0;
    share[k] = per_x2 * (between(here, east, k) + between(here, west, k)) +
               per_y2 * (between(here, north, k) + between(here, south, k)) +
               (above + below) * grid_.per_mass[n];
    below = above;
  }
}

/// Called by all threads of a team, which share the columns out and wait for each other.
void Ultimate::describe_cells(const Box& where, const Wind& wind, double dt, const Mixing& mixing) {
  const double *per_mass = grid_.per_mass.data(), *rho_half = grid_.rho_half.data();
  const int levels = grid_.levels();
#pragma omp for collapse(2) schedule(static)
  for (int j = where.y0; j < where.y1; ++j)
    for (int i = where.x0; i < where.x1; ++i) {
      const Wind::Faces at = wind.faces(i, j);
      double *room = room_.view().column(i, j), *rise = rise_.view().column(i, j);
      find_mixed_share(mixing, i, j, room);
      const auto describe = [=, this](int k, double below, double mass_below) {
        const double out = dt * (room[k] + outgoing(at.east[k], at.west[k]) / grid_.dx +
                                 outgoing(at.north[k], at.south[k]) / grid_.dy +
                                 outgoing(rho_half[k] * at.top[k], mass_below) * per_mass[k]);
        room[k] = std::max(0., 1 / (out + 1e-30) - 1);
        rise[k] = below + at.top[k];
      };
      describe(0, 0., 0.);  // the ground
#pragma omp simd simdlen(8)
      for (int k = 1; k < levels; ++k) describe(k, at.top[k - 1], rho_half[k - 1] * at.top[k - 1]);
    }
}

}  // namespace seafret
