// SPDX-License-Identifier: BSD-3-Clause
// Every component of the atmosphere beside what it gives by hand.
#include "physics/atmosphere/components.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "physics/atmosphere/constants.hpp"
#include "physics/atmosphere/stretched_grid.hpp"
#include "tests/physics/one_rank.hpp"

namespace seafret {
namespace {

using doctest::Approx;

/// Two by one columns, four levels of 100 m, and a halo; both time levels and a tendency that is 0.
class SmallAir {
 public:
  using Value = std::function<double(int i, int j, int k)>;

  SmallAir() {
    for (int n = 0; n < 3 * fields_of_a_level; ++n) {
      Field<>& field = memory_.emplace_back(domain_.owned(), Halo{2, 2, 2, 2, true}, levels);
      std::fill_n(field.view().data, field.view().box.area() * levels, 0.0);
    }
    for (std::size_t n = 0; n < fields_of_a_level; ++n) {
      past.fields.push_back(memory_[n].view());
      now.fields.push_back(memory_[fields_of_a_level + n].view());
      tendencies.push_back(memory_[2 * fields_of_a_level + n].view());
    }
  }

  static void set(const FieldView<double>& field, const Value& value) {
    for (int j = field.box.y0; j < field.box.y1; ++j)
      for (int i = field.box.x0; i < field.box.x1; ++i)
        for (int k = 0; k < levels; ++k) field(i, j, k) = value(i, j, k);
  }
  ComponentSetup setup() const { return {{grid, 50, 40}, reference, sounding, {3, -4}}; }
  Moment moment() const { return {past, now, 4}; }
  const Domain& domain() const { return domain_; }
  const Box& owned() const { return domain_.owned(); }
  double tendency(std::size_t field, int k = 0) const { return tendencies[field](0, 0, k); }
  /// How many fields have any tendency.
  int changed() const {
    int count = 0;
    for (const FieldView<double>& t : tendencies) {
      bool any = false;
      for (int i = 0; i < 2; ++i)
        for (int k = 0; k < levels; ++k) any = any || t(i, 0, k) != 0;
      count += any;
    }
    return count;
  }

  static constexpr int levels = 4;
  VerticalGrid grid = stretched_grid(levels, 400, {}, 0);
  ReferenceAir reference = {.theta = 300};
  Sounding sounding = {.theta_l = {300, 300, 301, 303},
                       .total = {0.01, 0.01, 0.005, 0.001},
                       .exner = {1, 0.99, 0.98, 0.97},
                       .pressure = {1e5, 9.9e4, 9.8e4, 9.7e4}};
  TimeLevel past, now;
  std::vector<FieldView<double>> tendencies;

 private:
  static constexpr std::size_t fields_of_a_level = 7;  // one passive tracer

  Decomposition decomposition_{Grid{.nx = 2, .ny = 1, .nz = levels}, {Box{0, 2, 0, 1}}};
  Domain domain_{decomposition_, self()};
  std::vector<Field<>> memory_;
};

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
  CHECK(air.tendency(stratus::w, 0) == Approx(0.03954411).epsilon(1e-9));
  CHECK(air.tendency(stratus::w, 1) == Approx(0.00590562).epsilon(1e-9));
  CHECK(air.tendencies[stratus::w](1, 0, 0) == Approx(-0.03954411).epsilon(1e-9));
  CHECK(air.tendency(stratus::w, 3) == 0);  // the lid
}

TEST_CASE("the turning of the earth bends the wind to the right") {
  SmallAir air;
  SmallAir::set(air.now.fields[stratus::u], [](int i, int j, int) { return 5 + i + 10 * j; });
  SmallAir::set(air.now.fields[stratus::v], [](int i, int j, int) { return 7 + i + 10 * j; });
  const Coriolis coriolis({.parameter = 1e-4, .wind = {1, 2}}, air.setup());
  coriolis.add(air.owned(), air.moment(), air.tendencies);
  CHECK(air.changed() == 2);
  // v at the east face: the mean of 7, 8, -3, -2; u at the north face: of 5, 4, 15, 14.
  CHECK(air.tendency(stratus::u) == Approx(1e-4 * (2.5 - 2)).epsilon(1e-12));
  CHECK(air.tendency(stratus::v) == Approx(-1e-4 * (9.5 - 1)).epsilon(1e-12));
}

TEST_CASE("the sponge damps towards the first state, from its height on") {
  SmallAir air;
  for (const FieldView<double>& field : air.past.fields)
    SmallAir::set(field, [](int, int, int) { return 1; });
  const Sponge sponge({.from = 250, .rate = 0.01, .scale = 100}, air.setup());
  sponge.add(air.owned(), air.moment(), air.tendencies);
  CHECK(air.changed() == 5);
  const double rate = 0.01 * (std::exp(1.0) - 1);       // at 350 m
  const double rate_half = 0.01 * (std::exp(0.5) - 1);  // at 300 m
  CHECK(air.tendency(stratus::u, 3) == Approx(-rate * (1 - 3)));
  CHECK(air.tendency(stratus::v, 3) == Approx(-rate * (1 + 4)));
  CHECK(air.tendency(stratus::w, 2) == Approx(-rate_half));
  CHECK(air.tendency(stratus::theta, 3) == Approx(-rate * (1 - 3)));  // 303 K, of 300
  CHECK(air.tendency(stratus::vapour, 3) == Approx(-rate * (1 - 0.001)));
  CHECK(air.tendency(stratus::u, 2) == 0);  // at 250 m
}

TEST_CASE("sinking air brings what is above") {
  SmallAir air;
  for (const FieldView<double>& field : air.past.fields)
    SmallAir::set(field, [&](int, int, int k) { return 0.02 * air.grid.z[std::size_t(k)]; });
  const Subsidence subsidence({.divergence = 1e-5}, air.setup());
  subsidence.add(air.owned(), air.moment(), air.tendencies);
  CHECK(air.changed() == 3);  // neither wind nor tracer
  for (const std::size_t f : {stratus::theta, stratus::vapour, stratus::liquid}) {
    CHECK(air.tendency(f, 0) == Approx(1e-5 * 50 * 0.02));
    CHECK(air.tendency(f, 2) == Approx(1e-5 * 250 * 0.02));
    CHECK(air.tendency(f, 3) == 0);
  }
}

TEST_CASE("the large scale cools and moistens with height") {
  SmallAir air;
  const LargeScale large_scale({.heating = -1e-7, .moistening = 2e-11, .uniform_below = 200},
                               air.setup());
  large_scale.add(air.owned(), air.moment(), air.tendencies);
  CHECK(air.changed() == 2);
  CHECK(air.tendency(stratus::theta, 0) == Approx(-1e-7 * 200));
  CHECK(air.tendency(stratus::theta, 3) == Approx(-1e-7 * 350));
  CHECK(air.tendency(stratus::vapour, 1) == Approx(2e-11 * 200));
  CHECK(air.tendency(stratus::vapour, 2) == Approx(2e-11 * 250));
}

TEST_CASE("a cloud radiates from its top") {
  SmallAir air;
  const double liquid[] = {0, 1e-4, 3e-4, 0};
  SmallAir::set(air.past.fields[stratus::liquid], [&](int, int, int k) { return liquid[k]; });
  const Longwave longwave({.top = 70, .absorption = 130}, air.setup());
  longwave.add(air.owned(), air.moment(), air.tendencies);
  CHECK(air.changed() == 1);
  const double mass = 1.0 * 100;  // of a level: the grid's density is 1
  const double below_2 = 70 * std::exp(-130 * mass * 3e-4),
               below_1 = 70 * std::exp(-130 * mass * 4e-4);
  CHECK(air.tendency(stratus::theta, 3) == 0);
  CHECK(air.tendency(stratus::theta, 2) == Approx(-(70 - below_2) / (mass * 1005 * 0.98)));
  CHECK(air.tendency(stratus::theta, 1) == Approx(-(below_2 - below_1) / (mass * 1005 * 0.99)));
  CHECK(air.tendency(stratus::theta, 0) == 0);
}

TEST_CASE("the sea drags, warms and moistens the lowest level") {
  SmallAir air;
  SmallAir::set(air.past.fields[stratus::u], [](int, int, int) { return 6; });
  SmallAir::set(air.past.fields[stratus::v], [](int, int, int) { return -8; });
  SmallAir::set(air.past.fields[stratus::theta], [](int, int, int) { return -12; });
  SmallAir::set(air.past.fields[stratus::vapour], [](int, int, int) { return 9e-3; });
  air.reference.ground_pressure = 1e5;
  const double drag = std::pow(0.4 / std::log(50 / 2e-4), 2);
  const Surface bulk({.temperature = 289, .humidity = 11e-3, .roughness = 2e-4}, air.setup());
  bulk.add(air.owned(), air.moment(), air.tendencies);
  CHECK(air.changed() == 4);
  CHECK(air.tendency(stratus::u) == Approx(-drag * 10 * 6 / 100));
  CHECK(air.tendency(stratus::v) == Approx(drag * 10 * 8 / 100));
  CHECK(air.tendency(stratus::theta) == Approx(drag * 10 * 1 / 100));  // 289 K beside 288
  CHECK(air.tendency(stratus::vapour) == Approx(drag * 10 * 2e-3 / 100));
  CHECK(air.tendency(stratus::u, 1) == 0);
}

TEST_CASE("fluxes from the sea can be given") {
  SmallAir air;
  const Surface given({.fluxes = Surface::Fluxes::given, .heat = 8e-3, .water = 5e-5}, air.setup());
  given.add(air.owned(), air.moment(), air.tendencies);
  CHECK(air.changed() == 2);
  CHECK(air.tendency(stratus::theta) == Approx(8e-5));
  CHECK(air.tendency(stratus::vapour) == Approx(5e-7));
}

TEST_CASE("what is supersaturated condenses, cloud water in dry air evaporates") {
  SmallAir air;
  // Saturated air has 0.0225 kg/kg at 300 K and 1000 hPa (Tetens).
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
          Approx(vapour[k] + liquid[k]).epsilon(1e-14));
    CHECK(next(stratus::theta, k) -
              2.501e6 / 1005 / exner * (next(stratus::liquid, k) - liquid[k]) ==
          Approx(0).epsilon(1e-10));
  }
  const double temperature = 300 + next(stratus::theta, 0);
  CHECK(next(stratus::vapour, 0) == Approx(saturation(temperature, 1e5)).epsilon(0.002));
  CHECK(next(stratus::liquid, 0) > 3e-4);
  CHECK(air.tendency(stratus::liquid, 1) == 0);
  CHECK(next(stratus::liquid, 2) == Approx(0).epsilon(1e-15));  // all there is
  CHECK(next(stratus::liquid, 3) > 0);                          // more than the air takes
  CHECK(next(stratus::vapour, 3) ==
        Approx(saturation((300 + next(stratus::theta, 3)) * 0.97, 9.7e4)).epsilon(0.3));
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
