// SPDX-License-Identifier: BSD-3-Clause
// Wind and heat that change in time, and what they leave in the water.
#include <doctest/doctest.h>

#include "tests/nearly.hpp"
#include "tests/physics/ocean/shelf/shelf_runs.hpp"
#include "tests/physics/one_rank.hpp"

namespace seafret {
namespace {

double value_at(const TimeSeries& series, double time, int i = 0, int j = 0) {
  return series.value(series.at(time), i, j);
}

TEST_CASE("a series is linear between its times and the same beyond them") {
  const TimeSeries series({10, 20, 40}, {1, 3, -1});
  const std::vector<double> when{-5, 10, 15, 20, 25, 40, 1e9}, right{1, 1, 2, 3, 2, -1, -1};
  for (std::size_t n = 0; n < when.size(); ++n) {
    CAPTURE(when[n]);
    CHECK(value_at(series, when[n]) == nearly(right[n]).epsilon(1e-14));
  }
  CHECK(value_at(TimeSeries({7}, {5}), 0) == 5);
}

TEST_CASE(
    "a series of cells has each its own, and on a face the mean of two; a rank gets its own") {
  const Communicator world(MPI_COMM_WORLD);
  const Box all{0, 4, 0, 3};
  std::vector<double> values;
  for (const double slope : {1., 3.})
    for (int n = 0; n < 12; ++n) values.push_back(slope * n);
  const TimeSeries whole({0, 10}, world.rank() == 0 ? values : std::vector<double>(), all);
  const Box needed{1, 4, 0, 2};
  const TimeSeries mine = handed_out(whole, needed, world);
  CHECK(whole.bytes(needed) == 2 * (1 + 6) * sizeof(double));
  for (int j = 0; j < 2; ++j)
    for (int i = 1; i < 4; ++i) CHECK(value_at(mine, 5, i, j) == 2 * (4 * j + i));
  Field<> faces(needed, Halo{}, 1);
  faces.view().fill(77.);
  const WetRuns north(needed, [](int i, int j) { return i > 1 && j == 0; });
  mine.find_on_faces(north, Place::north_face, needed, mine.at(0), faces.view());
  CHECK(faces.view()(1, 0) == 77);
  CHECK(faces.view()(2, 0) == 4);
  CHECK(faces.view()(3, 0) == 5);
  const WetRuns east(needed, [](int i, int j) { return i < 3 && j == 1; });
  mine.find_on_faces(east, Place::east_face, needed, mine.at(10), faces.view());
  CHECK(faces.view()(1, 1) == 3 * 5.5);
}

/// From nothing to 1 between 300 and 1500 s, and what it has come to by a time.
const std::vector<double> ramp_times{300, 1500};
double sum_of_ramp(double time) {
  if (time < 300) return 0;
  return time < 1500 ? (time - 300) * (time - 300) / 2400 : 600 + (time - 1500);
}

std::shared_ptr<const ChangingStress> growing_wind() {
  return std::make_shared<const ChangingStress>(
      ChangingStress{TimeSeries(ramp_times, {0, 1e-4}), TimeSeries(ramp_times, {0, -2e-4})});
}

TEST_CASE("water far from its coasts has the momentum that a growing wind gave it") {
  const Basin basin = bathtub(80, 80, 20);
  FlowSetup setup{.basin = basin, .metrics = on_plane(80, 5000, 5000, 0, 0), .open = {}};
  setup.settings.drag = 0;
  setup.settings.wind = growing_wind();
  setup.stepping.dt = 60;
  for (const bool in_full : {false, true})
    for (const int at_once : {1, 5}) {
      setup.settings.advection = in_full;
      FlowRun run(setup, self());
      for (int n = 0; n < 2400; n += 60 * at_once) {
        run.step(at_once);
        const double given = sum_of_ramp(n + 60 * at_once);
        CHECK(run.flow.now().u(40, 40) == nearly(1e-4 * given).epsilon(1e-9));
        CHECK(run.flow.now().v(40, 40) == nearly(-2e-4 * given).epsilon(1e-9));
      }
    }
}

TEST_CASE("and so it has with levels, and the heat of a growing sun") {
  const Basin basin = bathtub(80, 80, 20);
  ShelfSettings settings{.levels = {.count = 3}};
  settings.flow.drag = 0;
  settings.flow.wind = growing_wind();
  settings.changing_heat = std::make_shared<const TimeSeries>(ramp_times, std::vector{0., 400.});
  ShelfRun run(closed_shelf(basin, 5000, 0, 300, settings), self());
  run.set_surface([](int, int) { return 0.; });
  const double before = run.content(0);
  for (int n = 1; n <= 8; ++n) {
    run.step(1);
    const double given = sum_of_ramp(300 * n);
    CHECK(run.sea.flow().now().u(40, 40) == nearly(1e-4 * given).epsilon(1e-9));
    CHECK(run.sea.flow().now().v(40, 40) == nearly(-2e-4 * given).epsilon(1e-9));
    double bottom_heavy = 0;  // the wind works from above
    for (int k = 0; k < 3; ++k) bottom_heavy += run.sea.u()(40, 40, k) * (1 - k);
    CHECK(bottom_heavy <= 0);
    const double area = 80 * 80 * 25e6, heat = 400 * given * area / (1025 * 3985.);
    CHECK(run.content(0) - before == nearly(heat).epsilon(1e-6));
  }
}

/// A wind and heat that every cell has of its own.
ShelfSettings gusty(const Basin& basin) {
  const auto series = [&](double most, int salt) {
    std::vector<double> values;
    for (int n = 0; n < 3; ++n)
      for (int j = 0; j < basin.grid.ny; ++j)
        for (int i = 0; i < basin.grid.nx; ++i)
          values.push_back(most * (hash(i, j, salt + n) - 0.5));
    return TimeSeries({0, 200, 700}, std::move(values), basin.grid.box());
  };
  ShelfSettings settings{.levels = {.count = 5}};
  settings.flow.wind =
      std::make_shared<const ChangingStress>(ChangingStress{series(1e-3, 60), series(1e-3, 70)});
  settings.changing_heat = std::make_shared<const TimeSeries>(series(1e3, 80));
  return settings;
}

TEST_CASE("a gusty sea has the same bits on any ranks and with any depth of the halo") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = archipelago(60, 40);
  const ShelfSettings settings = gusty(basin);
  check_any_ranks<ShelfRun>(closed_shelf(basin, 2000, 1e-4, 60, settings),
                            [](ShelfRun& run) { run.step(10); });
  FlowSetup setup = tidal(basin);
  setup.settings.wind = settings.flow.wind;
  FlowRun flat(setup, self());
  for (int n = 0; n < 5; ++n) flat.step(4);
  for (const int depth : {0, 3}) {
    setup.stepping.depth = depth;
    FlowRun together(setup, world, "k_section");
    for (int n = 0; n < 5; ++n) together.step(4);
    const FlowView<double> a = together.flow.now(), b = flat.flow.now();
    const LocalSea& sea = together.flow.sea();
    std::int64_t different = 0;
    const auto compare = [&](const WetRuns& runs, FieldView<double> x, FieldView<double> y) {
      for_each_point(runs, together.flow.owned(), [&](int i, int j) {
        different += std::bit_cast<std::uint64_t>(x(i, j)) != std::bit_cast<std::uint64_t>(y(i, j));
      });
    };
    compare(sea.wet_cells, a.eta, b.eta);
    compare(sea.east_faces, a.u, b.u);
    compare(sea.north_faces, a.v, b.v);
    CHECK(different == 0);
  }
}

}  // namespace
}  // namespace seafret
