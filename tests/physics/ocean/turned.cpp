// SPDX-License-Identifier: BSD-3-Clause
// The assembled steps in seas that are turned by half a turn or mirrored: but for the Earth that
// turns, water knows neither east nor north. (A quarter turn is another scheme: the transports to
// the north go first.)
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/physics/ocean/shelf/tidal_shelf.hpp"
#include "tests/physics/one_rank.hpp"
#include "tests/physics/symmetry.hpp"

namespace seafret {
namespace {

Basin turned(const Symmetry& turn, const Basin& was) {
  Basin basin = was;
  for (int j = 0; j < was.grid.ny; ++j)
    for (int i = 0; i < was.grid.nx; ++i) {
      const Symmetry::Source from = turn.source(Place::centre, i, j, was.grid);
      basin.grid.cells[basin.index(i, j)] = was.cell(from.i, from.j);
      basin.depth[basin.index(i, j)] = was.depth[was.index(from.i, from.j)];
    }
  return basin;
}

std::vector<OpenCell> turned(const Symmetry& turn, std::vector<OpenCell> cells, const Grid& grid) {
  for (OpenCell& cell : cells) {
    const Symmetry::Source to = turn.source(Place::centre, cell.i, cell.j, grid);
    cell.i = to.i;
    cell.j = to.j;
  }
  return cells;
}

SteadyStress turned(const Symmetry& turn, const SteadyStress& was, const Grid& grid) {
  return [=](int i, int j) {
    const Symmetry::Source from = turn.source(Place::centre, i, j, grid);
    return turn(was(from.i, from.j));
  };
}

/// Of a sea on a plane.
SeaMetrics turned(const Symmetry& turn, SeaMetrics metrics) {
  for (double& f : metrics.coriolis) f *= turn.handedness();
  return metrics;
}

using PlacedFields = std::vector<std::pair<Place, FieldView<double>>>;

/// That `is`, which has the turned bottom and forces of `was`, does what that does when it is given
/// the same water, turned.  fields(run) are all that a run holds between two steps.
template <class Run, class AllFields, class Settle>
void check_turned(const Symmetry& turn, Run& was, Run& is, int steps, AllFields fields,
                  Settle settle) {
  const Grid& grid = is.domain.grid();
  const auto each_value = [&](auto visit) {
    const PlacedFields from = fields(was), to = fields(is);
    for (std::size_t n = 0; n < to.size(); ++n)
      for (int j = 0; j < grid.ny; ++j)
        for (int i = 0; i < grid.nx; ++i) {
          if (!grid.wet(to[n].first, i, j)) continue;
          const Symmetry::Source source = turn.source(to[n].first, i, j, grid);
          for (int k = 0; k < to[n].second.levels; ++k)
            visit(n, to[n].second(i, j, k), source.sign * from[n].second(source.i, source.j, k));
        }
  };
  each_value([](std::size_t, double& is_now, double asked) { is_now = asked; });
  settle(is);
  was.step(steps);
  is.step(steps);
  std::vector<double> difference(fields(is).size(), 0.0), largest = difference;
  each_value([&](std::size_t n, double is_now, double asked) {
    difference[n] = std::max(difference[n], std::abs(is_now - asked));
    largest[n] = std::max(largest[n], std::abs(asked));
  });
  CAPTURE(std::string(turn.name));
  for (std::size_t n = 0; n < largest.size(); ++n) {
    CAPTURE(n);
    CHECK(largest[n] > 1e-4);
    CHECK(difference[n] < 1e-10 * largest[n]);
  }
}

constexpr std::array turns{half_turn, east_for_west, north_for_south};

void check_turned_levels(const ShelfSetup& setup) {
  const Grid& grid = setup.basin.grid;
  for (const Symmetry& turn : turns) {
    const Basin basin = turned(turn, setup.basin);
    ShelfSetup other{.basin = basin,
                     .metrics = turned(turn, setup.metrics),
                     .open = turned(turn, setup.open, grid),
                     .settings = setup.settings,
                     .stepping = setup.stepping};
    other.settings.flow.stress = turned(turn, setup.settings.flow.stress, grid);
    other.sponge = sponge_cells(basin.grid, other.open, setup.settings.sponge.width);
    ShelfRun was(setup, self()), is(other, self());
    fill_with_layers(was);
    was.set_surface([](int i, int j) { return 0.5 * hash(i / 8, j / 8, 29); });
    const auto fields = [](ShelfRun& run) {
      PlacedFields all{{Place::centre, run.sea.flow().now().eta},
                       {Place::east_face, run.sea.u()},
                       {Place::north_face, run.sea.v()}};
      for (int n = 0; n < run.sea.settings().tracers(); ++n)
        all.emplace_back(Place::centre, run.sea.tracer(n));
      return all;
    };
    check_turned(turn, was, is, 20, fields, [](ShelfRun& run) {
      run.sea.refresh_halos();
      run.sea.take_water_outside();
    });
  }
}

TEST_CASE("open seas with levels do the same, turned or mirrored, with a sponge or without") {
  const Basin basin = archipelago(60, 40);
  for (const BoundaryKind kind : {BoundaryKind::clamped, BoundaryKind::flather})
    for (const int width : {0, 4}) {
      ShelfSetup setup = tidal_shelf(basin, kind);
      setup.metrics = on_plane(basin.grid.ny, 2000, 2500, 1.2e-4, 0);
      setup.settings.flow.roughness = 0.01;
      setup.settings.sponge = {.width = width, .inflow_time = 1000};
      setup.sponge = sponge_cells(basin.grid, setup.open, width);
      check_turned_levels(setup);
    }
}

TEST_CASE("and closed ones whose banks fall dry") {
  const Basin basin = flats(44, 32, -4, 16, 3);
  ShelfSettings settings = tidal_shelf(basin, BoundaryKind::flather).settings;
  settings.flow.tide = {};
  settings.flow.dry_depth = 0.1;
  check_turned_levels(closed_shelf(basin, 1000, 1.2e-4, 120, settings));
}

TEST_CASE("the depth-mean flow does the same, turned or mirrored, as it is and in full") {
  const Basin shallow = flats(44, 32, -4, 16, 3), deep = archipelago(60, 40);
  for (const bool in_full : {false, true}) {
    CAPTURE(in_full);
    const Basin& basin = in_full ? shallow : deep;
    FlowSetup setup = tidal(basin);
    setup.metrics = on_plane(basin.grid.ny, 3000, 4000, 1.2e-4, 0);
    FlowSettings& settings = setup.settings;
    settings.stress = [](int i, int j) { return std::array{1e-3 * hash(i, j, 43), -1e-3}; };
    if (in_full) {
      setup.open = {};
      settings.linear_drag = 1e-3;
      settings.viscosity = 50;
      settings.advection = true;
      settings.dry_depth = 0.1;
    }
    setup.stepping.dt = 0.3 * step_limit(basin, setup.metrics, 10).dt;
    for (const Symmetry& turn : turns) {
      const Basin other_basin = turned(turn, basin);
      FlowSetup other{.basin = other_basin,
                      .metrics = turned(turn, setup.metrics),
                      .open = turned(turn, setup.open, basin.grid),
                      .settings = settings,
                      .stepping = setup.stepping};
      other.settings.stress = turned(turn, settings.stress, basin.grid);
      FlowRun was(setup, self()), is(other, self());
      was.set(was.flow.now().eta, Place::centre, [&](int i, int j) {
        return std::max(hash(i / 8, j / 8, 29), 0.01 - basin.depth_at(i, j));
      });
      was.flow.refresh_halos();
      const auto fields = [](FlowRun& run) {
        return PlacedFields{{Place::centre, run.flow.now().eta},
                            {Place::east_face, run.flow.now().u},
                            {Place::north_face, run.flow.now().v}};
      };
      check_turned(turn, was, is, 60, fields, [](FlowRun& run) { run.flow.refresh_halos(); });
    }
  }
}

}  // namespace
}  // namespace seafret
