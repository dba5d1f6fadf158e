// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/flow/flow_kernels.hpp"

#include "physics/ocean/constants.hpp"
#include "physics/ocean/flow/row_forces.hpp"

namespace seafret {
namespace {

/// What acts on a transport within dt, but for drag and stress.
struct Push {
  double impulse, across, height;
};

/// A row of a field from the west of a box on; nullptr if there is no field.
template <class T>
T* row_of(const FieldView<T>& field, const Box& where, int j) {
  return field.data == nullptr ? nullptr : field.column(where.x0, j);
}

/// What forces do to the transports q of a row of faces.
class ForcedRow {
 public:
  ForcedRow(const FlowRules& rules, const FaceForces& forces, const Box& where, int j,
            const double* q, double* out)
      : drag_(rules),
        dt_(rules.dt),
        stress_(row_of(forces.stress, where, j)),
        kept_(row_of(forces.kept, where, j)),
        quadratic_(row_of(forces.drag, where, j)),
        q_(q),
        out_(out) {}

  /// Advances a run of faces by what push_of(i) tells of each.
  template <class PushOf>
  void advance(int begin, int end, PushOf push_of) const {
    if (stress_ == nullptr)
      blown(begin, end, push_of, [](int) { return 0.; });
    else
      blown(begin, end, push_of, [dt = dt_, tau = stress_](int i) { return dt * tau[i]; });
  }

 private:
  /// All that it calls is made part of it: else no loop would be done in vectors.
  template <class PushOf, class Wind>
  [[gnu::flatten]] void blown(int begin, int end, PushOf push_of, Wind wind) const {
    const auto keep = [=, kept = kept_, q = q_, out = out_](int i) {
      out[i] = kept[i] * (q[i] + (push_of(i).impulse + wind(i)));
    };
    const auto drag_on = [=, drag = drag_, q = q_, out = out_](int i) {
      const Push push = push_of(i);
      out[i] = drag.on(q[i], push.across, push.impulse + wind(i), push.height);
    };
    const auto drag_on_each = [=, drag = drag_, own = quadratic_, q = q_, out = out_](int i) {
      const Push push = push_of(i);
      out[i] = Drag(drag, own[i]).on(q[i], push.across, push.impulse + wind(i), push.height);
    };
    if (kept_ != nullptr)
      in_lanes(begin, end, keep);
    else if (quadratic_ != nullptr)
      in_lanes(begin, end, drag_on_each);
    else
      in_lanes(begin, end, drag_on);
  }

  Drag drag_;
  double dt_;
  const double *stress_, *kept_, *quadratic_, *q_;
  double* out_;
};

void add_run(double* sum, int begin, int end, const double* more) {
  if (sum == nullptr) return;
#pragma omp simd
  for (int i = begin; i < end; ++i) sum[i] += more[i];
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
  for_each_row(sea.north_faces, where, [&](int j) {
    // Each row of east faces turns by its own f, weighed by its length: no work is done.
    const auto row = static_cast<std::size_t>(j);
    const double turn0 = rules.dt * m.coriolis[row] * m.dx[row] / m.dx_north[row];
    const double turn1 = rules.dt * m.coriolis[row + 1] * m.dx[row + 1] / m.dx_north[row];
    const auto on = [&](const auto& field, int to_north = 0) {
      return row_of(field, where, j + to_north);
    };
    const FieldView<const double>& surface = sloping(forces, now.eta);
    const double *eta0 = on(now.eta), *eta1 = on(now.eta, 1), *s0 = on(surface);
    const double *s1 = on(surface, 1), *u0 = on(now.u), *u1 = on(now.u, 1);
    const double *w0 = on(sea.east.weight.view()), *w1 = on(sea.east.weight.view(), 1);
    const double *depth = on(sea.north.depth.view()), *weight = on(sea.north.weight.view());
    const auto push_of = [=](int i) -> Push {
      const double root = 0.25 * depth[i] * weight[i];  // sqrt(h)/4
      const double mean0 = root * (w0[i - 1] * u0[i - 1] + w0[i] * u0[i]);
      const double mean1 = root * (w1[i - 1] * u1[i - 1] + w1[i] * u1[i]);
      const double height = depth[i] + 0.5 * (eta0[i] + eta1[i]);
      const double impulse = -(turn0 * mean0 + turn1 * mean1) - slope * height * (s1[i] - s0[i]);
      return {impulse, mean0 + mean1, height};
    };
    const ForcedRow forced(rules, forces, where, j, on(now.v), on(v_next));
    return [=, next = on(v_next), moved = on(forces.moved)](int begin, int end) {
      forced.advance(begin, end, push_of);
      add_run(moved, begin, end, next);
    };
  });
}

void advance_surface(const Box& where, const LocalSea& sea, const FlowRules& rules,
                     const FlowView<const double>& now, FieldView<double> eta_next) {
  for_each_row(sea.free_cells, where, [&](int j) {
    const RowOfCells row(sea.metrics, j, rules.dt);
    const double *eta = row_of(now.eta, where, j), *u = row_of(now.u, where, j);
    const double *v1 = row_of(now.v, where, j), *v0 = row_of(now.v, where, j - 1);
    const auto move = [=, out = row_of(eta_next, where, j)](int i) {
      out[i] = eta[i] - row.in_x * (u[i] - u[i - 1]) - (row.north * v1[i] - row.south * v0[i]);
    };
    return [=](int begin, int end) { in_lanes(begin, end, move); };
  });
}

void advance_east_transport(const Box& where, const LocalSea& sea, const FlowRules& rules,
                            const FlowView<const double>& now, const FaceForces& forces,
                            FieldView<double> u_next) {
  const SeaMetrics& m = sea.metrics;
  for_each_row(sea.east_faces, where, [&](int j) {
    const auto row = static_cast<std::size_t>(j);
    const double turn = rules.dt * m.coriolis[row];
    const double slope = rules.dt * gravity / m.dx[row];
    const auto on = [&](const auto& field, int to_north = 0) {
      return row_of(field, where, j + to_north);
    };
    const double *eta = on(now.eta), *s = on(sloping(forces, now.eta));
    const double *v0 = on(now.v, -1), *v1 = on(now.v);
    const double *w0 = on(sea.north.weight.view(), -1), *w1 = on(sea.north.weight.view());
    const double *depth = on(sea.east.depth.view()), *weight = on(sea.east.weight.view());
    const auto push_of = [=](int i) -> Push {
      const double root = 0.25 * depth[i] * weight[i];  // sqrt(h)/4
      const double mean = root * ((w0[i] * v0[i] + w0[i + 1] * v0[i + 1]) +
                                  (w1[i] * v1[i] + w1[i + 1] * v1[i + 1]));
      const double height = depth[i] + 0.5 * (eta[i] + eta[i + 1]);
      return {turn * mean - slope * height * (s[i + 1] - s[i]), mean, height};
    };
    const ForcedRow forced(rules, forces, where, j, on(now.u), on(u_next));
    return [=, u = on(now.u), moved = on(forces.moved)](int begin, int end) {
      forced.advance(begin, end, push_of);
      add_run(moved, begin, end, u);
    };
  });
}

void lead_on(const Box& where, const LocalSea& sea, double lead, FieldView<const double> eta,
             FieldView<const double> eta_next, FieldView<double> led) {
  for_each_row(sea.wet_cells, where, [&](int j) {
    const double *const before = row_of(eta, where, j), *const after = row_of(eta_next, where, j);
    const auto point = [=, out = row_of(led, where, j)](int i) {
      out[i] = after[i] + lead * (after[i] - before[i]);
    };
    return [=](int begin, int end) { in_lanes(begin, end, point); };
  });
}

}  // namespace seafret
