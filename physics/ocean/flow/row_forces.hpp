// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>

#include "physics/ocean/flow/flow_kernels.hpp"

namespace seafret {

/// What drags over a time step.
struct Drag {
  explicit Drag(const FlowRules& rules)
      : quadratic(rules.dt * rules.drag), linear(rules.dt * rules.linear_drag) {}
  Drag(const Drag& other, double own_quadratic) : quadratic(own_quadratic), linear(other.linear) {}
  double quadratic, linear;

  /// A transport q after the step: the other forces give it an impulse, the drag (R + Cd |u|) q/H
  /// is taken with the new q; `across` is the transport at right angles, `own` dt Cd there. One
  /// division instead of three.
  template <class V, class Own>
  [[gnu::always_inline]] V on(V q, V across, V impulse, V h, Own own) const {
    const V hh = h * h;
    return hh * (q + impulse) / (hh + linear * h + own * root(q * q + across * across));
  }
  /// The same of a current u that the other forces have made `pushed`.
  double on_current(double u, double across, double pushed, double h) const {
    return h * pushed / (h + linear + quadratic * std::sqrt(u * u + across * across));
  }
};

/// What a run of faces that begins there has of a field; nullptr if there is no field.
inline const double* run_of(const FieldView<const double>& field, int i0, int j) {
  return field.data == nullptr ? nullptr : field.column(i0, j);
}

/// Calls work(drag), which gives what drags at point i of a run of faces: the same at all, unless
/// there is a dt Cd for each.
template <class Work>
void with_drag(const Drag& everywhere, const double* quadratic, Work work) {
  if (quadratic == nullptr) return work([everywhere](int) { return everywhere; });
  work([everywhere, quadratic](int i) { return Drag(everywhere, quadratic[i]); });
}

/// Calls work(impulse), which gives what the wind adds at point i of a run of faces within dt.
template <class Work>
void with_wind(const FieldView<const double>& stress, double dt, int i0, int j, Work work) {
  const double* const tau = run_of(stress, i0, j);
  if (tau == nullptr) return work([](int) { return 0.; });
  work([dt, tau](int i) { return dt * tau[i]; });
}

/// dt times the length of the faces of a row's cells over their area, s/m.
struct RowOfCells {
  RowOfCells(const SeaMetrics& m, int j, double dt) {
    const auto row = static_cast<std::size_t>(j);
    const double in_y = dt / (m.dx[row] * m.dy);
    in_x = dt / m.dx[row];
    north = in_y * m.dx_north[row];
    south = row == 0 ? 0 : in_y * m.dx_north[row - 1];  // the edge is closed
  }
  double in_x, north, south;
};

}  // namespace seafret
