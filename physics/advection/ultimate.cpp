// SPDX-License-Identifier: BSD-3-Clause
#include "physics/advection/ultimate.hpp"

#include "physics/columns.hpp"

namespace seafret {

std::vector<FieldDescription> Ultimate::work(int levels) {
  return {2, {.levels = levels, .halo = Halo::all(1)}};
}

Ultimate::Ultimate(const AdvectionSetup& setup)
    : grid_(setup.mesh),
      room_(setup.owned, work(grid_.levels())[0]),
      rise_(setup.owned, work(grid_.levels())[1]) {}

Ultimate::Side Ultimate::side(const SideFaces& side, int i, int j, double dt) const {
  const int di = side.di, dj = side.dj, i2 = i + di, j2 = j + dj;
  const FieldView<const double> room = room_.view(), rise = rise_.view();
  return {.speed = side.normal.column(i, j),
          .along = {side.along.column(i - dj, j - di), side.along.column(i, j),
                    side.along.column(i2 - dj, j2 - di), side.along.column(i2, j2)},
          .room = {room.column(i, j), room.column(i2, j2)},
          .rise = {rise.column(i, j), rise.column(i2, j2)},
          .per_step = grid_.per_step.data(),
          .per_spacing = 1 / side.spacing,
          .dt = dt,
          .eighth_side = dt / (8 * side.along_spacing),
          .eighth_up = dt / 8};
}

Ultimate::Top Ultimate::top(const Wind& wind, int i, int j, double dt) const {
  return {.w = wind.w.column(i, j),
          .u = {wind.u.column(i - 1, j), wind.u.column(i, j)},
          .v = {wind.v.column(i, j - 1), wind.v.column(i, j)},
          .room = room_.view().column(i, j),
          .per_step = grid_.per_step.data(),
          .rho = grid_.rho_half.data(),
          .dt = dt,
          .eighth_x = dt / (8 * grid_.dx),
          .eighth_y = dt / (8 * grid_.dy)};
}

/// Called by all threads of a team, which share the columns out and wait for each other.
void Ultimate::describe_cells(const Box& where, const Wind& wind, double dt, const Mixing& mixing) {
#pragma omp for collapse(2) schedule(static)
  for (int j = where.y0; j < where.y1; ++j)
    for (int i = where.x0; i < where.x1; ++i) describe_column(wind, dt, mixing, i, j);
}

/// What leaves a cell each second, by wind and mixing, is a share of its mass.
void Ultimate::describe_column(const Wind& wind, double dt, const Mixing& mixing, int i, int j) {
  const Wind::Faces at = wind.faces(i, j);
  double *const room = room_.view().column(i, j), *const rise = rise_.view().column(i, j);
  const double *const per_mass = grid_.per_mass.data(), *const rho_half = grid_.rho_half.data(),
                      *const per_step = grid_.per_step.data();
  const double per_x = 1 / grid_.dx, per_y = 1 / grid_.dy;
  const int levels = grid_.levels();
  double w_below = 0, mass_below = 0, mixed_below = 0;
  const auto describe = [&]<class V>(int k, V mixed_aside, V mixed_up) {
    const auto on = [k](const double* faces) { return load<V>(faces + k); };
    const V w = load<V>(at.top + k), mass = load<V>(rho_half + k) * w;
    const V over = outgoing(mass, shifted_in(mass_below, mass)) +
                   (mixed_up + shifted_in(mixed_below, mixed_up));
    const V out = dt * (outgoing(on(at.east), on(at.west)) * per_x +
                        outgoing(on(at.north), on(at.south)) * per_y + mixed_aside +
                        over * load<V>(per_mass + k));
    const int next = k + levels;  // of the next column
    fetch(at.east + next, at.north + next, at.top + next);
    fetch_to_change(room + next, rise + next);
    store(room + k, greatest(V{}, 1 / (out + 1e-30) - 1));
    store(rise + k, shifted_in(w_below, w) + w);
    w_below = last_of(w);
    mass_below = last_of(mass);
    mixed_below = last_of(mixed_up);
  };
  if (!mixing.any()) return over_levels(0, levels, [&]<class V>(int k) { describe(k, V{}, V{}); });
  const ColumnsAround mixed(mixing.diffusivity, i, j);
  const double per_x2 = per_x * per_x, per_y2 = per_y * per_y;
  over_levels(0, levels, [&]<class V>(int k) {
    const auto both = [&](const double* a, const double* b) {
      return between<V>(mixed.here, a, k) + between<V>(mixed.here, b, k);
    };
    fetch(mixed.north + k + mixing.diffusivity.levels);
    describe(k, per_x2 * both(mixed.east, mixed.west) + per_y2 * both(mixed.north, mixed.south),
             load<V>(mixed.here + k + 1) * load<V>(rho_half + k) * load<V>(per_step + k + 1));
  });
}

}  // namespace seafret
