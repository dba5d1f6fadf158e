// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>

#include "physics/advection.hpp"

namespace seafret {

/// out = factor * div(rho wind), kg m-3 s-1 times the factor.  Reads u one column to the west of
/// the box and v one to the south.
void divergence(const Box& where, const Mesh& mesh, const Wind& wind, double factor,
                FieldView<double> out);

/// The largest |div(rho wind)|/rho on a box, 1/s.
double largest_divergence(const Box& where, const Mesh& mesh, const Wind& wind);

/// Takes span * grad p off the velocities u, v and w: on the box, for u also one column to the west
/// of it, for v one to the south, so that the divergence can be measured without another swap.
/// Reads p one column round the box, without corners.
void project(const Box& where, const Mesh& mesh, double span, FieldView<const double> p,
             std::span<const FieldView<double>> velocities);

}  // namespace seafret
