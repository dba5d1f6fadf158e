// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>

#include "comms/exchange/halo_exchange.hpp"
#include "physics/advection.hpp"

namespace seafret {

/// Who is told the fluxes through the east faces of its last column by its eastern neighbours,
/// rather than working them out from the halo.  Nobody is by himself: not where a box reaches from
/// edge to edge.
enum class FluxMode {
  recompute,  ///< nobody
  swap,       ///< everybody (Brown et al. 2018)
  wrap_only   ///< those at the grid's east edge, by those at its west edge (the public MONC)
};

/// The one-direction swap of advection.  Each rank first works out what all scalars carry through
/// the west faces of its box, sends that to the ranks whose east faces these are, and takes it
/// for its own first column.  While it flies the box is advected, but for what leaves the last
/// column: that waits until it has come.
///
/// West and east, because columns lie side by side in memory along x (as in MONC along y, where it
/// has its swap): there a sweep takes over each flux from the cell before, and needs one of its own
/// only at the first face of a row.
class FluxSwap {
 public:
  /// Where the swapped field lies: on a grid of those columns alone at which some box begins.
  /// Boxes that touch there touch here, so all that HaloExchange knows holds, while of a block
  /// one column is left; on the true grid the field would need room for all columns in between.
  static Decomposition columns(const Decomposition& boxes, FluxMode mode);
  /// The swapped field: the fluxes of all scalars, which travel as one column.
  static FieldDescription description(int scalars, int levels);

  /// `boxes` is where the scalars are; the grid must be periodic along x.  `fluxes` lies on
  /// `columns`, as above.  Collective.
  FluxSwap(const Domain& boxes, const Decomposition& columns, FluxMode mode,
           const FieldView<double>& fluxes, const HaloOptions& options);

  /// Works out and sends the fluxes through the west faces.  Reads what advect() reads.
  void start(ScalarAdvection& advection, const Wind& wind, double dt,
             std::span<const FieldView<const double>> scalars, const Mixing& mixing = {});
  /// What advect() need not work out of a box of the owned one, between start() and finish().
  EdgeFluxes edges(const Box& where);
  /// Waits for the fluxes through the east faces and finishes the last column of what advect() was
  /// given.
  void finish(std::span<const FieldView<double>> tendencies,
              std::span<const FieldView<const double>> scalars = {}, const LeapAlong& leap = {});

  const HaloExchange& exchange() const { return exchange_; }

 private:
  Box box_;
  bool sends_, receives_;
  Fluxes<double> west_, east_;  // two columns of the swapped field, as Fluxes counts them
  Field<> into_last_;
  Columns swapped_;
  HaloExchange exchange_;
};

}  // namespace seafret
