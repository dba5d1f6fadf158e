// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/base/domain.hpp"
#include "decomposition/fields/field.hpp"
#include "physics/ocean/basin/basin.hpp"
#include "physics/ocean/forcing/tide.hpp"

namespace seafret {

/// A constituent of a model's tide, as it was analysed.
struct ModelTide {
  Constituent constituent;
  FieldView<const double> amplitude, phase;  ///< m; degrees, behind Greenwich
  const Basin& basin;
  const SeaMetrics& metrics;
  const Domain& domain;
  double level = 0;  ///< m: of the surface at rest
};

}  // namespace seafret
