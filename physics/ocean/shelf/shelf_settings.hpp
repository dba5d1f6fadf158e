// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "physics/ocean/flow/depth_mean_flow.hpp"
#include "physics/ocean/shelf/equation_of_state.hpp"
#include "physics/ocean/shelf/open_sponge.hpp"
#include "physics/ocean/shelf/sea_levels.hpp"
#include "physics/ocean/shelf/vertical_mixing.hpp"

namespace seafret {

/// What its fields of levels hold around a box: the slope of what is carried looks so far.
inline constexpr Halo shelf_halo = Halo::all(2);

/// All that may be chosen of a shelf sea.
struct ShelfSettings {
  FlowSettings flow = {};
  SeaLevelOptions levels = {};
  int substeps = 1;  ///< of the depth-mean flow in a step
  int dyes = 0;      ///< tracers besides temperature and salinity, which weigh nothing
  EquationOfState state = {};
  VerticalMixing mixing = {};
  double lateral_viscosity = 0;  ///< m2/s
  double heat_flux = 0;          ///< into the water through its surface, W/m2
  std::shared_ptr<const TimeSeries> changing_heat = {};  ///< instead, if it changes
  SpongeOptions sponge = {};                             ///< where the sea is open
  double relaxation = 0;  ///< of what comes in at open cells, as OpenWater has it: tau, s

  int tracers() const { return 2 + dyes; }
  bool may_be_thin() const { return flow.dry_depth > 0; }  ///< as ThinColumns are
  bool has_heat() const { return heat_flux != 0 || changing_heat; }
};

/// What a shelf sea is made of, besides the domain: the same on every rank. The time step is that
/// of the sea, its substeps are the flow's.
struct ShelfSetup {
  const Basin& basin;
  SeaMetrics metrics;
  std::vector<OpenCell> open;
  std::vector<SpongeCell> sponge = {};  ///< of the sponge that the settings ask for, if any
  ShelfSettings settings = {};
  Stepping stepping = {};
};

}  // namespace seafret
