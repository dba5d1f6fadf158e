// SPDX-License-Identifier: BSD-3-Clause

#include "physics/ocean/flow/shallow_water_rows.hpp"

namespace seafret {

void ShallowWater::advance_driven(const Side& side, const Box& where, const LocalSea& sea,
                                  const FieldView<const double>& eta, const FaceForces& forces,
                                  FieldView<double> transport) {
  const FieldView<const double> depth = depth_.view();
  const std::ptrdiff_t east = 1, north = depth.row();
  const std::ptrdiff_t a = side.di == 1 ? east : north, b = side.di == 1 ? north : east;
  const Drag everywhere(rules_);
  const double dry = rules_.dry_depth, thin = thin_depth(dry), dt = rules_.dt;
  for_each_run(side.di == 1 ? sea.east_faces : sea.north_faces, where, [&](int j, int i0, int n) {
    const Row row(side, sea.metrics, rules_, j);
    const int i1 = i0 + side.di, j1 = j + side.dj;
    const double *eta0 = eta.column(i0, j), *eta1 = eta.column(i1, j1);
    const double *led0 = forces.led_eta.column(i0, j), *led1 = forces.led_eta.column(i1, j1);
    const double *rest0 = depth.column(i0, j), *rest1 = depth.column(i1, j1);
    const double *tau = forces.stress.column(i0, j), *kept = forces.kept.column(i0, j);
    const double *share0 = share_.view().column(i0, j), *share1 = share_.view().column(i1, j1);
    const double* const c = side.own.current.view().column(i0, j);
    const double *r = side.own.root.view().column(i0, j), *s = side.other.root.view().column(i0, j);
    const double* const d =
        (side.di == 1 ? side.other.next : side.other.current).view().column(i0, j);
    double *const out = transport.column(i0, j), *const next = side.own.next.view().column(i0, j);
    with_drag(everywhere, run_of(forces.drag, i0, j), [=](auto drag) {
#pragma omp simd
      for (int i = 0; i < n; ++i) {
        const BesideFace beside{rest0[i], rest1[i], eta0[i], eta1[i]};
        const double mean = greatest(0.5 * dry, beside.mean());
        const double per_root = 1 / (r[i] + hardly_any);
        const double near =
            0.25 * (weight(s[i - b], per_root) * d[i - b] + weight(s[i], per_root) * d[i]);
        const double far = 0.25 * (weight(s[i + a - b], per_root) * d[i + a - b] +
                                   weight(s[i + a], per_root) * d[i + a]);
        const double u = c[i] * (c[i] > 0 ? share0[i] : share1[i]);
        const double pushed = u + (row.turn_near * near + row.turn_far * far) -
                              row.slope * (led1[i] - led0[i]) + dt * tau[i] / mean;
        const double own = drag(i).on_current(u, near + far, 1, mean);
        next[i] = beside.let_through(pushed * (mean < thin ? least(kept[i], own) : kept[i]), dry);
        out[i] = mean * next[i];
      }
    });
  });
}

}  // namespace seafret
