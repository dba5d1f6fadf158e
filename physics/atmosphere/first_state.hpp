// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

#include "decomposition/grid/grid.hpp"
#include "physics/atmosphere/sounding.hpp"
#include "physics/atmosphere/stratus_fields.hpp"

namespace seafret {

/// The air before the first step: a sounding everywhere, a uniform wind, some noise to start the
/// turbulence from, and a puff of each passive tracer.
struct FirstState {
  Sounding sounding;
  double theta_ref = 0;    ///< K
  double u = 0, v = 0;     ///< m/s
  double noise = 0;        ///< K, at most, on the liquid-water potential temperature
  std::uint64_t seed = 0;  ///< of the noise

  /// Both time levels and the pressure, halo included.  A function of the place on the (periodic)
  /// grid alone, so that the halo is what a swap would bring.
  void fill(const Grid& grid, const VerticalGrid& levels, StratusFields& fields) const;
};

}  // namespace seafret
