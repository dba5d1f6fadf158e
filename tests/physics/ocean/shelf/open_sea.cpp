// SPDX-License-Identifier: BSD-3-Clause
// What comes in and goes out where a sea with levels is open.
#include <doctest/doctest.h>

#include "physics/ocean/shelf/tracer_budget.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/ocean/shelf/tidal_shelf.hpp"
#include "tests/physics/one_rank.hpp"

namespace seafret {
namespace {

/// A channel without friction, its surface held at both ends, with a dye in it. What comes in pays
/// u^2/2 for its speed, of which all of the water is slowed: L du/dt = -u^2/2.
struct Channel : ShelfRun {
  static constexpr int columns = 100, rows = 3, levels = 4;
  static constexpr double depth = 20, spacing = 1000, speed = 0.5, dt = 400;
  static constexpr double length = columns * spacing;

  static Basin bed() { return bathtub(columns, rows, depth); }
  static ShelfSetup open_at_ends(const Basin& basin, double relaxation) {
    ShelfSettings settings{.levels = {.count = levels},
                           .dyes = 1,
                           .mixing = {.viscosity = 0, .diffusivity = 0},
                           .relaxation = relaxation};
    settings.flow.drag = 0;
    ShelfSetup setup = closed_shelf(basin, spacing, 0, dt, settings);
    for (const int i : {0, columns - 1})
      for (int j = 0; j < rows; ++j) setup.open.push_back({i, j, 0});
    return setup;
  }
  explicit Channel(double relaxation = 0) : Channel(open_at_ends(bed(), relaxation)) {}
  explicit Channel(const ShelfSetup& setup) : ShelfRun(setup, self()) {}

  /// The current to the east in each level, m/s.
  template <class Current>
  void flow(Current current) {
    for_each_point(sea.flow().sea().east_faces, sea.owned(), [&](int i, int j) {
      double& transport = sea.flow().now().u(i, j) = 0;
      for (int k = 0; k < levels; ++k) {
        sea.u()(i, j, k) = current(k);
        transport += current(k) * depth / levels;
      }
    });
    set_surface([](int, int) { return 0.; });
  }
  /// The dye at a distance from the west end; what the open cells have of it is given there.
  template <class Value>
  void dye(Value value) {
    set(2, [&](int i, int, double) { return value((i + 0.5) * spacing); });
    sea.take_water_outside();
  }
  /// Steps on; how far the water has come along the channel after each, m.
  std::vector<double> follow(int steps) {
    std::vector<double> way;
    for (int n = 0; n < steps; ++n) {
      step(1);
      way.push_back((way.empty() ? 0 : way.back()) + dt * std::abs(sea.u()(columns / 2, 1, 0)));
    }
    return way;
  }
  double time() const { return static_cast<double>(sea.steps()) * dt; }
  /// The mean difference to what should be there.
  template <class Value>
  double error(Value value) const {
    double sum = 0;
    for (int i = 0; i < columns; ++i)
      for (int k = 0; k < levels; ++k)
        sum += std::abs(sea.tracer(2)(i, 1, k) - value((i + 0.5) * spacing, k));
    return sum / (columns * levels);
  }
};

TEST_CASE("given water comes in as a front with the current, and leaves at the other end") {
  for (const double to_east : {1., -1.}) {
    CAPTURE(to_east);
    Channel run;
    run.flow([&](int) { return to_east * Channel::speed; });
    // 1 is given where the current comes from, 5 where it goes to; there is none in the channel.
    run.dye([&](double x) { return (x < 0.5 * Channel::length) == (to_east > 0) ? 1. : 5.; });
    run.set(2, [](int, int, double) { return 0.; });
    const double front = run.follow(250).back();
    const double slowed = 0.5 * Channel::speed / Channel::length;
    CHECK(std::abs(run.sea.u()(50, 1, 2)) ==
          nearly(Channel::speed / (1 + slowed * run.time())).epsilon(0.02));
    const auto behind_front = [&](double x, int) {
      return (to_east > 0 ? x : Channel::length - x) < front ? 1. : 0.;
    };
    MESSAGE("mean error ", run.error(behind_front), " at a front ", front / Channel::spacing,
            " cells in");
    CHECK(run.error(behind_front) < 0.02);
    run.step(1000);
    CHECK(run.error([](double, int) { return 1.; }) < 1e-9);
  }
}

TEST_CASE("layers that pass each other run through both open ends, each with its water") {
  Channel run;
  run.flow([](int k) { return k < Channel::levels / 2 ? -Channel::speed : Channel::speed; });
  run.set_surface([](int, int) { return 0.; });
  run.dye([](double x) { return x < 0.5 * Channel::length ? 1. : 2.; });
  run.set(2, [](int, int, double) { return 0.; });
  run.step(1);
  // The layer that comes in pays for its speed; the flow of both together answers in its way.
  const double paid = 0.5 * Channel::dt * Channel::speed * Channel::speed / Channel::spacing;
  const int last = Channel::columns - 2;
  for (int i = 0; i <= last; ++i) {
    CAPTURE(i);
    const double shear = run.sea.u()(i, 1, 3) - run.sea.u()(i, 1, 0);
    CHECK(shear == nearly(2 * Channel::speed - (i == 0 || i == last ? paid : 0)).epsilon(1e-12));
  }
  run.step(15);
  for (int k = 0; k < Channel::levels; ++k) {
    const bool from_west = k >= Channel::levels / 2;
    CHECK(std::abs(run.sea.tracer(2)(0, 1, k) - (from_west ? 1 : 0)) < (from_west ? 0.1 : 1e-12));
    CHECK(std::abs(run.sea.tracer(2)(last + 1, 1, k) - (from_west ? 0 : 2)) <
          (from_west ? 1e-12 : 0.2));
  }
}

/// A channel along x or y, its surface held at both ends. Its step is one of the flow, so that no
/// wave has come far.
struct ShortChannel : ShelfRun {
  static constexpr int columns = 12, levels = 4, last = columns - 2;
  static constexpr double depth = 20, spacing = 1000, dt = 40;

  static Basin bed(Place along) {
    return along == Place::east_face ? bathtub(columns, 1, depth) : bathtub(1, columns, depth);
  }
  static ShelfSetup open_at_ends(const Basin& basin) {
    ShelfSetup setup = closed_shelf(basin, spacing, 0, dt, frictionless(levels));
    setup.open = {{0, 0, 0}, {basin.grid.nx - 1, basin.grid.ny - 1, 0}};
    REQUIRE(setup.settings.substeps == 1);
    return setup;
  }
  /// The lower half of the levels has another current than the upper one, m/s.
  ShortChannel(const ShelfSetup& setup, Place along, double lower, double upper)
      : ShelfRun(setup, self()), faces(along) {
    const bool east = along == Place::east_face;
    for_each_point(east ? sea.flow().sea().east_faces : sea.flow().sea().north_faces, sea.owned(),
                   [&](int i, int j) {
                     const FlowView<double> flow = sea.flow().now();
                     (east ? flow.u : flow.v)(i, j) = 0.5 * (lower + upper) * depth;
                   });
    set_current(along, [=](int, int, int k) { return k < levels / 2 ? lower : upper; });
    set_surface([](int, int) { return 0.; });
  }
  /// Through face n along it.
  double current(int n, int k) const {
    return faces == Place::east_face ? sea.u()(n, 0, k) : sea.v()(0, n, k);
  }

  Place faces;
};

TEST_CASE("what comes in pays for its speed, from whichever side, and what goes out does not") {
  for (const Place along : {Place::east_face, Place::north_face})
    for (const double speed : {0.5, -0.5}) {
      CAPTURE(speed);
      const Basin basin = ShortChannel::bed(along);
      ShortChannel run(ShortChannel::open_at_ends(basin), along, speed, speed);
      // What goes east moves the surface before it has been pushed: levels have that a step later.
      run.step(along == Place::east_face ? 2 : 1);
      const int inlet = speed > 0 ? 0 : ShortChannel::last, outlet = ShortChannel::last - inlet;
      const double paid = 0.5 * ShortChannel::dt * std::abs(speed) / ShortChannel::spacing;
      for (int k = 0; k < ShortChannel::levels; ++k) {
        CHECK(run.current(inlet, k) == nearly(speed * (1 - paid)).epsilon(0.1 * paid));
        CHECK(run.current(outlet, k) == nearly(speed).epsilon(0.1 * paid));
      }
    }
}

TEST_CASE("beside the open sea a sponge takes of a shear, and of what comes in relaxation too") {
  constexpr double relaxation = 400, time = 300, shear = 1e-8;  // m/s: nothing else has to do
  for (const Place along : {Place::east_face, Place::north_face})
    for (const int width : {0, 1}) {
      CAPTURE(width);
      const Basin basin = ShortChannel::bed(along);
      ShelfSetup setup = ShortChannel::open_at_ends(basin);
      setup.settings.sponge = {.width = width, .time = time, .inflow_time = relaxation};
      setup.sponge = sponge_cells(basin.grid, setup.open, width);
      ShortChannel run(setup, along, -shear, shear);
      run.step(1);
      // Of the two cells of a face the open one alone lies in the sponge.
      const double rate = width * 0.5 / time;
      const double out = shear / (1 + ShortChannel::dt * rate),
                   in = shear / (1 + ShortChannel::dt * (rate + 1 / relaxation));
      const double given_back = 0.5 * (out - in);  // to all levels alike: they carry what they did
      CHECK(run.current(0, 3) == nearly(in + given_back).epsilon(1e-6));
      CHECK(run.current(0, 0) == nearly(-out + given_back).epsilon(1e-6));
      CHECK(run.current(ShortChannel::last, 3) == nearly(out - given_back).epsilon(1e-6));
      CHECK(run.current(ShortChannel::last, 0) == nearly(-in - given_back).epsilon(1e-6));
      CHECK(run.current(ShortChannel::last / 2, 3) == nearly(shear).epsilon(1e-6));
    }
}

TEST_CASE("a level's current that comes in turns to the depth mean, one that goes out runs on") {
  constexpr double relaxation = 4000, kept = 1 / (1 + Channel::dt / relaxation);
  constexpr double mean = 1e-8, shear = 3e-8;  // m/s: nothing else has to do
  for (const double to_east : {1., -1.}) {
    CAPTURE(to_east);
    const Basin basin = Channel::bed();
    ShelfSetup setup = Channel::open_at_ends(basin, 0);
    setup.settings.sponge.inflow_time = relaxation;
    Channel run(setup);
    run.flow(
        [&](int k) { return to_east * (k < Channel::levels / 2 ? mean - shear : mean + shear); });
    run.step(1);
    // Of half of all the levels the rest of their shear is taken, of the others none; what all
    // carry is kept, so that half of it is given back to each.
    const double given_back = 0.5 * (1 - kept) * shear;
    const int last = Channel::columns - 2;
    const auto check = [&](int i, double lower, double upper) {
      CAPTURE(i);
      CHECK(to_east * run.sea.u()(i, 1, 0) == nearly(lower).epsilon(1e-6));
      CHECK(to_east * run.sea.u()(i, 1, 3) == nearly(upper).epsilon(1e-6));
    };
    const int inlet = to_east > 0 ? 0 : last, outlet = last - inlet;
    check(inlet, mean - shear + given_back, mean + kept * shear + given_back);
    check(outlet, mean - kept * shear - given_back, mean + shear - given_back);
    check(last / 2, mean - shear, mean + shear);
  }
}

TEST_CASE("the sun warms open cells as it does all others") {
  for (const BoundaryKind kind : {BoundaryKind::clamped, BoundaryKind::flather}) {
    const Basin basin = Channel::bed();
    ShelfSetup setup = Channel::open_at_ends(basin, 0);
    setup.settings.flow.boundary.kind = kind;
    setup.settings.heat_flux = 500;
    setup.settings.mixing.diffusivity = 1e-4;
    ShelfRun run(setup, self());
    run.set_surface([](int, int) { return 0.; });
    run.step(20);
    const FieldView<double> warmth = run.sea.tracer(ShelfSea::temperature);
    CHECK(warmth(0, 1, 3) > setup.settings.state.reference_temperature + 0.1);
    for (int k = 0; k < Channel::levels; ++k) CHECK(warmth(0, 1, k) == warmth(50, 1, k));
  }
}

TEST_CASE("water that went out comes back, relaxed to what is given") {
  constexpr double relaxation = 20000;
  Channel run(relaxation);
  run.dye([](double) { return 0.; });
  run.set(2, [](int, int, double) { return 1.; });
  run.flow([](int) { return -Channel::speed; });
  const double gone = run.follow(50).back();
  CHECK(run.error([=](double x, int) { return x > Channel::length - gone ? 0. : 1.; }) < 0.02);
  run.set(2, [](int, int, double) { return 1.; });
  run.flow([](int) { return Channel::speed; });
  const std::vector<double> way = run.follow(150);
  const auto relaxed = [&](double x, int) {
    if (x > way.back()) return 1.;
    const auto came_in = std::ranges::lower_bound(way, way.back() - x) - way.begin();  // steps
    return std::exp(-static_cast<double>(came_in) * Channel::dt / relaxation);
  };
  MESSAGE("mean error ", run.error(relaxed));
  CHECK(run.error(relaxed) < 0.01);
}

TEST_CASE("in a tide a uniform dye stays uniform, and what came in from outside is there") {
  const Communicator world(MPI_COMM_WORLD);
  const Basin basin = archipelago(60, 40);
  for (const BoundaryKind kind : {BoundaryKind::clamped, BoundaryKind::flather}) {
    ShelfRun run(tidal_shelf(basin, kind), world);
    fill_with_layers(run);
    std::vector<TracerBudget> budgets;
    for (int n = 0; n < run.sea.settings().tracers(); ++n) budgets.emplace_back(run.sea, n);
    run.step(200);
    double uneven = 0, fastest = 0, least = 0, most = 1;
    for_each_point(run.sea.flow().sea().wet_cells, run.sea.owned(), [&](int i, int j) {
      for (int k = 0; k < 7; ++k) {
        uneven = std::max(uneven, std::abs(run.sea.tracer(2)(i, j, k) / 35 - 1));
        fastest = std::max(fastest, std::abs(std::as_const(run.sea).u()(i, j, k)));
        least = std::min(least, run.sea.tracer(3)(i, j, k));
        most = std::max(most, run.sea.tracer(3)(i, j, k));
      }
    });
    CHECK(uneven < 1e-13);
    CHECK(least > -1e-12);
    CHECK(most < 1 + 1e-12);
    CHECK(world.max(fastest) > 0.05);
    for (int n = 0; n < run.sea.settings().tracers(); ++n) {
      const double share = std::abs(sum_of(run.sea.outside().gained(n), world) / run.content(n));
      const double missing = budgets[static_cast<std::size_t>(n)].imbalance(run.sea, world);
      MESSAGE("came in ", share, " of all, missing ", missing);
      CHECK(share > 1e-4);
      CHECK(missing < 1e-14);
    }
  }
}

TEST_CASE("an open sea with levels has the same bits for any number of ranks and threads") {
  const Basin basin = archipelago(60, 40);
  for (const BoundaryKind kind : {BoundaryKind::clamped, BoundaryKind::flather})
    check_any_ranks<ShelfRun>(tidal_shelf(basin, kind), fill_and_step, [](const ShelfRun& run) {
      return sum_of(run.sea.outside().gained(3), run.domain.comm);
    });
}

TEST_CASE("and so it has however wide halos are and whatever is done beside swaps") {
  const Basin basin = archipelago(60, 40);
  for (const BoundaryKind kind : {BoundaryKind::clamped, BoundaryKind::flather}) {
    ShelfSetup setup = tidal_shelf(basin, kind);
    setup.settings.substeps = 7;
    check_any_halo<ShelfRun>(setup, {2, 5}, [](ShelfRun& run) {
      fill_with_layers(run);
      run.step(6);
    });
  }
}

}  // namespace
}  // namespace seafret
