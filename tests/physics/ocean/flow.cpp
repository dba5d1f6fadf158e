// SPDX-License-Identifier: BSD-3-Clause
// The depth-mean flow on several ranks: the same bits, and no drop of water lost.
#include <doctest/doctest.h>

#include <bit>

#include "ocean_runs.hpp"
#include "physics/ocean/analysis/flow_extremes.hpp"
#include "physics/ocean/analysis/tidal_analysis.hpp"
#include "physics/ocean/analysis/volume_budget.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/same_bits.hpp"

namespace seafret {
namespace {

/// How many wet points of a place differ in any bit; NaN differs from all.
std::int64_t differences(const FlowRun& run, Place place, FieldView<const double> a,
                         FieldView<const double> b) {
  std::int64_t count = 0;
  const Box& owned = run.flow.owned();
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0; i < owned.x1; ++i)
      count += run.domain.grid().wet(place, i, j) &&
               (std::isnan(a(i, j)) ||
                std::bit_cast<std::uint64_t>(a(i, j)) != std::bit_cast<std::uint64_t>(b(i, j)));
  return count;
}

void check_same_bits(const FlowRun& together, const FlowRun& alone) {
  const FlowView<const double> a = together.flow.now(), b = alone.flow.now();
  CHECK(differences(together, Place::centre, a.eta, b.eta) == 0);
  CHECK(differences(together, Place::east_face, a.u, b.u) == 0);
  CHECK(differences(together, Place::north_face, a.v, b.v) == 0);
}

TEST_CASE("the same bits for any number of ranks and threads, and any partition") {
  const Basin basin = archipelago();
  FlowSetup setup = tidal(basin);
  SUBCASE("clamped") { setup.settings.boundary.kind = BoundaryKind::clamped; }
  SUBCASE("waves leave") { setup.settings.boundary.kind = BoundaryKind::flather; }
  SUBCASE("rougher where it is shallow") { setup.settings.roughness = 0.05; }
  for (const bool in_full : {false, true}) {
    CAPTURE(in_full);
    setup.settings.advection = in_full;
    setup.settings.dry_depth = in_full ? 10 : 0;
    const auto begin = [&](const Communicator& comm, const std::string& partitioner) {
      const bool one_thread = omp_get_max_threads() == 1;
      setup.stepping.depth = one_thread ? 0 : in_full ? 7 : 3;  // several steps share a swap
      setup.stepping.overlap = one_thread;
      return FlowRun(setup, comm, partitioner);
    };
    const auto stir = [](FlowRun& run) {
      run.set(run.flow.now().eta, Place::centre, [](int i, int j) { return hash(i, j, 29); });
      run.step(40);
    };
    compare_with_one_rank(begin, stir, check_same_bits);
  }
}

TEST_CASE("so many steps share a swap as the halo has room for") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = archipelago();
  FlowSetup setup = tidal(basin);
  for (const auto& [depth, in_full, swaps] : {std::tuple{0, false, 12},
                                              {1, false, 12},
                                              {4, false, 3},
                                              {5, false, 3},
                                              {3, true, 12},
                                              {8, true, 6}}) {
    setup.stepping.depth = depth;
    setup.settings.advection = in_full;
    FlowRun run(setup, world);
    run.step(12);
    if (world.size() > 1) CHECK(run.flow.exchange().traffic().swaps == swaps);
  }
}

TEST_CASE("steps that go through the cache together are those that go one by one") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = archipelago(1500, 41);  // a cache holds four rows of it
  FlowSetup setup = tidal(basin);
  setup.settings.stress = [](int i, int j) { return std::array{1e-4 * hash(i, j, 50), 1e-4}; };
  SUBCASE("clamped") { setup.settings.boundary.kind = BoundaryKind::clamped; }
  SUBCASE("waves leave") { setup.settings.boundary.kind = BoundaryKind::flather; }
  SUBCASE("in full") { setup.settings.advection = true; }
  const auto stir = [](FlowRun& run) {
    run.set(run.flow.now().eta, Place::centre, [](int i, int j) { return hash(i, j, 29); });
  };
  FlowRun single(setup, self());
  stir(single);
  for (int n = 0; n < 21; ++n) single.step(1);
  setup.stepping.depth = 5;
  FlowRun alone(setup, self()), together(setup, world, "k_section");
  for (FlowRun* run : {&alone, &together}) {
    stir(*run);
    run->step(21);
    check_same_bits(*run, single);
  }
}

TEST_CASE("boxes as thin as a cell, and a halo deeper than needed") {
  const Communicator world(MPI_COMM_WORLD);
  for (const int nx : {world.size(), 2 * world.size()}) {
    const Basin basin = bathtub(nx, 7, 40);
    FlowSetup setup = tidal(basin);
    setup.open = {{0, 0, 0}, {0, 3, 0.5}, {0, 6, 1}};
    FlowRun alone(setup, self());
    setup.stepping.depth = nx == world.size() ? 1 : 2;
    FlowRun together(setup, world);
    alone.step(20);
    together.step(20);
    check_same_bits(together, alone);
  }
}

TEST_CASE("halos are not read before they are swapped") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = archipelago();
  FlowRun run(tidal(basin), world, "k_section");
  const Box& owned = run.flow.owned();
  const FlowView<const double> now = run.flow.now();
  int unset = 0;
  for (int j = owned.y0 - 1; j <= owned.y1; ++j)
    for (int i = owned.x0 - 1; i <= owned.x1; ++i) {
      if (owned.contains(i, j)) continue;
      if (basin.grid.wet(Place::centre, i, j)) CHECK(std::isnan(now.eta(i, j)));
      if (basin.grid.wet(Place::east_face, i, j)) CHECK(std::isnan(now.u(i, j)));
      unset += basin.wet(i, j);
    }
  CHECK(world.sum(std::int64_t{unset}) >= world.size() - 1);
}

TEST_CASE("what flows in is what the volume gains") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin rugged = archipelago(), tub = bathtub(12, 10, 40);
  FlowSetup from_the_middle = tidal(tub);
  from_the_middle.open = {{6, 5, 0}, {6, 6, 0.5}};  // it flows in on all four sides
  for (const FlowSetup& setup : {tidal(rugged), from_the_middle}) {
    const auto balance = [&](const Communicator& comm, const char* partitioner, int forgotten) {
      FlowRun run(setup, comm, partitioner);
      run.set(run.flow.now().eta, Place::centre, [](int i, int j) { return hash(i, j, 30); });
      DepthMeanFlow& flow = run.flow;
      VolumeBudget budget(setup.basin, flow.sea(), setup.open, flow.owned(), flow.now().eta);
      flow.watch([&](const Box& where, const FlowView<const double>& moved) {
        if (flow.steps() != forgotten) budget.add(where, moved.u, moved.v);
      });
      run.step(100);
      return budget.imbalance(flow.sea(), flow.now().eta, setup.stepping.dt, comm);
    };
    const double right = balance(world, "k_section", -1);
    CHECK(right < 1e-14);
    CHECK(right == balance(self(), "blocks", -1));
    CHECK(balance(world, "blocks", 90) > 1e-7);  // it sees one step left out
  }
}

TEST_CASE("of water that is gone all is missing") {
  const Basin tub = bathtub(12, 10, 40);
  FlowSetup setup = tidal(tub);
  setup.open = {};
  FlowRun run(setup, self());
  const auto fill = [&](double eta) {
    run.set(run.flow.now().eta, Place::centre, [=](int, int) { return eta; });
  };
  fill(0.5);
  const VolumeBudget budget(tub, run.flow.sea(), {}, run.flow.owned(), run.flow.now().eta);
  fill(0);
  CHECK(budget.imbalance(run.flow.sea(), run.flow.now().eta, 1, self()) == 1);
}

TEST_CASE("the extremes of a flow are those of all ranks") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = archipelago();
  FlowSetup setup = tidal(basin);
  setup.open = {};
  FlowRun run(setup, world, "k_section");
  run.set(run.flow.now().u, Place::east_face, [&](int i, int j) {
    const double h = 0.5 * (basin.depth_at(i, j) + basin.depth_at(i + 1, j));
    return -h * hash(i, j, 31);
  });
  double fastest = 0, shallowest = 1e9;
  std::array<int, 2> current_at{}, shallow_at{};
  for (int j = 0; j < basin.grid.ny; ++j)
    for (int i = 0; i < basin.grid.nx; ++i) {
      if (basin.grid.wet(Place::east_face, i, j) && hash(i, j, 31) > fastest) {
        fastest = hash(i, j, 31);
        current_at = {i, j};
      }
      if (basin.wet(i, j) && basin.depth_at(i, j) < shallowest) {
        shallowest = basin.depth_at(i, j);
        shallow_at = {i, j};
      }
    }
  const FlowExtremes found = flow_extremes(run.flow, basin, world);
  CHECK(found.fastest.value == nearly(fastest).epsilon(1e-14));
  CHECK(found.shallowest.value == shallowest);
  CHECK(std::array{found.fastest.i, found.fastest.j} == current_at);
  CHECK(std::array{found.shallowest.i, found.shallowest.j} == shallow_at);
  const FlowExtremes calm{{0.1, 1, 1}, {3, 2, 2}};
  CHECK(worse(calm, found).fastest.value == found.fastest.value);
  CHECK(worse(calm, found).shallowest.value == 3);
  CHECK(worse(found, calm).shallowest.i == 2);
}

TEST_CASE("of equal currents the first cell has the fastest, whoever owns it") {
  const Basin tub = bathtub(9, 7, 10);
  FlowRun run(tidal(tub), Communicator(MPI_COMM_WORLD), "k_section");
  run.set(run.flow.now().u, Place::east_face,
          [](int i, int j) { return i == 5 && j == 4 ? 10. : 0; });
  run.set(run.flow.now().v, Place::north_face,
          [](int i, int j) { return i == 6 && j == 1 ? -10. : 0; });
  const Extreme fastest = flow_extremes(run.flow, tub, Communicator(MPI_COMM_WORLD)).fastest;
  CHECK(fastest.value == 1);
  CHECK(std::array{fastest.i, fastest.j} == std::array{6, 1});
}

TEST_CASE("of a basin that one rank knows each gets what it needs, and nothing else") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin whole = archipelago(700, 400);  // more than is told at once
  Basin known = whole;
  if (world.rank() != world.size() / 2) known.depth.clear();
  const auto boxes = partitioners().at("blocks")(whole.grid, world.size());
  const Box needed = boxes[static_cast<std::size_t>(world.rank())].grown(2);
  const Basin mine = handed_out(known, needed, world);
  const Box held = intersection(needed, whole.grid.box());
  REQUIRE(mine.grid.held() == held);
  CHECK(mine.depth.size() == static_cast<std::size_t>(held.area()));
  CHECK(mine.grid.cells.size() == mine.depth.size());
  int wrong = 0;
  for (int j = needed.y0; j < needed.y1; ++j)
    for (int i = needed.x0; i < needed.x1; ++i)
      wrong += mine.cell(i, j) != whole.cell(i, j) || mine.depth_at(i, j) != whole.depth_at(i, j);
  CHECK(wrong == 0);
  if (held != whole.grid.box()) {
    const int i = held.x0 > 0 ? 0 : 699, j = held.y0 > 0 ? 0 : 399;
    CHECK_THROWS_AS(mine.depth_at(i, j), std::logic_error);
  }
}

TEST_CASE("one swap a step carries three fields one column wide") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = bathtub(30, 24, 50);
  FlowRun run(tidal(basin), world);
  run.step(3);
  CHECK(run.flow.exchange().traffic().swaps == 3);
  std::int64_t columns = 0;  // sent to others
  for (int r = 0; r < world.size(); ++r)
    if (r != world.rank())
      for (const Piece& p : pieces(run.decomposition, r, world.rank(), Halo::all(1)))
        columns += p.box.area();
  CHECK(run.flow.exchange().traffic().bytes == columns * 3 * 8);
}

}  // namespace
}  // namespace seafret
