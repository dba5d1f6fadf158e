// SPDX-License-Identifier: BSD-3-Clause
// How much a bottom of a given roughness drags, beside the logarithm in so many words.
#include <doctest/doctest.h>

#include "tests/nearly.hpp"
#include "tests/physics/ocean/shelf/shelf_runs.hpp"
#include "tests/physics/one_rank.hpp"

namespace seafret {
namespace {

TEST_CASE("the coefficient is that of the logarithm, within its bounds") {
  const FlowTerms none{.drag = 0.003}, rough{.drag = 0, .roughness = 0.002},
      at_least{.drag = 0.003, .roughness = 0.002};
  CHECK(drag_at(none, 1e-9) == 0.003);
  CHECK(drag_at(rough, 1) == nearly(0.16 / (6.2146080984 * 6.2146080984)).epsilon(1e-9));
  CHECK(drag_at(rough, 5) == nearly(0.16 / (7.8240460109 * 7.8240460109)).epsilon(1e-9));
  CHECK(drag_at(at_least, 1) == drag_at(rough, 1));
  CHECK(drag_at(at_least, 5) == 0.003);
  CHECK(drag_at(rough, 0.002 * 2.72) < 0.16);
  for (const double height : {0.002 * 2.71, 0.002, 0.001, 0.})
    CHECK(drag_at(rough, height) == nearly(0.16));
}

TEST_CASE("the height of the mean is where the logarithm has it") {
  constexpr double depth = 40, roughness = 1e-3;
  double mean = 0;
  constexpr int parts = 100000;
  for (int n = 0; n < parts; ++n)
    mean += std::log((roughness + (n + 0.5) * (depth - roughness) / parts) / roughness) / parts;
  CHECK(mean == nearly(std::log(height_of_mean(depth) / roughness)).epsilon(1e-4));
}

TEST_CASE("each face has the coefficient of its own depth, under the level where the sea begins") {
  constexpr double level = -3;
  const Basin basin = archipelago(40, 30);
  const FlowRules rules{{.drag = 0.0031, .roughness = 0.05}, 20};
  const Box all = basin.grid.box();
  const LocalSea sea(basin, metrics_of(basin), {}, all);
  const RoughBottom bottom(sea, rules, level, all, 1);
  int least = 0, more = 0;
  const auto check = [&](Place place, int di, int dj) {
    for (int j = 0; j < all.y1; ++j)
      for (int i = 0; i < all.x1; ++i) {
        if (!basin.grid.wet(place, i, j)) continue;
        const double h = (basin.depth_at(i, j) + basin.depth_at(i + di, j + dj)) / 2 + level;
        const double right = std::max(0.0031, std::pow(0.4 / (std::log(h / 0.05) - 1), 2));
        REQUIRE(bottom.on(place)(i, j) == nearly(20 * right).epsilon(1e-12));
        ++(right == 0.0031 ? least : more);
      }
  };
  check(Place::east_face, 1, 0);
  check(Place::north_face, 0, 1);
  CHECK(least > 100);
  CHECK(more > 100);
  CHECK(RoughBottom(sea, {{.drag = 0.0031}, 20}, 0, all, 1).on(Place::east_face).data == nullptr);
}

TEST_CASE("a flow is dragged by its depth under the level where the sea begins") {
  constexpr double depth = 20, level = -3, roughness = 0.01, dt = 10, transport = 8;
  const Basin basin = bathtub(16, 5, depth);
  FlowSetup setup{.basin = basin, .metrics = on_plane(5, 1000, 1000, 0, 0), .open = {}};
  setup.settings.drag = 0;
  setup.settings.roughness = roughness;
  setup.settings.level = level;
  setup.stepping.dt = dt;
  FlowRun run(setup, self());
  run.set(run.flow.now().u, Place::east_face, [](int, int) { return transport; });
  run.step(1);
  constexpr double height = depth + level;
  const double coefficient = std::pow(0.4 / (std::log(height / roughness) - 1), 2);
  const double braked = 1 + dt * coefficient * transport / (height * height);
  CHECK(run.flow.now().u(8, 2) == nearly(transport / braked).epsilon(1e-12));
}

TEST_CASE("with levels the middle of the lowest one tells how much is dragged") {
  constexpr double depth = 30, roughness = 0.01, dt = 60, along = 0.3, across = 0.4;
  const Basin basin = bathtub(8, 8, depth);
  ShelfSettings settings{.levels = {.count = 4, .to_surface = 3, .to_bottom = 1, .even_depth = 20}};
  settings.flow.drag = 1e-4;
  settings.flow.roughness = roughness;
  ShelfRun run(closed_shelf(basin, 1000, 0, dt, settings), self());
  const LocalSea& sea = run.sea.flow().sea();
  for_each_point(sea.east_faces, run.sea.owned(),
                 [&](int i, int j) { run.sea.u()(i, j, 0) = along; });
  for_each_point(sea.north_faces, run.sea.owned(),
                 [&](int i, int j) { run.sea.v()(i, j, 0) = across; });
  run.set_surface([](int, int) { return 0.5; });
  const double height = depth + 0.5;
  const double middle = height + run.sea.water().at(4, 4).middle(run.sea.levels(), 0);
  REQUIRE(middle < height / 8);
  run.step(1);
  const double r = std::pow(0.4 / std::log(middle / roughness), 2) * 0.5;
  const double substep = dt / run.sea.settings().substeps;
  const auto kept = [&](const FlowDrive::Faces& faces) { return faces.kept.view()(4, 4); };
  const FlowDrive& drive = std::as_const(run.sea).flow().drive();
  CHECK(kept(drive.east) == nearly(1 / (1 + substep * r / height)).epsilon(1e-12));
  CHECK(kept(drive.north) == nearly(1 / (1 + substep * r / height)).epsilon(1e-12));
}

TEST_CASE("thin water that the levels do not know yet is dragged by its depth") {
  constexpr double depth = 0.3, roughness = 0.005, dt = 10, speed = 0.5;
  const Basin basin = bathtub(16, 5, depth);
  ShelfSettings settings = frictionless(3);
  settings.flow.roughness = roughness;
  settings.flow.dry_depth = 0.1;
  ShelfRun run(closed_shelf(basin, 1000, 0, dt, settings), self());
  REQUIRE(run.sea.settings().substeps == 1);
  DepthMeanFlow& flow = run.sea.flow();
  for_each_point(flow.sea().east_faces, run.sea.owned(),
                 [&](int i, int j) { flow.now().u(i, j) = speed * depth; });
  run.set_surface([](int, int) { return 0.; });
  run.step(1);
  const double coefficient = std::pow(0.4 / (std::log(depth / roughness) - 1), 2);
  const double left = speed / (1 + dt * coefficient * speed / depth);
  CHECK(flow.now().u(8, 2) == nearly(left * depth).epsilon(1e-9));
}

}  // namespace
}  // namespace seafret
