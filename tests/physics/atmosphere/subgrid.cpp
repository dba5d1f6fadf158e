// SPDX-License-Identifier: BSD-3-Clause
// Subgrid mixing beside what it gives by hand.
#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "physics/atmosphere/constants.hpp"
#include "physics/atmosphere/saturation.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/atmosphere/small_air.hpp"

namespace seafret {
namespace {

/// The viscosities of a small air, and what is found of them.
class MixedAir : public SmallAir {
 public:
  using SmallAir::SmallAir;
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

/// What bends everywhere, every way; of so many levels higher.
auto bending(double height, double phase, int levels_higher = 0) {
  return [=](int i, int j, int k) {
    return height * std::sin(phase + 1.1 * i - 0.7 * j + 1.9 * (k + levels_higher) + 0.3 * i * j);
  };
}

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

/// By how much saturated air of the sounding becomes more buoyant, in K of theta, for a little more
/// of liquid-water potential temperature (K) and water in all (kg/kg).
double lifted_in_cloud(std::size_t level, double heat, double water) {
  const MixedAir air;
  const double theta = air.sounding.air(level).theta, exner = air.sounding.exner[level],
               pressure = air.sounding.pressure[level], liquid = 1e-3;
  const auto buoyancy = [&](double more) {
    const MoistAir found =
        condense(theta - 2.501e6 / (1005 * exner) * liquid + more * heat,
                 saturation(theta * exner, pressure) + liquid + more * water, exner, pressure);
    return found.theta + air.reference.theta * (0.608 * found.vapour - found.liquid);
  };
  return buoyancy(0.5) - buoyancy(-0.5);
}

TEST_CASE("Smagorinsky's viscosity goes with the strain and what stratification leaves of it") {
  const double shear = 0.02;  // 1/s
  const VerticalGrid grid = uneven_grid();
  const auto z = [&](int k) { return grid.z[static_cast<std::size_t>(k)]; };
  const double wall = 0.4 * (100 + 1e-3), length2 = 1 / (1 / (wall * wall) + 1 / 100.);
  const Subgrid::Options options{.length = 10, .roughness = 1e-3};
  const auto with_gradient = [&](double theta_a_metre, double water_a_metre, double liquid) {
    MixedAir air;
    air.grid = grid;
    SmallAir::set(air.past.fields[stratus::u], [&](int, int, int k) { return shear * z(k); });
    SmallAir::set(air.past.fields[stratus::theta],
                  [&](int, int, int k) { return theta_a_metre * z(k); });
    SmallAir::set(air.past.fields[stratus::vapour],
                  [&](int, int, int k) { return water_a_metre * z(k); });
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
  // In cloud what condenses counts too: of the air beside the face by halves.
  const double of_heat = 0.5 * (lifted_in_cloud(1, 1e-3, 0) + lifted_in_cloud(2, 1e-3, 0)) / 1e-3,
               of_water = 0.5 * (lifted_in_cloud(1, 0, 1e-6) + lifted_in_cloud(2, 0, 1e-6)) / 1e-6;
  CHECK(of_heat == nearly(0.4).epsilon(0.1));
  CHECK(of_water == nearly(2.4 * 300).epsilon(0.1));
  CHECK(with_gradient(stable / of_heat, 0, 1e-3)[0] == nearly(0.1296 * neutral).epsilon(1e-4));
  CHECK(with_gradient(0, stable / of_water, 1e-3)[0] == nearly(0.1296 * neutral).epsilon(1e-4));
  // Ri = -0.1: the roots of 1 + 1.6 and 1 + 4.
  const auto unstable = with_gradient(-stable, 0, 0);
  CHECK(unstable[0] == nearly(std::sqrt(2.6) * neutral).epsilon(1e-5));
  CHECK(unstable[1] == nearly(std::sqrt(5.0) * neutral / 0.7).epsilon(1e-5));
  CHECK(with_gradient(3 * stable, 0, 0)[0] == 0);
}

/// Of air in a shear of 0.05 1/s, at the face between the two inner levels.
double viscosity_of(const SmallAir::Value& theta, const SmallAir::Value& vapour,
                    const SmallAir::Value& liquid, bool condenses) {
  MixedAir air;
  SmallAir::set(air.past.fields[stratus::u],
                [&](int, int, int k) { return 0.05 * air.grid.z[static_cast<std::size_t>(k)]; });
  SmallAir::set(air.past.fields[stratus::theta], theta);
  SmallAir::set(air.past.fields[stratus::vapour], vapour);
  SmallAir::set(air.past.fields[stratus::liquid], liquid);
  ComponentSetup setup = air.setup();
  setup.condenses = condenses;
  Subgrid({}, setup).mix(air.owned(), air.mixed());
  return air.momentum(2);
}

double nothing(int /*i*/, int /*j*/, int /*k*/) { return 0; }

TEST_CASE("a cloud that is air risen from below is neutral") {
  const SmallAir air;
  const double theta = air.sounding.air(1).theta,
               vapour = saturation(theta * air.sounding.exner[1], air.sounding.pressure[1]);
  for (const double liquid : {1e-3, 1e-2}) {
    const MoistAir risen = air.sounding.risen({theta, vapour, liquid}, 2);
    REQUIRE(risen.liquid > liquid);
    const double found = viscosity_of(
        [&](int, int, int k) { return (k < 2 ? theta : risen.theta) - air.reference.theta; },
        [&](int, int, int k) { return k < 2 ? vapour : risen.vapour; },
        [&](int, int, int k) { return k < 2 ? liquid : risen.liquid; }, true);
    CHECK(found == nearly(viscosity_of(nothing, nothing, nothing, true)).epsilon(0.01));
  }
}

TEST_CASE("cloud water that does not evaporate is weight that is carried along") {
  const double a_metre = 2.5e-5,
               stable = 1.608 * a_metre;  // kg/kg a metre, and of theta a reference
  const SmallAir air;
  const auto z = [&](int k) { return air.grid.z[static_cast<std::size_t>(k)]; };
  const double carried = viscosity_of(
      nothing, nothing, [&](int, int, int k) { return 0.1 - a_metre * z(k); }, false);
  CHECK(carried < 0.99 * viscosity_of(nothing, nothing, nothing, false));
  const SmallAir::Value theta = [&](int, int, int k) {
    return (stable - 0.608 * a_metre) * air.reference.theta * z(k);
  };
  CHECK(carried == nearly(viscosity_of(theta, nothing, nothing, false)).epsilon(1e-9));
}

TEST_CASE(
    "the shear of a face is that of the levels beside it, at the lowest and the highest too") {
  MixedAir air;
  air.grid = uneven_grid();
  const auto z = [&](int k) { return air.grid.z[static_cast<std::size_t>(k)]; };
  SmallAir::set(air.past.fields[stratus::u], [&](int, int, int k) { return 1e-4 * z(k) * z(k); });
  air.mix({.length = 10, .roughness = 1e-3});
  for (int face = 1; face < 4; ++face) {
    CAPTURE(face);
    const double wall = 0.4 * (air.grid.z_half[static_cast<std::size_t>(face - 1)] + 1e-3),
                 length2 = 1 / (1 / (wall * wall) + 1 / 100.);
    CHECK(air.momentum(face) == nearly(length2 * 1e-4 * (z(face - 1) + z(face))).epsilon(1e-6));
  }
}

TEST_CASE("a jump of the wind mixes through its own face, not through those beside it") {
  MixedAir air;
  air.grid = uneven_grid();
  SmallAir::set(air.past.fields[stratus::u], [](int, int, int k) { return k < 2 ? 0. : 1.; });
  air.mix({.length = 10, .roughness = 1e-3});
  CHECK(air.momentum(2) > 0.1);
  CHECK(air.momentum(1) < 1e-3);
  CHECK(air.momentum(3) < 1e-3);
}

TEST_CASE("no cell of uneven levels is mixed by more than a half in a leap") {
  MixedAir air;
  air.grid = uneven_grid();
  SmallAir::set(air.past.fields[stratus::theta], [](int, int, int k) { return -1e6 * k; });
  air.mix({});
  // What the smaller, or else the heavier, of two cells loses: of 40, 60, 150 and 150 m.
  const double sides = 1. / (50 * 50) + 1. / (40 * 40),
               up[] = {1.2 / 43.125 / (1.25 * 40), 1.05 / 106.25 / (1.1 * 60),
                       0.85 / 155.625 / (0.8 * 150)};
  for (int face = 1; face < 4; ++face) {
    CAPTURE(face);
    CHECK(air.momentum(face) == nearly(0.25 / 4 / (sides + up[face - 1])).epsilon(1e-12));
    CHECK(air.scalars(face) == nearly(0.25 / 4 / (sides + up[face - 1])).epsilon(1e-12));
  }
  const FieldView<double> scalars = air.mixed().viscosities.scalars;
  double most = 0;
  for (int k = 0; k < 4; ++k)
    most = std::max(most, 4 * Subgrid::mixed(air.setup().mesh, scalars.column(0, 0), k));
  CHECK(most <= 0.5);
  CHECK(most > 0.45);
  // As much by one viscosity everywhere as what it mixes in the cell that it mixes most.
  const Subgrid::Options constant{
      .closure = Subgrid::Closure::constant, .viscosity = 3, .diffusivity = 7};
  CHECK(constant.taken(air.setup().mesh, 0) ==
        nearly(7 * (2 * sides + (1.2 / 43.125 + 1.05 / 106.25) / (1.1 * 60))).epsilon(1e-12));
}

TEST_CASE("where levels are thin a fifth of their square is the most in a leap") {
  MixedAir air;
  air.grid = stretched_grid(4, 40, {}, 0);
  SmallAir::set(air.past.fields[stratus::theta], [](int, int, int k) { return -1e4 * k; });
  air.mix({});
  for (int face = 1; face < 4; ++face) {
    CHECK(air.momentum(face) == nearly(0.2 * 10 * 10 / 4).epsilon(1e-12));
    CHECK(air.scalars(face) == nearly(0.2 * 10 * 10 / 4).epsilon(1e-12));
  }
}

TEST_CASE("where columns are thin a fifth of the square of their side is the most in a leap") {
  const VerticalGrid grid = stretched_grid(4, 4000, {}, 0);
  for (const bool in_x : {true, false}) {
    MixedAir air;
    SmallAir::set(air.past.fields[stratus::theta], [](int, int, int k) { return -1e6 * k; });
    const ComponentSetup setup = air.setup();
    const Mesh mesh = in_x ? Mesh{grid, 40, 1e4} : Mesh{grid, 1e4, 40};
    const Subgrid subgrid({}, {mesh, setup.reference, setup.sounding});
    subgrid.mix(air.owned(), air.mixed());
    for (int face = 1; face < 4; ++face)
      CHECK(air.momentum(face) == nearly(0.2 * 40 * 40 / 4).epsilon(1e-12));
  }
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

TEST_CASE("the strain of a face is that of a wind that bends everywhere, each part where it lies") {
  MixedAir air;
  air.grid = uneven_grid();
  const auto u = bending(1e-2, 0.2), v = bending(1e-2, 1.3), in_w = bending(1e-2, 2.9);
  const SmallAir::Value w = [&](int i, int j, int k) {
    return k < 0 || k == 3 ? 0 : in_w(i, j, k);
  };
  SmallAir::set(air.past.fields[stratus::u], u);
  SmallAir::set(air.past.fields[stratus::v], v);
  SmallAir::set(air.past.fields[stratus::w], w);
  air.mix({.length = 10, .roughness = 1e-3});

  // Shears stand on the edges of cells, of which four surround a centre, two each way a face.
  const double dx = 50, dy = 40;
  const auto square = [](double x) { return x * x; };
  const auto of_level = [&](int k) {
    const double dz = air.grid.dz[static_cast<std::size_t>(k)];
    double turning = 0;
    for (const int i : {-1, 0})
      for (const int j : {-1, 0})
        turning += square((u(i, j + 1, k) - u(i, j, k)) / dy + (v(i + 1, j, k) - v(i, j, k)) / dx);
    return 2 * (square((u(0, 0, k) - u(-1, 0, k)) / dx) + square((v(0, 0, k) - v(0, -1, k)) / dy) +
                square((w(0, 0, k) - w(0, 0, k - 1)) / dz)) +
           turning / 4;
  };
  for (int face = 1; face < 4; ++face) {
    CAPTURE(face);
    const int k = face - 1;
    const double dz = air.grid.dz_half[static_cast<std::size_t>(k)],
                 wall = 0.4 * (air.grid.z_half[static_cast<std::size_t>(k)] + 1e-3);
    double shear = 0;
    for (const int edge : {-1, 0})
      shear += square((u(edge, 0, k + 1) - u(edge, 0, k)) / dz +
                      (w(edge + 1, 0, k) - w(edge, 0, k)) / dx) +
               square((v(0, edge, k + 1) - v(0, edge, k)) / dz +
                      (w(0, edge + 1, k) - w(0, edge, k)) / dy);
    const double strain2 = (of_level(k) + of_level(k + 1)) / 2 + shear / 2 + 1e-12;
    CHECK(air.momentum(face) ==
          nearly(std::sqrt(strain2) / (1 / (wall * wall) + 1 / 100.)).epsilon(1e-12));
  }
}

TEST_CASE("levels are mixed alike wherever they lie in a column") {
  constexpr int levels = 13;  // as many as one vector has, and some
  const auto mixed_by = [&](int shift, const auto& mix) {
    MixedAir air(levels);
    for (const std::size_t f : {stratus::u, stratus::v, stratus::w, stratus::theta})
      SmallAir::set(air.past.fields[f], bending(1, static_cast<double>(f), shift));
    mix(air, shift);
    return air;
  };
  // So far from the ground that all eddies are as large.
  const auto find = [](MixedAir& air, int) {
    Subgrid({.length = 10, .roughness = 1e9}, air.setup()).mix(air.owned(), air.mixed());
  };
  const MixedAir found = mixed_by(0, find), found_higher = mixed_by(1, find);
  int mixed = 0;
  for (int face = 2; face + 2 < levels; ++face) {  // nothing rises from the ground
    CAPTURE(face);
    CHECK(found_higher.momentum(face) == nearly(found.momentum(face + 1)));
    CHECK(found_higher.scalars(face) == nearly(found.scalars(face + 1)));
    mixed += found.scalars(face + 1) > 0;
  }
  CHECK(mixed > 2);
  const auto spread = [&](MixedAir& air, int shift) {
    const auto viscosity = bending(1, 7, shift);
    SmallAir::set(air.mixed().viscosities.momentum,
                  [&](int i, int j, int k) { return 2 + viscosity(i, j, k); });
    Subgrid({}, air.setup()).add(air.owned(), air.mixed(), air.tendencies);
  };
  const MixedAir gone = mixed_by(0, spread), gone_higher = mixed_by(1, spread);
  for (const std::size_t f : {stratus::u, stratus::v, stratus::w})
    for (int k = 1; k + 3 < levels; ++k) {
      CAPTURE(f);
      CAPTURE(k);
      CHECK(gone_higher.tendency(f, k) == nearly(gone.tendency(f, k + 1)));
    }
}

}  // namespace
}  // namespace seafret
