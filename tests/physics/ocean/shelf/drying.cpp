// SPDX-License-Identifier: BSD-3-Clause
// A sea with levels whose banks fall dry and are flooded again.
#include <doctest/doctest.h>

#include <cstdlib>
#include <memory_resource>

#include "physics/ocean/analysis/volume_budget.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/ocean/shelf/shelf_runs.hpp"
#include "tests/physics/one_rank.hpp"

namespace seafret {
namespace {

/// Flats that the sea covers and leaves, land that it floods, and a coast; with all that a step
/// has.
struct DryingSea : ShelfRun {
  static constexpr int levels = 6, even_dye = 2, patched_dye = 3;
  static constexpr double dry_depth = 0.1;
  static constexpr double steady = 35;

  static Basin banks() { return flats(44, 32, -4, 16, 3); }
  static ShelfSetup in_wind(const Basin& basin) {
    ShelfSettings settings{
        .levels = {.count = levels, .to_surface = 3, .to_bottom = 0.5, .even_depth = 5},
        .dyes = 2,
        .mixing = {.kind = VerticalMixing::Kind::richardson},
        .lateral_viscosity = 20};
    settings.flow.dry_depth = dry_depth;
    settings.flow.stress = [](int i, int) { return std::array{2e-4, i < 30 ? 1e-4 : -1e-4}; };
    return closed_shelf(basin, 1000, 1.2e-4, 120, settings);
  }

  using ShelfRun::ShelfRun;

  /// So high that it sloshes for hours.
  void slosh() {
    slosh([](int i, int) { return 2.5 * std::cos(0.07 * i); });
  }
  template <class Height>
  void slosh(Height height) {
    set_surface(height);
    set(0, [](int i, int j, double z) { return 12 + 0.03 * z + 0.5 * hash(i, j, 3); });
    set(1, [](int i, int, double z) { return 34 - 0.005 * z + 0.01 * i; });
    set(even_dye, [](int, int, double) { return steady; });
    set(patched_dye, [](int i, int j, double) { return hash(i / 4, j / 4, 8) < 0.5 ? 0. : 1.; });
  }
  template <class Visit>
  void each(Visit visit) const {
    for_each_point(sea.flow().sea().wet_cells, sea.owned(), visit);
  }
  /// Of the water in each cell.
  std::vector<double> depths() const {
    std::vector<double> all;
    each([&](int i, int j) { all.push_back(sea.water().at(i, j).height); });
    return all;
  }
  /// The least and the largest value of a tracer.
  std::array<double, 2> range(int tracer) const {
    std::array<double, 2> found{1e9, -1e9};
    each([&](int i, int j) {
      for (int k = 0; k < levels; ++k) {
        found[0] = std::min(found[0], sea.tracer(tracer)(i, j, k));
        found[1] = std::max(found[1], sea.tracer(tracer)(i, j, k));
      }
    });
    return found;
  }
};

TEST_CASE("while banks flood and dry, no water is lost and no cell gives more than half of its") {
  const Basin basin = DryingSea::banks();
  DryingSea run(DryingSea::in_wind(basin), self());
  run.slosh();
  const DepthMeanFlow& flow = run.sea.flow();
  const VolumeBudget volume(basin, flow.sea(), {}, run.sea.owned(), flow.now().eta);
  std::int64_t dried = 0, flooded = 0, halved = 0;
  double least = 1e9;
  for (int step = 0; step < 200; ++step) {
    const std::vector<double> before = run.depths();
    run.step(1);
    const std::vector<double> after = run.depths();
    for (std::size_t n = 0; n < after.size(); ++n) {
      dried += before[n] > DryingSea::dry_depth && after[n] <= DryingSea::dry_depth;
      flooded += before[n] <= DryingSea::dry_depth && after[n] > DryingSea::dry_depth;
      halved += after[n] < 0.5 * before[n] - 1e-12;
      least = std::min(least, after[n]);
    }
  }
  MESSAGE("dried ", dried, " and flooded ", flooded, " times; least depth ", least, " m");
  CHECK(dried > 100);
  CHECK(flooded > 100);
  CHECK(halved == 0);
  CHECK(least > 0.5 * DryingSea::dry_depth - 1e-12);
  CHECK(volume.imbalance(flow.sea(), flow.now().eta, flow.rules().dt, run.domain.comm) < 1e-13);
}

TEST_CASE("while banks flood and dry, no tracer is lost and none gets new extremes") {
  const Basin basin = DryingSea::banks();
  DryingSea run(DryingSea::in_wind(basin), self());
  run.slosh();
  std::vector<double> contents;
  std::vector<std::array<double, 2>> ranges;
  for (int n = 0; n < 4; ++n) {
    contents.push_back(run.content(n));
    ranges.push_back(run.range(n));
  }
  run.step(200);
  for (std::size_t n = 0; n < 4; ++n) {
    const auto [lowest, highest] = run.range(static_cast<int>(n));
    const double lost = run.content(static_cast<int>(n)) / contents[n] - 1;
    MESSAGE("tracer ", n, " from ", lowest - ranges[n][0], " over the least to ",
            highest - ranges[n][1], " over the largest; lost ", lost);
    CHECK(std::abs(lost) < 1e-13);
    CHECK(lowest > ranges[n][0] - 1e-13 * DryingSea::steady);
    CHECK(highest < ranges[n][1] + 1e-13 * DryingSea::steady);
  }
  const auto [dullest, brightest] = run.range(DryingSea::even_dye);
  CHECK(std::max(brightest / DryingSea::steady - 1, 1 - dullest / DryingSea::steady) < 1e-13);
}

TEST_CASE("a column is thin that holds little or has given more than half of what it may") {
  const Basin basin = DryingSea::banks();
  DryingSea run(DryingSea::in_wind(basin), self());
  run.slosh();
  const DepthMeanFlow& flow = run.sea.flow();
  ThinColumns thin(run.sea.owned(), std::pmr::get_default_resource());
  std::int64_t little = 0, given = 0, differ = 0;
  for (int step = 0; step < 200; ++step) {
    run.step(1);
    thin.find(flow, run.sea.water());
    run.each([&](int i, int j) {
      const double has = run.sea.water().at(i, j).height, may_give = flow.may_give()(i, j);
      const bool holds_little = has < thin_depth(DryingSea::dry_depth),
                 has_given = may_give < 0.25 * has;
      little += holds_little;
      given += !holds_little && has_given;
      differ += (thin.view()(i, j) != 0) != (holds_little || has_given);
    });
  }
  CHECK(little > 0);
  CHECK(given > 0);
  CHECK(differ == 0);
}

TEST_CASE(
    "a shoal that gives half of its water in a long step is counted, in short ones it is not") {
  const auto after = [](double depth, double dt, int steps) {
    Basin basin = bathtub(7, 1, 40);
    basin.depth[basin.index(3, 0)] = depth;
    ShelfSettings settings = frictionless(2);
    settings.flow.dry_depth = 0.1;
    settings.substeps = static_cast<int>(dt / 20);
    ShelfRun run(closed_shelf(basin, 1000, 0, dt, settings), self());
    run.set_surface([](int i, int) { return i < 3 ? 2. : 0.; });
    const auto east = [&] {
      double height = 0;
      for (int i = 4; i < 7; ++i) height += run.sea.flow().now().eta(i, 0);
      return height;
    };
    const double before = east();
    run.step(steps);
    return std::pair{east() - before, run.sea.held_back()};
  };
  const auto [by_one, held_back] = after(1, 600, 1);
  CHECK(by_one == nearly(0.5).epsilon(1e-12));  // m of a cell: half of the shoal's water
  CHECK(held_back == 1);
  const auto [by_many, held_back_by_many] = after(1, 40, 15);
  CHECK(by_many > 0.5);
  CHECK(held_back_by_many == 0);
  // One that is thin anyway is not.
  const auto [by_thin, held_back_by_thin] = after(0.3, 600, 1);
  CHECK(by_thin == nearly(0.15).epsilon(1e-12));
  CHECK(held_back_by_thin == 0);
}

TEST_CASE("beside columns that are thin before a step or after it all levels move alike") {
  const Basin basin = DryingSea::banks();
  DryingSea run(DryingSea::in_wind(basin), self());
  run.slosh();
  std::int64_t thin = 0, sheared = 0, apart = 0;
  for (int step = 0; step < 40; ++step) {
    const std::vector<double> before = run.depths();
    run.step(1);
    auto had = before.begin();
    run.each([&](int i, int j) {
      const double has = run.sea.water().at(i, j).height;
      const bool is_thin = std::min(*had, has) < thin_depth(DryingSea::dry_depth);
      ++had;
      const double* const u = std::as_const(run.sea).u().column(i, j);
      const bool alike = std::all_of(u, u + DryingSea::levels, [&](double v) { return v == *u; });
      thin += is_thin;
      apart += is_thin && !alike;
      sheared += !alike;
    });
  }
  CHECK(thin > 0);
  CHECK(sheared > 0);
  CHECK(apart == 0);
}

TEST_CASE("a sea that floods and dries has the same bits for any number of ranks and threads") {
  const Basin basin = DryingSea::banks();
  ShelfSetup setup = DryingSea::in_wind(basin);
  setup.settings.flow.roughness = 0.005;
  check_any_ranks<DryingSea>(setup, [](DryingSea& run) {
    run.slosh();
    run.step(25);
  });
}

TEST_CASE("and so it has however wide halos are and whatever is done beside swaps") {
  const Basin basin = DryingSea::banks();
  ShelfSetup setup = DryingSea::in_wind(basin);
  setup.settings.substeps = 7;
  // Three columns are a substep's; of ten, one is never used. So rough that cells run out of what
  // they may give everywhere, for only then does a substep look so far.
  check_any_halo<DryingSea>(setup, {6, 10}, [](DryingSea& run) {
    run.slosh([](int i, int j) { return 6 * hash(i / 2, j / 2, 43) - 3; });
    run.step(12);
  });
}

TEST_CASE("where water is held back so is the current") {
  // In all its substeps it would take all the water out of each cell, which may give half of it:
  // in the last ones nothing moves.
  constexpr double depth = 1, dx = 1000, dt = 500, speed = depth / dt * dx;
  const Basin basin = bathtub(20, 1, depth);
  ShelfSettings settings = frictionless(2);
  settings.flow.dry_depth = 0.1;
  ShelfRun run(closed_shelf(basin, dx, 0, dt, settings), self());
  const auto current = [](int i, int, int) { return i > 3 && i < 16 ? speed : 0; };
  run.set_current(Place::east_face, current);
  DepthMeanFlow& flow = run.sea.flow();
  for_each_point(flow.sea().east_faces, run.sea.owned(),
                 [&](int i, int j) { flow.now().u(i, j) = depth * current(i, j, 0); });
  run.sea.refresh_halos();
  run.step(1);
  CHECK(std::abs(flow.now().eta(10, 0)) < 1e-12);
  CHECK(flow.now().u(10, 0) == 0);
}

TEST_CASE("what thin water weighs pushes nothing, and bends no density beside it") {
  constexpr int shoal = 8;
  Basin basin = bathtub(16, 1, 20);
  for (int i = 0; i < 16; ++i)
    basin.depth[basin.index(i, 0)] = i == shoal ? 0.3 : 20 + std::abs(i - shoal);
  ShelfSettings settings = frictionless(3);
  settings.flow.dry_depth = 0.1;
  const auto currents = [&](double on_the_shoal) {
    ShelfRun run(closed_shelf(basin, 1000, 0, 60, settings), self());
    run.set(0, [](int, int, double) { return 12.; });
    run.step(1);  // which finds what is thin
    run.set(0, [&](int i, int, double) { return i == shoal ? on_the_shoal : 12 + 0.01 * i * i; });
    run.step(1);
    std::vector<double> all;
    for (const int i : {shoal - 3, shoal - 2, shoal + 1, shoal + 2})
      for (int k = 0; k < 3; ++k) all.push_back(run.sea.u()(i, 0, k));
    return all;
  };
  CHECK(currents(5) == currents(20));
}

TEST_CASE("a lake between dry banks stays at rest") {
  const Basin basin = DryingSea::banks();
  ShelfSetup setup = DryingSea::in_wind(basin);
  setup.settings.flow.stress = {};
  DryingSea run(setup, self());
  run.set_surface([&](int i, int j) { return std::max(-3., -basin.depth_at(i, j)); });
  const std::vector<double> before = run.depths();
  run.step(50);
  const std::vector<double> after = run.depths();
  double fastest = 0, moved = 0;
  std::int64_t dry = 0;
  run.each([&](int i, int j) {
    const auto faster = [&](double speed) { fastest = std::max(fastest, std::abs(speed)); };
    for (int k = 0; k < DryingSea::levels; ++k) {
      faster(std::as_const(run.sea).u()(i, j, k));
      faster(std::as_const(run.sea).v()(i, j, k));
    }
    dry += run.sea.water().at(i, j).height <= DryingSea::dry_depth;
  });
  for (std::size_t n = 0; n < after.size(); ++n)
    moved = std::max(moved, std::abs(after[n] - before[n]));
  CHECK(fastest < 1e-12);
  CHECK(moved < 1e-12);
  CHECK(dry > 100);
}

TEST_CASE("heat comes through the surface of deep water, but into no thin column") {
  constexpr double deep = 20, thin = 0.3, heat = 500, dt = 60;
  Basin basin = bathtub(2, 1, deep);
  basin.depth[1] = thin;
  ShelfSettings settings{
      .levels = {.count = 2}, .mixing = {.viscosity = 0, .diffusivity = 0}, .heat_flux = heat};
  settings.flow.dry_depth = 0.1;
  ShelfRun run(closed_shelf(basin, 1000, 0, dt, settings), self());
  run.set_surface([](int, int) { return 0.; });
  run.set(0, [](int, int, double) { return 10.; });
  run.step(1);
  const double warmed = dt * heat / (1025 * 3985. * deep / 2);
  CHECK(run.sea.tracer(0)(0, 0, 1) - 10 == nearly(warmed).epsilon(1e-9));
  for (const int k : {0, 1}) CHECK(run.sea.tracer(0)(1, 0, k) == nearly(10).epsilon(1e-12));
}

}  // namespace
}  // namespace seafret
