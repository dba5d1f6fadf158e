// SPDX-License-Identifier: BSD-3-Clause
// Every component of the atmosphere beside what it gives by hand.
#include "physics/atmosphere/components.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "physics/atmosphere/constants.hpp"
#include "physics/atmosphere/projection.hpp"
#include "physics/atmosphere/saturation.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/atmosphere/small_air.hpp"

namespace seafret {
namespace {

TEST_CASE("buoyancy is relative to the mean of each level") {
  // Of theta/300 + 0.608 vapour - liquid the first column has 0.016796, 0.008448, -0.002 and the
  // other 0.00608, 0.00304, 0.001: the half of the difference is 0.005358, 0.002704, -0.0015. Times
  // 9.81, between the levels: 0.03954411 and 0.00590562 m/s2.
  SmallAir air;
  const double theta[] = {3, 1.5, 0.0624, 0}, vapour[] = {0.012, 0.006, 0, 0},
               liquid[] = {0.0005, 0.0002, 0.002208, 0},
               other[] = {300 * 0.00608, 300 * 0.00304, 300 * 0.001, 0};
  SmallAir::set(air.now.fields[stratus::theta],
                [&](int i, int, int k) { return i == 0 ? theta[k] : other[k]; });
  SmallAir::set(air.now.fields[stratus::vapour],
                [&](int i, int, int k) { return i == 0 ? vapour[k] : 0; });
  SmallAir::set(air.now.fields[stratus::liquid],
                [&](int i, int, int k) { return i == 0 ? liquid[k] : 0; });
  Buoyancy buoyancy({}, air.setup());
  buoyancy.prepare(air.domain(), air.moment());
  buoyancy.add(air.owned(), air.moment(), air.tendencies);
  CHECK(air.changed() == 1);
  CHECK(air.tendency(stratus::w, 0) == nearly(0.03954411).epsilon(1e-9));
  CHECK(air.tendency(stratus::w, 1) == nearly(0.00590562).epsilon(1e-9));
  CHECK(air.tendencies[stratus::w](1, 0, 0) == nearly(-0.03954411).epsilon(1e-9));
  CHECK(air.tendency(stratus::w, 3) == 0);  // the lid
}

TEST_CASE("the turning of the earth bends the wind to the right") {
  SmallAir air;
  SmallAir::set(air.now.fields[stratus::u], [](int i, int j, int) { return 5 + i + 10 * j; });
  SmallAir::set(air.now.fields[stratus::v], [](int i, int j, int) { return 7 + i + 10 * j; });
  const Coriolis coriolis({.parameter = 1e-4, .wind = std::array{1., 2.}}, air.setup());
  coriolis.add(air.owned(), air.moment(), air.tendencies);
  CHECK(air.changed() == 2);
  // v at the east face: the mean of 7, 8, -3, -2; u at the north face: of 5, 4, 15, 14.
  CHECK(air.tendency(stratus::u) == nearly(1e-4 * (2.5 - 2)).epsilon(1e-12));
  CHECK(air.tendency(stratus::v) == nearly(-1e-4 * (9.5 - 1)).epsilon(1e-12));
}

TEST_CASE("the geostrophic wind may change with height") {
  SmallAir air;
  const Coriolis coriolis(
      {.parameter = 1e-4, .heights = {50, 250, 250}, .u = {1, 3, 8}, .v = {2, -2, 0}}, air.setup());
  coriolis.add(air.owned(), air.moment(), air.tendencies);
  const double u[] = {1, 2, 8, 8}, v[] = {2, 0, 0, 0};  // levels are 50, 150, 250 and 350 m high
  for (int k = 0; k < 4; ++k) {
    CHECK(air.tendency(stratus::u, k) == nearly(-1e-4 * v[k]).epsilon(1e-12));
    CHECK(air.tendency(stratus::v, k) == nearly(1e-4 * u[k]).epsilon(1e-12));
  }
}

TEST_CASE("what sinks, cools and moistens may be known at some heights") {
  SmallAir air;
  for (const std::size_t f : {stratus::theta, stratus::vapour, stratus::liquid})
    SmallAir::set(air.past.fields[f], [](int, int, int k) { return k * k; });
  const Subsidence subsidence({.heights = {0, 200, 300}, .w = {0, -0.02, 0}}, air.setup());
  subsidence.add(air.owned(), air.moment(), air.tendencies);
  const LargeScale large_scale(
      {.heights = {100, 200}, .theta_tendency = {-2e-5, 0}, .vapour_tendency = {0, 1e-8}},
      air.setup());
  large_scale.add(air.owned(), air.moment(), air.tendencies);
  const double sinking[] = {0.005, 0.015, 0.01, 0}, heating[] = {-2e-5, -1e-5, 0, 0},
               moistening[] = {0, 5e-9, 1e-8, 1e-8};
  for (int k = 0; k < 4; ++k) {
    CAPTURE(k);
    const double brought = sinking[k] * (2 * k + 1) / 100;
    CHECK(air.tendency(stratus::theta, k) == nearly(brought + heating[k]).epsilon(1e-12));
    CHECK(air.tendency(stratus::vapour, k) == nearly(brought + moistening[k]).epsilon(1e-12));
    CHECK(air.tendency(stratus::liquid, k) == nearly(brought).epsilon(1e-12));
  }
  CHECK(Subsidence::Options{.heights = {0, 200, 300}, .w = {0, -0.02, 0}}.taken(
            air.setup().mesh, 0) == nearly(0.015 / 100));
}

TEST_CASE("the sponge damps towards the first state, from its height on") {
  SmallAir air;
  for (const FieldView<double>& field : air.past.fields)
    SmallAir::set(field, [](int, int, int) { return 1; });
  const Sponge sponge({.from = 250, .rate = 0.01, .scale = 100}, air.setup());
  sponge.add(air.owned(), air.moment(), air.tendencies);
  CHECK(air.changed() == 6);
  const double rate = 0.01 * (std::exp(1.0) - 1);       // at 350 m
  const double rate_half = 0.01 * (std::exp(0.5) - 1);  // at 300 m
  CHECK(air.tendency(stratus::u, 3) == nearly(-rate * (1 - 3)));
  CHECK(air.tendency(stratus::v, 3) == nearly(-rate * (1 + 4)));
  CHECK(air.tendency(stratus::w, 2) == nearly(-rate_half));
  CHECK(air.tendency(stratus::theta, 3) == nearly(-rate * (1 - 3)));  // 303 K, of 300
  CHECK(air.tendency(stratus::vapour, 3) == nearly(-rate * (1 - 0.001)));
  CHECK(air.tendency(stratus::liquid, 3) == nearly(-rate));
  CHECK(air.tendency(stratus::u, 2) == 0);  // at 250 m
}

TEST_CASE("the sponge keeps the first state, with cloud and without") {
  for (const double total : {0.001, 0.04}) {
    SmallAir air;
    air.sounding.total[3] = total;
    const MoistAir first = condense(303, total, 0.97, 9.7e4);
    CHECK((first.liquid > 0.001) == (total == 0.04));
    air.past.fields[stratus::theta].fill(first.theta - 300);
    air.past.fields[stratus::vapour].fill(first.vapour);
    air.past.fields[stratus::liquid].fill(first.liquid);
    const Sponge sponge({.from = 250, .rate = 0.01, .scale = 100}, air.setup());
    sponge.add(air.owned(), air.moment(), air.tendencies);
    for (const std::size_t kept : {stratus::theta, stratus::vapour, stratus::liquid})
      CHECK(air.tendency(kept, 3) == 0);
  }
}

TEST_CASE("sinking air brings what is above") {
  SmallAir air;
  air.grid = uneven_grid();
  for (const FieldView<double>& field : air.past.fields)
    SmallAir::set(field, [&](int, int, int k) { return 0.02 * air.grid.z[std::size_t(k)]; });
  const Subsidence subsidence({.divergence = 1e-5}, air.setup());
  subsidence.add(air.owned(), air.moment(), air.tendencies);
  CHECK(air.changed() == 3);  // neither wind nor tracer
  for (const std::size_t f : {stratus::theta, stratus::vapour, stratus::liquid}) {
    CHECK(air.tendency(f, 0) == nearly(1e-5 * 20 * 0.02).epsilon(1e-12));
    CHECK(air.tendency(f, 2) == nearly(1e-5 * 169.375 * 0.02).epsilon(1e-12));
    CHECK(air.tendency(f, 3) == 0);
  }
}

TEST_CASE("the large scale cools and moistens with height") {
  SmallAir air;
  const LargeScale large_scale({.heating = -1e-7, .moistening = 2e-11, .uniform_below = 200},
                               air.setup());
  large_scale.add(air.owned(), air.moment(), air.tendencies);
  CHECK(air.changed() == 2);
  CHECK(air.tendency(stratus::theta, 0) == nearly(-1e-7 * 200));
  CHECK(air.tendency(stratus::theta, 3) == nearly(-1e-7 * 350));
  CHECK(air.tendency(stratus::vapour, 1) == nearly(2e-11 * 200));
  CHECK(air.tendency(stratus::vapour, 2) == nearly(2e-11 * 250));
}

TEST_CASE("a cloud radiates from its top") {
  SmallAir air;
  air.grid = uneven_grid();
  const double liquid[] = {0, 1e-4, 3e-4, 0};
  SmallAir::set(air.past.fields[stratus::liquid], [&](int, int, int k) { return liquid[k]; });
  const Longwave longwave({.top = 70, .absorption = 130}, air.setup());
  longwave.add(air.owned(), air.moment(), air.tendencies);
  CHECK(air.changed() == 1);
  const double mass_1 = 1.1 * 60, mass_2 = 0.9 * 150;
  const double below_2 = 70 * std::exp(-130 * mass_2 * 3e-4),
               below_1 = below_2 * std::exp(-130 * mass_1 * 1e-4);
  CHECK(air.tendency(stratus::theta, 3) == 0);
  CHECK(air.tendency(stratus::theta, 2) ==
        nearly(-(70 - below_2) / (mass_2 * 1005 * 0.98)).epsilon(1e-12));
  CHECK(air.tendency(stratus::theta, 1) ==
        nearly(-(below_2 - below_1) / (mass_1 * 1005 * 0.99)).epsilon(1e-12));
  CHECK(air.tendency(stratus::theta, 0) == 0);
}

TEST_CASE("clouds far below one another share what comes from above") {
  constexpr int levels = 40;  // more than are worked on at once
  SmallAir air(levels);
  const auto cloudy = [](int k) { return k == 3 || k == 20 || k == 36; };
  SmallAir::set(air.past.fields[stratus::liquid],
                [&](int, int, int k) { return cloudy(k) ? 2e-5 : 0.; });
  const Longwave longwave({.top = 70, .absorption = 130}, air.setup());
  longwave.add(air.owned(), air.moment(), air.tendencies);
  double above = 70;
  for (int k = levels - 1; k >= 0; --k) {
    CAPTURE(k);
    const auto n = static_cast<std::size_t>(k);
    const double mass = air.grid.rho[n] * 100;
    const double below = cloudy(k) ? above * std::exp(-130 * mass * 2e-5) : above;
    CHECK(air.tendency(stratus::theta, k) ==
          nearly(-(above - below) / (mass * 1005 * air.sounding.exner[n])).epsilon(1e-12));
    above = below;
  }
}

TEST_CASE("the sea drags, warms and moistens the lowest level") {
  // At centres 6 and -8 m/s, in the next column to the east 15 and -8, to the north 6 and -2.5: 10,
  // 17 and 6.5 m/s of wind.
  SmallAir air;
  air.grid = uneven_grid();
  SmallAir::set(air.past.fields[stratus::u], [](int i, int, int) { return 10.5 + 9 * i; });
  SmallAir::set(air.past.fields[stratus::v], [](int, int j, int) { return -5.25 + 5.5 * j; });
  SmallAir::set(air.past.fields[stratus::theta], [](int, int, int) { return -12; });
  SmallAir::set(air.past.fields[stratus::vapour], [](int, int, int) { return 9e-3; });
  air.reference.ground_pressure = 1e5;
  const double drag = std::pow(0.4 / std::log(20 / 2e-4), 2);
  const Surface bulk({.temperature = 289, .humidity = 11e-3, .roughness = 2e-4}, air.setup());
  bulk.add(air.owned(), air.moment(), air.tendencies);
  CHECK(air.changed() == 4);
  const auto is = [](double number) { return nearly(number).epsilon(1e-12); };
  CHECK(air.tendency(stratus::u) == is(-drag * 0.5 * (10 + 17) * 10.5 / 40));
  CHECK(air.tendency(stratus::v) == is(drag * 0.5 * (10 + 6.5) * 5.25 / 40));
  CHECK(air.tendency(stratus::theta) == is(drag * 10 * 1 / 40));  // 289 K beside 288
  CHECK(air.tendency(stratus::vapour) == is(drag * 10 * 2e-3 / 40));
  CHECK(air.tendency(stratus::u, 1) == 0);
}

TEST_CASE("air that touches the sea holds what it can, where nothing else is given") {
  SmallAir air;
  SmallAir::set(air.past.fields[stratus::u], [](int, int, int) { return 6; });
  SmallAir::set(air.past.fields[stratus::vapour], [](int, int, int) { return 9e-3; });
  air.reference.ground_pressure = 1e5;
  const Surface::Options options{.temperature = 293.15, .roughness = 2e-4};
  Surface(options, air.setup()).add(air.owned(), air.moment(), air.tendencies);
  // 23.4 hPa of vapour at 20 degrees (WMO-No. 8, annex 4.B; Tetens' formula has 23.3).
  const double saturated = 0.622 * 23.39 / (1000 - 23.39),
               drag = std::pow(0.4 / std::log(50 / 2e-4), 2);
  CHECK(air.tendency(stratus::vapour) == nearly(drag * 6 * (saturated - 9e-3) / 100).epsilon(0.02));
}

TEST_CASE("fluxes from the sea can be given") {
  SmallAir air;
  const Surface given({.fluxes = Surface::Fluxes::given, .heat = 8e-3, .water = 5e-5}, air.setup());
  given.add(air.owned(), air.moment(), air.tendencies);
  CHECK(air.changed() == 2);
  CHECK(air.tendency(stratus::theta) == nearly(8e-5));
  CHECK(air.tendency(stratus::vapour) == nearly(5e-7));
}

TEST_CASE("a stress that is given holds back wind as strong as itself, and no weaker wind more") {
  for (const double wind : {10., 0.2}) {
    SmallAir air;
    SmallAir::set(air.past.fields[stratus::u], [=](int, int, int) { return 0.6 * wind; });
    SmallAir::set(air.past.fields[stratus::v], [=](int, int, int) { return -0.8 * wind; });
    const Surface given({.fluxes = Surface::Fluxes::given, .friction_velocity = 0.4}, air.setup());
    given.add(air.owned(), air.moment(), air.tendencies);
    const double stress = wind > 0.4 ? 0.4 * 0.4 : 0.4 * wind;
    CHECK(air.tendency(stratus::u) == nearly(-0.6 * stress / 100).epsilon(1e-12));
    CHECK(air.tendency(stratus::v) == nearly(0.8 * stress / 100).epsilon(1e-12));
  }
}

TEST_CASE("in a frame that moves all feel the wind over the ground") {
  SmallAir ground, moving;
  moving.sounding.u.assign(4, 3 - 2.);
  moving.sounding.v.assign(4, -4 + 5.);
  ComponentSetup setup = moving.setup();
  setup.frame = {2, -5};
  const auto set = [](SmallAir& air, double u, double v) {
    for (const TimeLevel* level : {&air.past, &air.now}) {
      SmallAir::set(level->fields[stratus::u],
                    [=](int i, int j, int k) { return u + i * i - j + k; });
      SmallAir::set(level->fields[stratus::v], [=](int i, int j, int) { return v + i + j; });
    }
  };
  set(ground, 6, -8);
  set(moving, 4, -3);
  const auto add = [](SmallAir& air, const ComponentSetup& at) {
    Surface({}, at).add(air.owned(), air.moment(), air.tendencies);
    Coriolis({.parameter = 1e-2}, at).add(air.owned(), air.moment(), air.tendencies);
    Sponge({.from = 100, .rate = 0.1}, at).add(air.owned(), air.moment(), air.tendencies);
  };
  add(ground, ground.setup());
  add(moving, setup);
  for (std::size_t f = 0; f < ground.tendencies.size(); ++f)
    for (int k = 0; k < moving.levels; ++k)
      CHECK(moving.tendency(f, k) == nearly(ground.tendency(f, k)).epsilon(1e-12));
  CHECK(ground.changed() == 4);
}

TEST_CASE("what is supersaturated condenses, cloud water in dry air evaporates") {
  SmallAir air;
  const double vapour[] = {0.024, 0.010, 0.010, 0.010}, liquid[] = {0, 0, 1e-4, 0.5};
  SmallAir::set(air.past.fields[stratus::vapour], [&](int, int, int k) { return vapour[k]; });
  SmallAir::set(air.past.fields[stratus::liquid], [&](int, int, int k) { return liquid[k]; });
  // It is the next values that are adjusted.
  SmallAir::set(air.tendencies[stratus::theta], [](int, int, int) { return 0.25; });
  SmallAir::set(air.past.fields[stratus::theta], [](int, int, int) { return -1; });
  const Condensation condensation({}, air.setup());
  condensation.adjust(air.owned(), air.moment(), air.tendencies);
  const auto next = [&](std::size_t f, int k) {
    return air.past.fields[f](0, 0, k) + 4 * air.tendency(f, k);
  };
  for (int k = 0; k < 4; ++k) {
    CAPTURE(k);
    const double exner = air.sounding.exner[std::size_t(k)];
    CHECK(next(stratus::vapour, k) + next(stratus::liquid, k) ==
          nearly(vapour[k] + liquid[k]).epsilon(1e-14));
    CHECK(next(stratus::theta, k) -
              2.501e6 / 1005 / exner * (next(stratus::liquid, k) - liquid[k]) ==
          nearly(0).epsilon(1e-10));
  }
  // One Newton step, by what saturated air has (Tetens), kg/kg, and how much more a K: at 300 K and
  // 1000 hPa, and at 291 K and 970 hPa.
  const auto condenses = [](double has, double saturated, double a_kelvin) {
    return (has - saturated) / (1 + 2.501e6 / 1005 * a_kelvin);
  };
  CHECK(4 * air.tendency(stratus::liquid, 0) ==
        nearly(condenses(0.024, 0.022792511335730, 0.0013877428713365)).epsilon(1e-10));
  CHECK(air.tendency(stratus::liquid, 1) == 0);
  CHECK(next(stratus::liquid, 2) == nearly(0).epsilon(1e-15));  // all there is
  CHECK(4 * air.tendency(stratus::liquid, 3) ==                 // more than the air takes
        nearly(condenses(0.010, 0.013396070944381, 0.00086145060140737)).epsilon(1e-10));
  // After it the air is all but saturated.
  const auto balanced = [&](int k, double exner, double pressure) {
    return saturation((300 + next(stratus::theta, k)) * exner, pressure);
  };
  CHECK(next(stratus::vapour, 0) == nearly(balanced(0, 1, 1e5)).epsilon(0.002));
  CHECK(next(stratus::vapour, 3) == nearly(balanced(3, 0.97, 9.7e4)).epsilon(0.02));
}

TEST_CASE("cloud water below nothing is made good by vapour, rounding is not") {
  SmallAir air;
  const double liquid[] = {-1e-6, -1e-20, -1e-6, 1e-4};
  SmallAir::set(air.past.fields[stratus::vapour],
                [](int, int, int k) { return k == 2 ? 0.024 : 0.01; });
  SmallAir::set(air.past.fields[stratus::liquid], [&](int, int, int k) { return liquid[k]; });
  Condensation({}, air.setup()).adjust(air.owned(), air.moment(), air.tendencies);
  const auto gains = [&](std::size_t f, int k) { return 4 * air.tendency(f, k); };
  CHECK(gains(stratus::liquid, 0) == nearly(1e-6));
  CHECK(gains(stratus::liquid, 1) == 0);
  CHECK(gains(stratus::liquid, 2) > 1e-5);  // supersaturated: more than that condenses
  CHECK(gains(stratus::liquid, 3) == nearly(-1e-4));
  for (int k = 0; k < 4; ++k) CHECK(gains(stratus::vapour, k) == -gains(stratus::liquid, k));
}

TEST_CASE("a divergence is a share of the air of its own level") {
  SmallAir air;
  air.grid = uneven_grid();
  const auto largest = [&] {
    return largest_divergence(air.owned(), air.setup().mesh, air.now.wind());
  };
  SmallAir::set(air.now.fields[stratus::u], [](int i, int, int k) { return 1.0 * i * k; });
  CHECK(largest() == nearly(3. / 50));
  SmallAir::set(air.now.fields[stratus::w], [](int, int, int k) { return k == 1 ? 10. : 0.; });
  CHECK(largest() == nearly(1. / 50 + 1.05 * 10 / (1.1 * 60)));  // of the level below that face
}

TEST_CASE("only what is on is there") {
  SmallAir air;
  ComponentOptions options{.on = {"large_scale", "subsidence"}};
  CHECK(options.change_water());
  Components(options, air.setup()).add(air.owned(), air.moment(), air.tendencies);
  CHECK(air.changed() == 2);
  options.on = {"buoyancy", "coriolis", "longwave"};
  CHECK_FALSE(options.change_water());
}

}  // namespace
}  // namespace seafret
