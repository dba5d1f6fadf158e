// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/fields/field.hpp"
#include "physics/ocean/basin/local_sea.hpp"

namespace seafret {

/// The depth-mean state: height of the surface over its rest (m), and transports through east and
/// north faces (m2 s-1). Closed faces carry a transport of zero; the surface of a cell that is not
/// wet has no value.
template <class T>
struct FlowView {
  FieldView<T> eta, u, v;

  operator FlowView<const T>() const requires(!std::is_const_v<T>) { return {eta, u, v}; }
};

/// What the equations have besides gravity, turning and wind.
struct FlowTerms {
  double drag = 0.0025;    ///< of the bottom, quadratic: Cd, at least
  double roughness = 0;    ///< of the bottom, z0, m; 0: Cd is the same everywhere (drag_at())
  double linear_drag = 0;  ///< of the bottom, R, m/s
  double viscosity = 0;    ///< lateral, m2/s
  bool advection = false;  ///< of momentum
  double dry_depth = 0;    ///< m, of a dry cell at most; 0: cells never fall dry
};

/// What the equations need besides the box.
struct FlowRules : FlowTerms {
  double dt = 0;  ///< s
};

/// Less water than this is thin, m, where cells of so much are dry.
inline double thin_depth(double dry_depth) { return 5 * dry_depth; }

/// What comes to the transports through faces of one kind from outside these equations; none of it
/// where there is no such field.
struct FaceForces {
  FieldView<const double> stress = {};  ///< tau, m2/s2
  /// What a drag leaves of a transport in a step, 1/(1 + dt r/H), instead of the flow's own drag.
  FieldView<const double> kept = {};
  FieldView<double> moved = {};  ///< to which is added what has moved the surface, m2/s
  /// eta as its slope is to be seen, where that is not as it is (lead_on()).
  FieldView<const double> led_eta = {};
  FieldView<const double> drag = {};  ///< dt Cd, where that is not the same everywhere
};

/// Each of the three advances one unknown over dt on a box, from the latest values of the other
/// two, and writes free cells and wet faces only:
///   dV/dt + f U = -g H d eta/dy - (R + Cd |u|) V/H + tau_y   reads U one column to west and north
///   d eta/dt = -dU/dx - dV/dy                                reads U to the west, V to the south
///   dU/dt - f V = -g H d eta/dx - (R + Cd |u|) U/H + tau_x   reads eta to the east, V to east and
///                                                            south
/// with H = h + eta, and |u| of the old transport and the mean of the four around it; the drag is
/// taken with the new transport.  tau is the wind's stress over the density of the water, and
/// whatever else pushes.
///
/// The mean over four faces is that of V/sqrt(h), times sqrt(h) where it is used (Espelid, Berntsen
/// and Barthel 2000): then the Coriolis force does no work over any bottom.
void advance_north_transport(const Box& where, const LocalSea& sea, const FlowRules& rules,
                             const FlowView<const double>& now, const FaceForces& forces,
                             FieldView<double> v_next);
void advance_surface(const Box& where, const LocalSea& sea, const FlowRules& rules,
                     const FlowView<const double>& now, FieldView<double> eta_next);
void advance_east_transport(const Box& where, const LocalSea& sea, const FlowRules& rules,
                            const FlowView<const double>& now, const FaceForces& forces,
                            FieldView<double> u_next);

/// The surface as it would be `lead` steps later if it went on so: eta' + lead (eta' - eta). Its
/// slope damps waves by lead (omega dt)^2/2 a step, the shortest most of all, where the slope of
/// eta' leaves them as they are; the longest stable step gets shorter by sqrt(1 + 2 lead).
void lead_on(const Box& where, const LocalSea& sea, double lead, FieldView<const double> eta,
             FieldView<const double> eta_next, FieldView<double> led);

}  // namespace seafret
