// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "physics/ocean/flow/shallow_water_rows.hpp"

namespace seafret {

void ShallowWater::find_east_currents(const Box& where, const LocalSea& sea,
                                      const FlowView<const double>& now) {
  find_currents({east_, north_, 1, 0}, where, sea, now.eta, now.u);
}

void ShallowWater::find_north_currents(const Box& where, const LocalSea& sea,
                                       const FlowView<const double>& now) {
  find_currents({north_, east_, 0, 1}, where, sea, now.eta, now.v);
}

void ShallowWater::find_currents(const Side& side, const Box& where, const LocalSea& sea,
                                 const FieldView<const double>& eta,
                                 const FieldView<const double>& transport) {
  const SeaMetrics& metrics = sea.metrics;
  const WetRuns& faces = side.di == 1 ? sea.east_faces : sea.north_faces;
  const FieldView<const double> depth = depth_.view();
  const FieldView<double> current = side.own.current.view(), root = side.own.root.view(),
                          offered = side.own.offered.view();
  for_each_run(faces, where, [&](int j, int i0, int n) {
    const bool dries = rules_.dry_depth > 0;
    const double *eta0 = eta.column(i0, j), *eta1 = eta.column(i0 + side.di, j + side.dj);
    const double *rest0 = depth.column(i0, j), *rest1 = depth.column(i0 + side.di, j + side.dj);
    const double* const q = transport.column(i0, j);
    double *const c = current.column(i0, j), *const r = root.column(i0, j),
                  *const out = offered.column(i0, j);
    const double half_per_spacing =
        0.5 * rules_.dt / (side.di == 1 ? metrics.dx[static_cast<std::size_t>(j)] : metrics.dy);
#pragma omp simd
    for (int i = 0; i < n; ++i) {
      const double h0 = rest0[i] + eta0[i], h1 = rest1[i] + eta1[i], mean = 0.5 * (h0 + h1);
      const double u = q[i] / (greatest(0., mean) + hardly_any);
      c[i] = u;
      r[i] = std::sqrt(greatest(0., mean));
      out[i] = dries ? u * greatest(0., mean - u * half_per_spacing * (h1 - h0)) : q[i];
    }
  });
}

void ShallowWater::find_shares(const Box& where, const LocalSea& sea,
                               const FlowView<const double>& now, const Allowance& allowance) {
  const SeaMetrics& m = sea.metrics;
  const FieldView<const double> u = east_.offered.view(), v = north_.offered.view(),
                                depth = depth_.view();
  for_each_run(sea.free_cells, where, [&](int j, int i0, int n) {
    const RowOfCells row(m, j, rules_.dt);
    const double *eta = now.eta.column(i0, j), *rest = depth.column(i0, j);
    const double *east = u.column(i0, j), *north = v.column(i0, j), *south = v.column(i0, j - 1);
    double* const share = share_.view().column(i0, j);
    const auto leaves = [=](int i) {
      return row.in_x * (greatest(0., east[i]) - least(0., east[i - 1])) +
             (row.north * greatest(0., north[i]) - row.south * least(0., south[i]));
    };
    const auto room = [=, half_dry = 0.5 * rules_.dry_depth](int i) {
      return greatest(0., rest[i] + eta[i] - half_dry);
    };
    if (allowance.next.data == nullptr) {
#pragma omp simd
      for (int i = 0; i < n; ++i) share[i] = room(i) / (greatest(leaves(i), room(i)) + hardly_any);
      return;
    }
    const double *const left = allowance.now.column(i0, j), from_start = allowance.fresh ? 0.5 : 0;
    double* const still_left = allowance.next.column(i0, j);
#pragma omp simd
    for (int i = 0; i < n; ++i) {
      const double may = from_start > 0 ? from_start * (rest[i] + eta[i]) : left[i];
      const double most = least(room(i), may), wanted = leaves(i);
      share[i] = most / (greatest(wanted, most) + hardly_any);
      still_left[i] = may - least(wanted, most);
    }
  });
}

void ShallowWater::find_fluxes(const Box& where, const LocalSea& sea, const Moved& moved) {
  const FieldView<const double> share = share_.view();
  const auto pass = [&](Faces& faces, const FieldView<double>& sum, const WetRuns& runs, int di,
                        int dj) {
    for_each_run(runs, where, [&](int j, int i0, int n) {
      const double *here = share.column(i0, j), *there = share.column(i0 + di, j + dj);
      const double* const offered = faces.offered.view().column(i0, j);
      double* const flux = faces.flux.view().column(i0, j);
#pragma omp simd
      for (int i = 0; i < n; ++i) flux[i] = offered[i] * (offered[i] > 0 ? here[i] : there[i]);
      if (sum.data == nullptr) return;
      double* const moves = sum.column(i0, j);
#pragma omp simd
      for (int i = 0; i < n; ++i) moves[i] += flux[i];
    });
  };
  pass(east_, moved.east, sea.east_faces, 1, 0);
  pass(north_, moved.north, sea.north_faces, 0, 1);
}

}  // namespace seafret
