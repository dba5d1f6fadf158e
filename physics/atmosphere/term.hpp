// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/atmosphere/sounding.hpp"
#include "physics/atmosphere/stratus_fields.hpp"
#include "physics/vertical_grid.hpp"

namespace seafret {

/// What a term of the equations may be made of, besides its own options.
struct TermSetup {
  const VerticalGrid& levels;
  double theta_ref = 0;      ///< K: the theta of the model is the deviation from it
  const Sounding& sounding;  ///< of the undisturbed air
};

/// For terms of which nothing is to be chosen.
struct NoOptions {};

}  // namespace seafret
