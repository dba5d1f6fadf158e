// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <string>

#include "physics/advection/flux_swap.hpp"
#include "physics/atmosphere/first_state.hpp"
#include "physics/atmosphere/reference_state.hpp"
#include "physics/atmosphere/stretched_grid.hpp"
#include "physics/atmosphere/terms.hpp"
#include "physics/poisson.hpp"

namespace seafret {

/// All that may be chosen of the model; every part says its own defaults, which together are the
/// night of EUROCS/FIRE-I (Duynkerke et al. 2004).
struct StratusSettings {
  std::array<int, 3> points = {50, 50, 120};  ///< columns in x and y, levels
  std::array<double, 2> spacing = {50, 50};   ///< of the columns, m
  LevelOptions levels = {};
  ReferenceAir reference = {};
  FirstState first = {};
  int q_fields = 25;  ///< water vapour, cloud water and passive tracers
  std::string advection = "ultimate";
  FluxMode flux_swap = FluxMode::swap;
  double filter = 0.01;  ///< Robert's
  TermOptions terms = {};
  PoissonOptions pressure = {};

  Grid grid() const {
    return {.nx = points[0], .ny = points[1], .nz = points[2], .dx = spacing[0], .dy = spacing[1]};
  }
  VerticalGrid vertical_grid() const {
    VerticalGrid grid = stretched_grid(points[2], levels.top, levels.knots(),
                                       levels.faces.empty() ? 0 : levels.passes);
    reference.set_density(grid);
    return grid;
  }
};

}  // namespace seafret
