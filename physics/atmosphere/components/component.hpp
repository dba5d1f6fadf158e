// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

#include "comms/base/mpi.hpp"
#include "physics/atmosphere/sounding.hpp"
#include "physics/atmosphere/stratus_fields.hpp"
#include "physics/vertical_grid.hpp"

namespace seafret {

/// What a component may be made of, besides its own options.
struct ComponentSetup {
  Mesh mesh;
  const ReferenceAir& reference;  ///< the theta of the model is the deviation from its theta
  const Sounding& sounding;       ///< of the undisturbed air, its wind in the frame of the fields
  std::array<double, 2> frame = {0, 0};  ///< that moves so over the ground, m/s
  bool condenses = true;                 ///< whether vapour and cloud water are kept in balance
};

/// How strongly momentum, and all that is carried, are mixed, m2/s: at the faces between levels.
/// That of the bottom of level k is number k of a column, and one more is the lid's.
struct Viscosities {
  FieldView<double> momentum = {}, scalars = {};
};

/// What a component costs in a cell and step, on the average over the levels: the bytes that it
/// must move between memory and processor where no field fits the cache, and what it computes,
/// roots and quotients counted as one.
struct Work {
  double bytes = 0, flops = 0;
  double flops_of_scalar = 0;  ///< besides, for each field that is carried
};

/// The air in a step.
struct Moment {
  const TimeLevel &past, &now;   ///< time levels n-1, which all that damps is taken from, and n
  double span = 0;               ///< from n-1 to n+1, s
  Viscosities viscosities = {};  ///< of the past, where one that mixes is on
};

}  // namespace seafret
