// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <limits>
#include <string>

#include "decomposition/partition/partitioner.hpp"
#include "physics/ocean/constants.hpp"
#include "physics/ocean/flow/depth_mean_flow.hpp"
#include "physics/ocean/flow/time_step.hpp"
#include "physics/ocean/forcing/tide.hpp"

namespace seafret {

/// A number from 0 to 1 that looks random and is always the same.
inline double hash(int i, int j, int salt = 0) {
  auto x = static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15u ^
           static_cast<std::uint64_t>(j) * 0xc2b2ae3d27d4eb4fu ^
           static_cast<std::uint64_t>(salt + 1) * 0x165667b19e3779f9u;
  x = (x ^ x >> 31) * 0x7fb5d329728ea185u;
  x = (x ^ x >> 29) * 0x81dadef4bc2dd44du;
  return static_cast<double>((x ^ x >> 32) >> 11) * 0x1p-53;
}

/// nx x ny wet cells of the same depth, closed all round.
inline Basin bathtub(int nx, int ny, double depth) {
  const auto n = static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny);
  Basin basin{.grid = {.nx = nx,
                       .ny = ny,
                       .nz = 1,
                       .dx = 0.05,
                       .dy = 0.04,
                       .periodic_x = false,
                       .periodic_y = false,
                       .cells = std::vector(n, Cell::wet)},
              .longitude = {},
              .latitude = {},
              .depth = std::vector(n, depth)};
  for (int i = 0; i < nx; ++i) basin.longitude.push_back(-4 + 0.05 * i);
  for (int j = 0; j < ny; ++j) basin.latitude.push_back(50 + 0.04 * j);
  return basin;
}

/// A rugged sea with islands, land in the east, and outside cells in a corner.
inline Basin archipelago(int nx = 96, int ny = 80) {
  Basin basin = bathtub(nx, ny, 0);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      const std::size_t n = basin.index(i, j);
      const bool land = hash(i / 3, j / 3) < 0.2 || i + j / 4 > nx - 4;
      basin.grid.cells[n] = i + j < 20 ? Cell::outside : land ? Cell::dry : Cell::wet;
      basin.depth[n] = land ? std::numeric_limits<double>::quiet_NaN()
                            : 15 + 200 * hash(i / 4, j / 4, 1) + 20 * hash(i, j, 2);
    }
  keep_largest_sea(basin);
  return basin;
}

/// The same of so many cells, of flats that the sea covers and leaves and land that it floods: from
/// `least` to `range` m deeper in squares of so many cells a side, on which it differs by 3 m.
inline Basin flats(int nx, int ny, double least, double range, int side) {
  Basin basin = archipelago(nx, ny);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      basin.depth[basin.index(i, j)] =
          least + range * hash(i / side, j / side, 41) + 3 * hash(i, j, 42);
  return basin;
}

inline constexpr BoundaryRules closed_everywhere{.closed = {-1e9, -1e9}};

/// The whole of a setup that has a tide at the open boundary.
inline FlowSetup tidal(const Basin& basin, double drag = 0.0025) {
  const SeaMetrics metrics = metrics_of(basin);
  FlowSetup setup{.basin = basin,
                  .metrics = metrics,
                  .open = open_cells(basin, {.centre = {-2, 51}}),
                  .settings = {{.drag = drag}},
                  .stepping = {.dt = step_limit(basin, metrics, 10).dt}};
  setup.settings.tide = {.amplitude = {2, 1, 1.5}, .phase = {30, 100, 300}};
  return setup;
}

/// A model and all it stands on, on the ranks of one communicator.
class FlowRun {
 public:
  FlowRun(const FlowSetup& setup, const Communicator& comm,
          const std::string& partitioner = "blocks")
      : decomposition(setup.basin.grid,
                      partitioners().at(partitioner)(setup.basin.grid, comm.size())),
        domain{decomposition, comm},
        flow(domain, setup) {}

  void step(int steps) { flow.step(steps); }
  /// Sets an owned field to value(i, j) where that place is wet.
  template <class Value>
  void set(FieldView<double> field, Place place, Value value) {
    const Box& b = flow.owned();
    for (int j = b.y0; j < b.y1; ++j)
      for (int i = b.x0; i < b.x1; ++i)
        if (domain.grid().wet(place, i, j)) field(i, j) = value(i, j);
  }

  Decomposition decomposition;
  Domain domain;
  DepthMeanFlow flow;
};

/// Energy over the rest of the linear equations, per density: m5 s-2.
inline double energy(const FlowRun& run) {
  const LocalSea& sea = run.flow.sea();
  const FlowView<const double> now = run.flow.now();
  const SeaMetrics& m = sea.metrics;
  double sum = 0;
  for_each_point(sea.wet_cells, run.flow.owned(), [&](int i, int j) {
    sum += 0.5 * gravity * m.area(j) * now.eta(i, j) * now.eta(i, j);
  });
  for_each_point(sea.east_faces, run.flow.owned(), [&](int i, int j) {
    sum += 0.5 * m.area(j) * now.u(i, j) * now.u(i, j) / sea.east.depth.view()(i, j);
  });
  for_each_point(sea.north_faces, run.flow.owned(), [&](int i, int j) {
    sum += 0.5 * m.dx_north[static_cast<std::size_t>(j)] * m.dy * now.v(i, j) * now.v(i, j) /
           sea.north.depth.view()(i, j);
  });
  return sum;
}

}  // namespace seafret
