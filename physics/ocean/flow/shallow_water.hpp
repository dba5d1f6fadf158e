// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/ocean/flow/flow_kernels.hpp"

namespace seafret {

/// The depth-mean equations in full: with advection of momentum, lateral viscosity, and cells that
/// fall dry and are flooded again. What a step keeps between its stages, and those stages.
///
/// A step begins with the surface and goes on with V and U, the cycle of DepthMeanFlow. u = U/H is
/// the current at a face, H there the mean of its two cells.
///  - A face lets through u times the depth of what passes it within dt, H - dt u dH/dx/2 (Lax and
///    Wendroff), not less than none.
///  - A cell with `dry_depth` or less is dry, and gives nothing of the last half of that: the
///    fluxes out of a cell are multiplied by its share = min(1, (H - dry/2)/outflow), those into it
///    are not (Warner et al. 2013, Computers and Geosciences 58, 52-61). So no depth is ever
///    negative and no water lost.
///  - Momentum is carried by those same fluxes, in the form that keeps it over any step of the
///    bottom: H du/dt = -sum of Q (u* - u), u* of second order in space and time with van Leer's
///    monotonised central limiter (Stelling and Duinmeijer 2003, International Journal for
///    Numerical Methods in Fluids 43, 1329-1354).
///  - On a sphere currents that carry momentum are turned by f + u tan(phi)/R instead of f: of any
///    two faces that turn each other u is that of the east one, so that this does no work either.
///  - Where the cell that it would come from is dry, or has no water over the bottom at the face, u
///    is 0: a lake in rugged banks stays at rest to the last bit.
///  - The Coriolis force between two faces is weighed by min(sqrt(H H'), 2 H, 2 H'): no work is
///    done by it and no face is pushed by deeper ones without bound.
///
/// Where the flow is driven (FlowDrive) what drives it carries and spreads momentum: here this is
/// left to that. A current keeps the share of it that its cell could give: else one that is held
/// back for a whole step of the drive would gather speed that no drag sees. Water of less than
/// thin_depth() is slowed by what the drive keeps or by its own drag, whichever is more: the drive
/// does not know yet what has only just been flooded.
class ShallowWater {
 public:
  /// So much of its water a cell may give away in all steps together that belong to one of what
  /// drives the flow; m, nothing where all may go.
  struct Allowance {
    FieldView<const double> now = {};
    FieldView<double> next = {};
    bool fresh = false;  ///< the first of these steps: half of the water that there is
  };
  /// To which is added what passes the faces, m2/s, if it is wanted.
  struct Moved {
    FieldView<double> east = {}, north = {};
  };

  /// Columns of halo that a step uses up.
  static constexpr int reach = 3;

  /// On the box with so many columns round it.
  ShallowWater(const Basin& basin, const FlowRules& rules, const Box& owned, int halo);
  static std::size_t bytes(const Box& owned, int halo);

  /// u and what the faces offer, m2/s. Reads the cells on both sides.
  void find_east_currents(const Box& where, const LocalSea& sea, const FlowView<const double>& now);
  void find_north_currents(const Box& where, const LocalSea& sea,
                           const FlowView<const double>& now);
  /// Each cell's share. Reads what its four faces offer.
  void find_shares(const Box& where, const LocalSea& sea, const FlowView<const double>& now,
                   const Allowance& allowance);
  /// What passes the faces east and north of cells. Reads the shares on both sides.
  void find_fluxes(const Box& where, const LocalSea& sea, const Moved& moved);

  /// U and V of the next step from `eta` of that; one reads currents two columns away on all sides,
  /// fluxes one away. U wants the V of this step to be done.
  void advance_north_transport(const Box& where, const LocalSea& sea,
                               const FieldView<const double>& eta, const FaceForces& forces,
                               FieldView<double> v_next);
  void advance_east_transport(const Box& where, const LocalSea& sea,
                              const FieldView<const double>& eta, const FaceForces& forces,
                              FieldView<double> u_next);

  /// What moved the surface, m2/s.
  FieldView<const double> flux_u() const { return east_.flux.view(); }
  FieldView<const double> flux_v() const { return north_.flux.view(); }
  /// Of each cell at rest, m; below 0 on land that may be flooded.
  FieldView<const double> depth() const { return depth_.view(); }

 private:
  /// Of the faces of one kind.
  struct Faces {
    Faces(const Box& owned, int halo);
    Field<> current;  ///< at the old surface, m/s
    Field<> next;     ///< at the new one
    Field<> root;     ///< of H, of the old surface
    Field<> offered, flux;
  };
  struct Side;
  struct Row;

  void find_currents(const Side& side, const Box& where, const LocalSea& sea,
                     const FieldView<const double>& eta, const FieldView<const double>& transport);
  void advance(const Side& side, const Box& where, const LocalSea& sea,
               const FieldView<const double>& eta, const FaceForces& forces,
               FieldView<double> transport);
  void advance_driven(const Side& side, const Box& where, const LocalSea& sea,
                      const FieldView<const double>& eta, const FaceForces& forces,
                      FieldView<double> transport);

  FlowRules rules_;
  Field<> depth_, share_;
  Faces east_, north_;
};

}  // namespace seafret
