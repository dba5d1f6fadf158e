// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/flow/shallow_water.hpp"

#include <cmath>

#include "physics/ocean/constants.hpp"
#include "physics/ocean/flow/shallow_water_rows.hpp"

namespace seafret {
namespace {

Field<> zero_field(const Box& owned, int halo, double value = 0) {
  Field<> field(owned, FaceDepths::description(owned, halo));
  field.view().fill(value);
  return field;
}

// What is inlined always is what a loop must not call if it is to be done in vectors.

/// The slope between two differences, limited (van Leer 1977): not more than twice either.
[[gnu::always_inline]] inline double limited_slope(double behind, double ahead) {
  const double mean = 0.5 * (behind + ahead);
  return greatest(0., least(mean, least(2 * behind, 2 * ahead))) +
         least(0., greatest(mean, greatest(2 * behind, 2 * ahead)));
}

/// What a flow brings to a face, or takes, from between the neighbour and it: `share`, of what is
/// round the face, is positive towards it.
[[gnu::always_inline]] inline double brought(double share, double beyond, double neighbour,
                                             double here, double opposite) {
  const bool comes = share > 0;
  const double from = comes ? neighbour : here, to = comes ? here : neighbour;
  const double slope = limited_slope(from - (comes ? beyond : opposite), to - from);
  return share * (from + 0.5 * greatest(0., 1 - std::abs(share)) * slope - here);
}

}  // namespace

ShallowWater::Faces::Faces(const Box& owned, int halo)
    : current(zero_field(owned, halo)),
      next(zero_field(owned, halo)),
      root(zero_field(owned, halo)),
      offered(zero_field(owned, halo)),
      flux(zero_field(owned, halo)) {}

ShallowWater::ShallowWater(const Basin& basin, const FlowRules& rules, const Box& owned, int halo)
    : rules_(rules),
      depth_(zero_field(owned, halo)),
      share_(zero_field(owned, halo, 1)),
      east_(owned, halo),
      north_(owned, halo) {
  const Box all = owned.grown(halo);
  for (int j = all.y0; j < all.y1; ++j)
    for (int i = all.x0; i < all.x1; ++i) depth_.view()(i, j) = basin.depth_at(i, j);
}

std::size_t ShallowWater::bytes(const Box& owned, int halo) {
  return 12 * FaceDepths::description(owned, halo).bytes(owned);
}

ShallowWater::Row::Row(const Side& side, const SeaMetrics& m, const FlowRules& rules, int j) {
  const auto row = static_cast<std::size_t>(j);
  const double north = m.dx_north[row], south = row == 0 ? 0 : m.dx_north[row - 1];
  const bool bends = rules.advection && m.bends();
  double along = m.dx[row], across = m.dy;
  if (side.di == 1) {
    before = own = after = m.dy;
    behind = south;
    ahead = north;
    turn_near = turn_far = rules.dt * m.coriolis[row];
    if (bends) bend_near = bend_far = rules.dt * m.bend[row];
  } else {
    before = south;
    own = north;
    after = m.dx_north[row + 1];
    behind = ahead = m.dy;
    along = m.dy;
    across = north;
    turn_near = -rules.dt * m.coriolis[row] * m.dx[row] / north;
    turn_far = -rules.dt * m.coriolis[row + 1] * m.dx[row + 1] / north;
    if (bends) {
      bend_near = -rules.dt * m.bend[row] * m.dx[row] / north;
      bend_far = -rules.dt * m.bend[row + 1] * m.dx[row + 1] / north;
    }
  }
  per_area = rules.dt / (along * own);
  slope = rules.dt * gravity / along;
  spread_along = rules.dt * rules.viscosity / (along * along);
  spread_across = rules.dt * rules.viscosity / (across * across);
}

void ShallowWater::advance(const Side& side, const Box& where, const LocalSea& sea,
                           const FieldView<const double>& eta, const FaceForces& forces,
                           FieldView<double> transport) {
  if (forces.kept.data != nullptr) return advance_driven(side, where, sea, eta, forces, transport);
  const FieldView<const double> depth = depth_.view();
  const std::ptrdiff_t east = 1, north = depth.row();
  const std::ptrdiff_t a = side.di == 1 ? east : north, b = side.di == 1 ? north : east;
  // From a face to the east ones of the pairs that it makes with the four others.
  const std::ptrdiff_t ahead_east = side.di == 1 ? 0 : a, behind_east = side.di == 1 ? 0 : b;
  const Drag everywhere(rules_);
  const double advects = rules_.advection ? 1 : 0, dry = rules_.dry_depth;
  const double least_depth = dry > 0 ? 0.5 * dry : hardly_any;
  for_each_run(side.di == 1 ? sea.east_faces : sea.north_faces, where, [&](int j, int i0, int n) {
    const Row row(side, sea.metrics, rules_, j);
    const double *eta0 = eta.column(i0, j), *eta1 = eta.column(i0 + side.di, j + side.dj);
    const double *rest0 = depth.column(i0, j), *rest1 = depth.column(i0 + side.di, j + side.dj);
    const double *c = side.own.current.view().column(i0, j),
                 *q = side.own.flux.view().column(i0, j);
    const double *r = side.own.root.view().column(i0, j), *s = side.other.root.view().column(i0, j);
    const double* const p = side.other.flux.view().column(i0, j);
    const double* const d =
        (side.di == 1 ? side.other.next : side.other.current).view().column(i0, j);
    const double* const to_east = side.di == 1 ? c : d;
    double *const out = transport.column(i0, j), *const next = side.own.next.view().column(i0, j);
    const auto advance_run = [=](auto blown, auto drag) {
#pragma omp simd
      for (int i = 0; i < n; ++i) {
        const BesideFace beside{rest0[i], rest1[i], eta0[i], eta1[i]};
        const double mean = greatest(least_depth, beside.mean()), u = c[i];
        const double per_water = 0.5 * advects * row.per_area / mean;
        const double before = per_water * (row.before * q[i - a] + row.own * q[i]);
        const double after = -per_water * (row.own * q[i] + row.after * q[i + a]);
        const double behind = per_water * row.behind * (p[i - b] + p[i + a - b]);
        const double ahead = -per_water * row.ahead * (p[i] + p[i + a]);
        const double gained = (brought(before, c[i - 2 * a], c[i - a], u, c[i + a]) +
                               brought(after, c[i + 2 * a], c[i + a], u, c[i - a])) +
                              (brought(behind, c[i - 2 * b], c[i - b], u, c[i + b]) +
                               brought(ahead, c[i + 2 * b], c[i + b], u, c[i - b]));
        const double spread = row.spread_along * ((c[i - a] - u) + (c[i + a] - u)) +
                              row.spread_across * ((r[i - b] > 0 ? c[i - b] - u : 0) +
                                                   (r[i + b] > 0 ? c[i + b] - u : 0));
        const double per_root = 1 / (r[i] + hardly_any);
        const double near0 = weight(s[i - b], per_root) * d[i - b],
                     near1 = weight(s[i], per_root) * d[i];
        const double far0 = weight(s[i + a - b], per_root) * d[i + a - b],
                     far1 = weight(s[i + a], per_root) * d[i + a];
        const double near = 0.25 * (near0 + near1), far = 0.25 * (far0 + far1);
        const double* const pair = to_east + i;
        const double bent =
            0.25 *
            (row.bend_near * (pair[-behind_east] * near0 + pair[0] * near1) +
             row.bend_far * (pair[ahead_east - behind_east] * far0 + pair[ahead_east] * far1));
        const double pushed = u + ((row.turn_near * near + row.turn_far * far) + bent) -
                              row.slope * (eta1[i] - eta0[i]) + spread + gained + blown(i) / mean;
        const double braked = drag(i).on_current(u, near + far, pushed, mean);
        next[i] = beside.let_through(braked, dry);
        out[i] = mean * next[i];
      }
    };
    with_drag(everywhere, run_of(forces.drag, i0, j), [&](auto drag) {
      with_wind(forces.stress, rules_.dt, i0, j, [&](auto blown) { advance_run(blown, drag); });
    });
  });
}

void ShallowWater::advance_north_transport(const Box& where, const LocalSea& sea,
                                           const FieldView<const double>& eta,
                                           const FaceForces& forces, FieldView<double> v_next) {
  advance({north_, east_, 0, 1}, where, sea, eta, forces, v_next);
}

void ShallowWater::advance_east_transport(const Box& where, const LocalSea& sea,
                                          const FieldView<const double>& eta,
                                          const FaceForces& forces, FieldView<double> u_next) {
  advance({east_, north_, 1, 0}, where, sea, eta, forces, u_next);
}

}  // namespace seafret
