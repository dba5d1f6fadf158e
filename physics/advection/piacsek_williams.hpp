// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>

#include "physics/advection.hpp"

namespace seafret {

/// The wind carrying its own momentum: centred, of second order (Piacsek and Williams 1970), half
/// way between advective and flux form.  The kinetic energy of each component (weights rho dz, for
/// w rho_half dz_half) is conserved whatever divergence a pressure solver has left; without any it
/// equals the flux form, and momentum is conserved too.
///
/// Adds -(wind . grad) wind to the tendencies of u, v and w on `where`; w at the lid has none.
/// Reads the wind on `where` and one column round it, corners included; not collective.  Any cut of
/// a box into boxes, and any number of threads, gives the same bits.
void advect_momentum(const Box& where, const Mesh& mesh, const Wind& wind,
                     std::span<const FieldView<double>> tendencies);

}  // namespace seafret
