// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/flow_kernels.hpp"

#include "physics/ocean/row_forces.hpp"

namespace seafret {
namespace {

/// What acts on a transport within dt, but for drag and stress.
struct Push {
  double impulse, across, height;
};

/// Advances the transports q of a run of faces by what push_of(i) and blown(i) tell of each.
template <class PushOf, class Blown>
[[gnu::flatten]] void drag_run(const Drag& drag, int n, const double* q, double* out,
                               PushOf push_of, Blown blown) {
#pragma omp simd
  for (int i = 0; i < n; ++i) {
    const Push push = push_of(i);
    out[i] = drag.on(q[i], push.across, push.impulse + blown(i), push.height);
  }
}
/// The same, where it is known what the drag leaves.
template <class PushOf, class Blown>
[[gnu::flatten]] void keep_run(const double* kept, int n, const double* q, double* out,
                               PushOf push_of, Blown blown) {
#pragma omp simd
  for (int i = 0; i < n; ++i) out[i] = kept[i] * (q[i] + (push_of(i).impulse + blown(i)));
}
template <class PushOf>
void advance_run(const FlowRules& rules, const FaceForces& forces, int i0, int j, int n,
                 const double* q, double* out, PushOf push_of) {
  with_wind(forces.stress, rules.dt, i0, j, [&](auto blown) {
    if (forces.kept.data != nullptr)
      keep_run(forces.kept.column(i0, j), n, q, out, push_of, blown);
    else
      drag_run(Drag(rules), n, q, out, push_of, blown);
  });
}

void add_run(const FieldView<double>& sum, int i0, int j, int n, const double* more) {
  if (sum.data == nullptr) return;
  double* const to = sum.column(i0, j);
#pragma omp simd
  for (int i = 0; i < n; ++i) to[i] += more[i];
}

/// The surface as its slope is to be seen.
const FieldView<const double>& sloping(const FaceForces& forces,
                                       const FieldView<const double>& eta) {
  return forces.led_eta.data == nullptr ? eta : forces.led_eta;
}

}  // namespace

void advance_north_transport(const Box& where, const LocalSea& sea, const FlowRules& rules,
                             const FlowView<const double>& now, const FaceForces& forces,
                             FieldView<double> v_next) {
  const SeaMetrics& m = sea.metrics;
  const double slope = rules.dt * gravity / m.dy;
  const FieldView<const double> h = sea.north.depth.view(), here = sea.north.weight.view(),
                                east = sea.east.weight.view();
  for_each_run(sea.north_faces, where, [&](int j, int i0, int n) {
    // Each row of east faces turns by its own f, weighed by its length: no work is done.
    const auto row = static_cast<std::size_t>(j);
    const double turn0 = rules.dt * m.coriolis[row] * m.dx[row] / m.dx_north[row];
    const double turn1 = rules.dt * m.coriolis[row + 1] * m.dx[row + 1] / m.dx_north[row];
    const double *eta0 = now.eta.column(i0, j), *eta1 = now.eta.column(i0, j + 1);
    const FieldView<const double>& surface = sloping(forces, now.eta);
    const double *s0 = surface.column(i0, j), *s1 = surface.column(i0, j + 1);
    const double *u0 = now.u.column(i0, j), *u1 = now.u.column(i0, j + 1);
    const double *w0 = east.column(i0, j), *w1 = east.column(i0, j + 1);
    const double *v = now.v.column(i0, j), *depth = h.column(i0, j), *weight = here.column(i0, j);
    double* const out = v_next.column(i0, j);
    advance_run(rules, forces, i0, j, n, v, out, [=](int i) -> Push {
      const double root = 0.25 * depth[i] * weight[i];  // sqrt(h)/4
      const double mean0 = root * (w0[i - 1] * u0[i - 1] + w0[i] * u0[i]);
      const double mean1 = root * (w1[i - 1] * u1[i - 1] + w1[i] * u1[i]);
      const double height = depth[i] + 0.5 * (eta0[i] + eta1[i]);
      const double impulse = -(turn0 * mean0 + turn1 * mean1) - slope * height * (s1[i] - s0[i]);
      return {impulse, mean0 + mean1, height};
    });
    add_run(forces.moved, i0, j, n, out);
  });
}

void advance_surface(const Box& where, const LocalSea& sea, const FlowRules& rules,
                     const FlowView<const double>& now, FieldView<double> eta_next) {
  const SeaMetrics& m = sea.metrics;
  for_each_run(sea.free_cells, where, [&](int j, int i0, int n) {
    const RowOfCells row(m, j, rules.dt);
    const double *eta = now.eta.column(i0, j), *u = now.u.column(i0, j);
    const double *v1 = now.v.column(i0, j), *v0 = now.v.column(i0, j - 1);
    double* const out = eta_next.column(i0, j);
#pragma omp simd
    for (int i = 0; i < n; ++i)
      out[i] = eta[i] - row.in_x * (u[i] - u[i - 1]) - (row.north * v1[i] - row.south * v0[i]);
  });
}

void advance_east_transport(const Box& where, const LocalSea& sea, const FlowRules& rules,
                            const FlowView<const double>& now, const FaceForces& forces,
                            FieldView<double> u_next) {
  const SeaMetrics& m = sea.metrics;
  const FieldView<const double> h = sea.east.depth.view(), here = sea.east.weight.view(),
                                north = sea.north.weight.view();
  for_each_run(sea.east_faces, where, [&](int j, int i0, int n) {
    const auto row = static_cast<std::size_t>(j);
    const double turn = rules.dt * m.coriolis[row];
    const double slope = rules.dt * gravity / m.dx[row];
    const double *eta = now.eta.column(i0, j), *u = now.u.column(i0, j);
    const double* const s = sloping(forces, now.eta).column(i0, j);
    const double *v0 = now.v.column(i0, j - 1), *v1 = now.v.column(i0, j);
    const double *w0 = north.column(i0, j - 1), *w1 = north.column(i0, j);
    const double *depth = h.column(i0, j), *weight = here.column(i0, j);
    double* const out = u_next.column(i0, j);
    advance_run(rules, forces, i0, j, n, u, out, [=](int i) -> Push {
      const double root = 0.25 * depth[i] * weight[i];  // sqrt(h)/4
      const double mean = root * ((w0[i] * v0[i] + w0[i + 1] * v0[i + 1]) +
                                  (w1[i] * v1[i] + w1[i + 1] * v1[i + 1]));
      const double height = depth[i] + 0.5 * (eta[i] + eta[i + 1]);
      return {turn * mean - slope * height * (s[i + 1] - s[i]), mean, height};
    });
    add_run(forces.moved, i0, j, n, u);
  });
}

void lead_on(const Box& where, const LocalSea& sea, double lead, FieldView<const double> eta,
             FieldView<const double> eta_next, FieldView<double> led) {
  for_each_run(sea.wet_cells, where, [&](int j, int i0, int n) {
    const double *const before = eta.column(i0, j), *const after = eta_next.column(i0, j);
    double* const out = led.column(i0, j);
#pragma omp simd
    for (int i = 0; i < n; ++i) out[i] = after[i] + lead * (after[i] - before[i]);
  });
}

}  // namespace seafret
