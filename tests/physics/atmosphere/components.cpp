// SPDX-License-Identifier: BSD-3-Clause
// Every component of the atmosphere beside what it gives by hand.
#include "physics/atmosphere/components.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <functional>

#include "physics/atmosphere/constants.hpp"
#include "physics/atmosphere/saturation.hpp"
#include "physics/atmosphere/stretched_grid.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/one_rank.hpp"

namespace seafret {
namespace {

/// Two by one columns, four levels of 100 m, and a halo; both time levels and a tendency that is 0.
class SmallAir {
 public:
  using Value = std::function<double(int i, int j, int k)>;

  SmallAir() {
    for (std::size_t n = 0; n < 3 * fields_of_a_level; ++n) {
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
        for (int k = 0; k < field.levels; ++k) field(i, j, k) = value(i, j, k);
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

/// Levels of 40, 60, 150 and 150 m in air that thins: centres at 20, 63.125, 169.375 and 325 m.
VerticalGrid uneven_grid() {
  VerticalGrid grid = stretched_grid(4, 400, std::array<Knot, 2>{{{1, 40}, {2, 100}}}, 0);
  grid.rho = {1.25, 1.1, 0.9, 0.8};
  grid.rho_half = {1.2, 1.05, 0.85, 0.7};
  return grid;
}

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

/// The viscosities of a small air, and what is found of them.
class MixedAir : public SmallAir {
 public:
  Moment mixed() const {
    Moment all = moment();
    all.viscosities = {momentum_, scalars_};
    return all;
  }
  /// A wind, a temperature and the closure's answer in column (0, 0), m2/s.
  void mix(const Subgrid::Options& options) {
    const Subgrid subgrid(options, setup());
    subgrid.mix(owned().grown(1), mixed());
    subgrid.add(owned(), mixed(), tendencies);
  }
  double momentum(int face) const { return momentum_(0, 0, face); }
  double scalars(int face) const { return scalars_(0, 0, face); }

 private:
  Field<> memory_of_momentum_{owned(), Halo::all(2), levels + 1},
      memory_of_scalars_{owned(), Halo::all(2), levels + 1};
  FieldView<double> momentum_ = memory_of_momentum_.view(), scalars_ = memory_of_scalars_.view();
};

TEST_CASE("constant viscosity spreads momentum as its second differences say") {
  MixedAir air;
  air.grid = uneven_grid();
  const auto quadratic = [](double a, double b, double c, int ground = 0) {
    return [=](int i, int j, int k) {
      return a * i * i + b * j * j + c * (k - ground) * (k - ground);
    };
  };
  SmallAir::set(air.past.fields[stratus::u], quadratic(1, 2, 3));
  SmallAir::set(air.past.fields[stratus::v], quadratic(4, 5, 6));
  SmallAir::set(air.past.fields[stratus::w], quadratic(7, 8, 9, -1));
  air.mix({.closure = Subgrid::Closure::constant, .viscosity = 10, .diffusivity = 20});
  CHECK(air.momentum(0) == 10);
  CHECK(air.scalars(4) == 20);
  CHECK(air.changed() == 3);
  const double x = 2 / (50. * 50), y = 2 / (40. * 40);
  // Of k^2, rho d/dz: at the tops of the levels, and for w, which is at tops, at their centres.
  const double top[] = {1.2 * 1 / 43.125, 1.05 * 3 / 106.25, 0.85 * 5 / 155.625},
               centre[] = {1.25 * 1 / 40, 1.1 * 3 / 60, 0.9 * 5 / 150};
  const auto is = [](double number) { return nearly(number).epsilon(1e-12); };
  CHECK(air.tendency(stratus::u, 1) == is(10 * (x + 2 * y + 3 * (top[1] - top[0]) / (1.1 * 60))));
  CHECK(air.tendency(stratus::v, 2) ==
        is(10 * (4 * x + 5 * y + 6 * (top[2] - top[1]) / (0.9 * 150))));
  CHECK(air.tendency(stratus::w, 0) ==
        is(10 * (7 * x + 8 * y + 9 * (centre[1] - centre[0]) / (1.2 * 43.125))));
  CHECK(air.tendency(stratus::w, 1) ==
        is(10 * (7 * x + 8 * y + 9 * (centre[2] - centre[1]) / (1.05 * 106.25))));
  // Nothing through ground and lid.
  CHECK(air.tendency(stratus::u, 0) == is(10 * (x + 2 * y + 3 * top[0] / (1.25 * 40))));
  CHECK(air.tendency(stratus::u, 3) == is(10 * (x + 2 * y - 3 * top[2] / (0.8 * 150))));
  CHECK(air.tendency(stratus::w, 3) == 0);  // the lid
}

TEST_CASE("momentum goes through each face by the viscosity there") {
  // In cells from the foot of column (0, 0); linear along each axis, so that all means are exact.
  const auto viscosity = [](double x, double y, double z) {
    return 30 + x + 3 * y + 5 * z + 2 * x * y;
  };
  // Of a wind that along each axis is 3 more ahead and 1 less behind.
  const auto spread = [&](double x, double y, double z) {
    return (3 * viscosity(x + 0.5, y, z) - viscosity(x - 0.5, y, z)) / (50 * 50) +
           (3 * viscosity(x, y + 0.5, z) - viscosity(x, y - 0.5, z)) / (40 * 40) +
           (3 * viscosity(x, y, z + 0.5) - viscosity(x, y, z - 0.5)) / (100 * 100);
  };
  MixedAir air;
  SmallAir::set(air.mixed().viscosities.momentum, viscosity);
  const auto wind = [](int level) {
    return [=](int i, int j, int k) {
      const int x = i + 1, y = j + 1, z = k - level + 1;
      return x * x + y * y + z * z - 2;
    };
  };
  SmallAir::set(air.past.fields[stratus::u], wind(1));
  SmallAir::set(air.past.fields[stratus::v], wind(1));
  SmallAir::set(air.past.fields[stratus::w], wind(0));  // 1 on top of the lowest level, 0 below it
  Subgrid({}, air.setup()).add(air.owned(), air.mixed(), air.tendencies);
  CHECK(air.tendency(stratus::u, 1) == nearly(spread(0.5, 0, 1.5)).epsilon(1e-12));
  CHECK(air.tendency(stratus::v, 1) == nearly(spread(0, 0.5, 1.5)).epsilon(1e-12));
  CHECK(air.tendency(stratus::w, 0) == nearly(spread(0, 0, 1)).epsilon(1e-12));
}

TEST_CASE("Smagorinsky's viscosity goes with the strain and what stratification leaves of it") {
  const double shear = 0.02;  // 1/s
  const double wall = 0.4 * (200 + 1e-3), length2 = 1 / (1 / (wall * wall) + 1 / 100.);
  const Subgrid::Options options{.length = 10, .roughness = 1e-3};
  const auto with_gradient = [&](double theta_a_metre, double water_a_metre, double liquid) {
    MixedAir air;
    SmallAir::set(air.past.fields[stratus::u], [&](int, int, int k) { return shear * 100 * k; });
    SmallAir::set(air.past.fields[stratus::theta], [&](int, int, int k) {
      return theta_a_metre * 100 * k + liquid * 2.501e6 / 1005 / air.sounding.exner[std::size_t(k)];
    });
    SmallAir::set(air.past.fields[stratus::vapour],
                  [&](int, int, int k) { return water_a_metre * 100 * k; });
    SmallAir::set(air.past.fields[stratus::liquid], [&](int, int, int) { return liquid; });
    air.mix(options);
    return std::array{air.momentum(2), air.scalars(2)};
  };
  const double neutral = length2 * shear;
  const auto [momentum, scalars] = with_gradient(0, 0, 0);
  CHECK(momentum == nearly(neutral).epsilon(1e-6));
  CHECK(scalars == nearly(neutral / 0.7).epsilon(1e-6));

  // g/300 (dtheta/dz + 0.608 300 dq/dz) = Ri shear2, with Ri = 0.1: (1 - 0.4)^4 = 0.1296.
  const double stable = 0.1 * shear * shear * 300 / 9.81;
  for (const auto& found : {with_gradient(stable, 0, 0), with_gradient(0, stable / 182.4, 0)}) {
    CHECK(found[0] == nearly(0.1296 * neutral).epsilon(1e-5));
    CHECK(found[1] == nearly(0.1296 * (1 - 1.2 * 0.1) * neutral / 0.7).epsilon(1e-5));
  }
  // In cloud half the heat and 3.3 300 times the water count.
  CHECK(with_gradient(2 * stable, 0, 1e-3)[0] == nearly(0.1296 * neutral).epsilon(1e-5));
  CHECK(with_gradient(0, stable / 990, 1e-3)[0] == nearly(0.1296 * neutral).epsilon(1e-5));
  // Ri = -0.1: the roots of 1 + 1.6 and 1 + 4.
  const auto unstable = with_gradient(-stable, 0, 0);
  CHECK(unstable[0] == nearly(std::sqrt(2.6) * neutral).epsilon(1e-5));
  CHECK(unstable[1] == nearly(std::sqrt(5.0) * neutral / 0.7).epsilon(1e-5));
  CHECK(with_gradient(3 * stable, 0, 0)[0] == 0);
  // No more is stable: in 4 s it mixes half of a cell of 40 x 50 x 100 m.
  CHECK(with_gradient(-1e4, 0, 0)[0] ==
        nearly(0.5 / 2 / (1. / (40 * 40) + 1. / (50 * 50) + 1. / (100 * 100)) / 4));
}

TEST_CASE("every part of the strain counts") {
  const auto viscosity = [](std::size_t field, const SmallAir::Value& value) {
    MixedAir air;
    SmallAir::set(air.past.fields[field], value);
    air.mix({.length = 10, .roughness = 1e-3});
    CHECK(air.momentum(0) == 0);
    CHECK(air.momentum(4) == 0);
    return air.momentum(2);
  };
  using namespace stratus;
  const double one = viscosity(u, [](int, int, int k) { return 1.0 * k; });  // 0.01/s
  CHECK(viscosity(v, [](int, int, int k) { return -1.0 * k; }) == nearly(one));
  CHECK(viscosity(u, [](int, int j, int) { return 0.4 * j; }) == nearly(one));
  CHECK(viscosity(v, [](int i, int, int) { return 0.5 * i; }) == nearly(one));
  CHECK(viscosity(w, [](int i, int, int k) { return k == 3 ? 0 : 0.5 * i; }) == nearly(one));
  CHECK(viscosity(w, [](int, int j, int k) { return k == 3 ? 0 : 0.4 * j; }) == nearly(one));
  const double root2 = std::sqrt(2.0);
  CHECK(viscosity(u, [](int i, int, int) { return 0.5 * i; }) == nearly(root2 * one));
  CHECK(viscosity(v, [](int, int j, int) { return 0.4 * j; }) == nearly(root2 * one));
  CHECK(viscosity(w, [](int, int, int k) { return 1.0 * k; }) == nearly(root2 * one));
}

TEST_CASE("the turning of the earth bends the wind to the right") {
  SmallAir air;
  SmallAir::set(air.now.fields[stratus::u], [](int i, int j, int) { return 5 + i + 10 * j; });
  SmallAir::set(air.now.fields[stratus::v], [](int i, int j, int) { return 7 + i + 10 * j; });
  const Coriolis coriolis({.parameter = 1e-4, .wind = {1, 2}}, air.setup());
  coriolis.add(air.owned(), air.moment(), air.tendencies);
  CHECK(air.changed() == 2);
  // v at the east face: the mean of 7, 8, -3, -2; u at the north face: of 5, 4, 15, 14.
  CHECK(air.tendency(stratus::u) == nearly(1e-4 * (2.5 - 2)).epsilon(1e-12));
  CHECK(air.tendency(stratus::v) == nearly(-1e-4 * (9.5 - 1)).epsilon(1e-12));
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
  CHECK(air.tendency(stratus::u, 3) == nearly(-rate * (1 - 3)));
  CHECK(air.tendency(stratus::v, 3) == nearly(-rate * (1 + 4)));
  CHECK(air.tendency(stratus::w, 2) == nearly(-rate_half));
  CHECK(air.tendency(stratus::theta, 3) == nearly(-rate * (1 - 3)));  // 303 K, of 300
  CHECK(air.tendency(stratus::vapour, 3) == nearly(-rate * (1 - 0.001)));
  CHECK(air.tendency(stratus::u, 2) == 0);  // at 250 m
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

TEST_CASE("in a frame that moves all feel the wind over the ground") {
  SmallAir ground, moving;
  ComponentSetup setup = moving.setup();
  setup.frame = {2, -5};
  setup.wind = {3 - 2., -4 + 5.};
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
    for (int k = 0; k < SmallAir::levels; ++k)
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

TEST_CASE("the ledger knows who brought what, and foretells what the air holds") {
  // Two columns of four levels with 114 kg/m2 each (Boussinesq), all alike.
  SmallAir air;
  const auto both = [&](std::size_t f, double value) {
    for (TimeLevel* level : {&air.past, &air.now})
      SmallAir::set(level->fields[f], [=](int, int, int) { return value; });
  };
  both(stratus::theta, -2);
  both(stratus::vapour, 0.01);
  both(stratus::liquid, 1e-3);
  air.reference.set_density(air.grid);
  Ledger ledger(air.setup().mesh, air.sounding, {"sun", "rain"});
  ledger.open(air.owned(), air.now);
  const auto bring = [&](const char* who, std::size_t f, double rate, int k) {
    air.tendencies[f](0, 0, k) += rate;
    ledger.note(who, air.owned(), air.tendencies);
  };
  const Fields scalars = Fields(air.tendencies).subspan(stratus::theta);
  constexpr Leapfrog time{4, 0.1};
  for (int step = 0; step < 2; ++step) {
    air.tendencies[stratus::theta](1, 0, 2) = 0.5 * step;  // nobody's work, but taken back:
    air.tendencies[stratus::theta](0, 0, 2) = -0.5 * step;
    ledger.begin(air.owned(), air.tendencies);
    bring("sun", stratus::theta, 0.25, 1);
    bring("rain", stratus::liquid, -1e-4, 0);
    bring("rain", stratus::vapour, 3e-4, 3);
    ledger.close(air.domain(), {time, time, time});
    leap_and_filter(air.owned(), air.owned(), time, air.past.scalar_fields(),
                    air.now.scalar_fields(), scalars);
    std::swap(air.past, air.now);
  }
  // Two steps of 2 s (half the span), of one column in two.  The filter sees
  // past - 2 now + next = 0 - 0 + 57 and, of the filtered 5.7, 5.7 - 114 + 62.7: 0.1 of it each,
  // and the mean has half of that.
  const auto& entries = ledger.entries();
  REQUIRE(entries.size() == 3);
  CHECK(ledger.seconds() == 4);
  CHECK(entries[0].name == "sun");
  CHECK(entries[0].brought[holding::theta] == nearly(0.5 * 4 * 0.25 * 114));
  CHECK(entries[0].brought[holding::enthalpy] == nearly(0.5 * 4 * 0.25 * 114 * 1005 * 0.99));
  CHECK(entries[0].brought[holding::water] == 0);
  CHECK(entries[1].brought[holding::water] == nearly(0.5 * 4 * 2e-4 * 114));
  CHECK(entries[1].brought[holding::enthalpy] == nearly(0.5 * 4 * 3e-4 * 114 * 2.501e6));
  CHECK(entries[2].name == "time_filter");
  CHECK(entries[2].brought[holding::theta] == nearly(0.5 * 0.1 * (57 + 5.7 - 114 + 62.7)));
  const Ledger::Closure kept = ledger.closure(air.domain(), air.past, air.now);
  CHECK(kept.missed[holding::theta] <= kept.rounding[holding::theta]);
  CHECK(kept.missed[holding::water] <= kept.rounding[holding::water]);
  CHECK(kept.turnover[holding::theta] == nearly(57 + 0.57));
  CHECK(kept.rounding[holding::theta] == nearly(0x1p-52 * 4 * 114 * 2));
  air.past.fields[stratus::liquid](1, 0, 0) += 1e-6;
  const Ledger::Closure lost = ledger.closure(air.domain(), air.past, air.now);
  CHECK(lost.missed[holding::water] == nearly(0.5 * 114e-6));
  CHECK(lost.missed[holding::theta] == kept.missed[holding::theta]);
}

TEST_CASE("the ledger foretells what Williams' filter leaves") {
  SmallAir air;
  air.reference.set_density(air.grid);
  for (TimeLevel* level : {&air.past, &air.now})
    SmallAir::set(level->fields[stratus::theta], [](int i, int, int k) { return i + k; });
  Ledger ledger(air.setup().mesh, air.sounding, {"sun"});
  ledger.open(air.owned(), air.now);
  const Leapfrog time = Leapfrog::filtered(4, 0.1, 0.5);
  for (int step = 0; step < 3; ++step) {
    ledger.begin(air.owned(), air.tendencies);
    air.tendencies[stratus::theta](0, 0, 1) += 0.25 - step;
    ledger.note("sun", air.owned(), air.tendencies);
    ledger.close(air.domain(), {time, time, time});
    leap_and_filter(air.owned(), air.owned(), time, air.past.theta(), air.now.theta(),
                    Fields(air.tendencies).subspan(stratus::theta, 1));
    std::swap(air.past, air.now);
  }
  const Ledger::Closure kept = ledger.closure(air.domain(), air.past, air.now);
  CHECK(kept.missed[holding::theta] <= 4 * kept.rounding[holding::theta]);
  CHECK(kept.turnover[holding::theta] > 100);
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
