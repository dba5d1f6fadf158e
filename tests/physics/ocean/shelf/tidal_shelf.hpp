// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <span>

#include "comms/base/reproducible_sum.hpp"
#include "tests/physics/ocean/shelf/shelf_runs.hpp"

namespace seafret {

/// All that a step has, on a sea that is open to a tide; its substeps bear the depth of any cell.
inline ShelfSetup tidal_shelf(const Basin& basin, BoundaryKind kind) {
  ShelfSettings settings{
      .levels = {.count = 7, .to_surface = 3, .to_bottom = 0.5, .even_depth = 30},
      .dyes = 2,
      .mixing = {.kind = VerticalMixing::Kind::richardson},
      .lateral_viscosity = 20,
      .relaxation = 1000};
  settings.flow.stress = [](int i, int) { return std::array{2e-4, i < 30 ? 1e-4 : -1e-4}; };
  settings.flow.boundary.kind = kind;
  settings.flow.tide = {.amplitude = {6, 3, 4}, .phase = {30, 100, 300}};
  ShelfSetup setup = closed_shelf(basin, 2000, 1.2e-4, 60, settings);
  setup.open = open_cells(basin, {.centre = {-2, 51}});
  return setup;
}

/// T, S, a uniform dye and one in patches.
inline void fill_with_layers(ShelfRun& run) {
  run.set_surface([](int, int) { return 0.; });
  run.set(0, [](int i, int j, double z) { return 12 + 0.03 * z + 0.5 * hash(i, j, 3); });
  run.set(1, [](int i, int, double z) { return 34 - 0.005 * z + 0.01 * i; });
  run.set(2, [](int, int, double) { return 35.; });
  run.set(3, [](int i, int j, double) { return hash(i / 4, j / 4, 8) < 0.5 ? 0. : 1.; });
  run.sea.take_water_outside();
}

inline void fill_and_step(ShelfRun& run) {
  fill_with_layers(run);
  run.step(12);
}

/// Over all cells of all ranks.
inline double sum_of(std::span<const double> gains, const Communicator& comm) {
  std::array<ReproducibleSum, 1> sum;
  for (const double gain : gains) sum[0].add(gain);
  ReproducibleSum::over_ranks(sum, comm);
  return sum[0].value();
}

}  // namespace seafret
