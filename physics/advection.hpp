// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>

#include "decomposition/field.hpp"
#include "decomposition/registry.hpp"
#include "physics/vertical_grid.hpp"

namespace seafret {

/// Velocities on the C grid: u on east faces, v on north faces, w on top faces, m/s.
struct Wind {
  FieldView<const double> u, v, w;
};

/// What an advection scheme is made of.  It may keep work space for `fields` fields and any box
/// within `owned`, so that advecting allocates nothing.
struct AdvectionSetup {
  const VerticalGrid& levels;
  double dx = 1, dy = 1;  ///< m
  Box owned;
  int fields = 1;
};

/// Carries scalars (cell centres) along with the wind.  Reads scalars and wind on `where` and two
/// columns round it, corners included; not collective.
class ScalarAdvection {
 public:
  virtual ~ScalarAdvection() = default;
  /// tendency += -div(rho wind q)/rho on `where`, per second, with q taken forward over dt seconds.
  /// Any cut of a box into boxes, and any number of threads, gives the same bits.
  virtual void advect(const Box& where, const Wind& wind, double dt,
                      std::span<const FieldView<const double>> scalars,
                      std::span<const FieldView<double>> tendencies) = 0;
};

using MakeScalarAdvection = std::unique_ptr<ScalarAdvection> (*)(const AdvectionSetup&);
Registry<MakeScalarAdvection>& advection_schemes();

}  // namespace seafret
