// SPDX-License-Identifier: BSD-3-Clause
// Levels, reference densities, the sounding, the noise and cloud: what there is of a
// column of air.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "decomposition/base/floating_point_traps.hpp"
#include "decomposition/base/worse.hpp"
#include "physics/atmosphere/diagnostics.hpp"
#include "physics/atmosphere/first_state.hpp"
#include "physics/atmosphere/level_sums.hpp"
#include "physics/atmosphere/saturation.hpp"
#include "physics/atmosphere/sounding.hpp"
#include "physics/atmosphere/stretched_grid.hpp"
#include "physics/columns.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/atmosphere/small_air.hpp"

namespace seafret {
namespace {

/// Levels of equal thickness, of density 1.
VerticalGrid uniform_grid(int levels, double top) { return stretched_grid(levels, top, {}, 0); }

/// MONC's test case fire_sc, its kgd less one.
const std::array<Knot, 6> fire_sc{
    {{14, 300}, {24, 400}, {64, 600}, {76, 700}, {87, 1000}, {99, 1600}}};

TEST_CASE("a compensated sum keeps what a plain one rounds off") {
  for (const int levels : {1, 7, 8, 21}) {
    CAPTURE(levels);
    const auto term = [](int k) { return k % 3 == 0 ? 1e17 : k % 3 == 1 ? 1.0 + k : -1e17; };
    ReproducibleSum all;
    add_to(all, compensated_sum_of_levels(levels, term));
    for (int k = 0; k < levels; ++k) all.add(-term(k));
    CHECK(all.value() == 0);
  }
}

TEST_CASE("uniform levels") {
  const VerticalGrid g = uniform_grid(4, 100);
  CHECK(g.levels() == 4);
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(g.dz[k] == 25);
    CHECK(g.dz_half[k] == 25);
    CHECK(g.z_half[k] == 25.0 * static_cast<double>(k + 1));
    CHECK(g.z[k] == nearly(25.0 * static_cast<double>(k) + 12.5).epsilon(1e-15));
  }
}

TEST_CASE("a stretched grid by hand") {
  // Faces 0 10 20 50 80, from knots at 20 and 80 m; one pass moves the middle ones to
  // 10, (10 + 40 + 50)/4 = 25 and (20 + 100 + 80)/4 = 50.
  const std::array<Knot, 2> knots{{{2, 20}, {4, 80}}};
  const VerticalGrid g = stretched_grid(4, 80, knots, 1);
  CHECK(g.z_half == std::vector<double>{10, 25, 50, 80});
  CHECK(g.dz == std::vector<double>{10, 15, 25, 30});
  // Centres: plain means at the ends, (9 (a + b) - those beyond)/16 between.
  CHECK(g.z[0] == 5);
  CHECK(g.z[1] == (9 * (10 + 25) - 50 - 0) / 16.0);
  CHECK(g.z[2] == (9 * (25 + 50) - 80 - 10) / 16.0);
  CHECK(g.z[3] == 65);
  CHECK(g.dz_half[1] == g.z[2] - g.z[1]);
}

TEST_CASE("above the last knot the faces are linear to the top") {
  const std::array<Knot, 1> knots{{{2, 10}}};
  CHECK(stretched_grid(4, 110, knots, 0).z_half == std::vector<double>{5, 10, 60, 110});
}

TEST_CASE("MONC's levels for stratus") {
  const VerticalGrid g = stretched_grid(99, 1600, fire_sc, 40);
  const auto [thinnest, thickest] = std::minmax_element(g.dz.begin(), g.dz.end());
  CHECK(*thinnest == nearly(5).epsilon(1e-3));
  CHECK(*thickest == nearly(50).epsilon(1e-2));
  CHECK(g.z_half.back() == 1600);
  double sum = 0;
  for (const double dz : g.dz) sum += dz;
  CHECK(sum == nearly(1600).epsilon(1e-14));
  for (std::size_t k = 0; k < 99; ++k) CHECK(g.z[k] < g.z_half[k]);
  for (std::size_t k = 1; k < 99; ++k) CHECK(g.z[k] > g.z_half[k - 1]);
}

TEST_CASE("knots that do not ascend are no grid") {
  CHECK(ascend(fire_sc, 99, 1600));
  CHECK(ascend({}, 10, 100));
  CHECK_FALSE(ascend(fire_sc, 98, 1600));   // more faces than levels
  CHECK_FALSE(ascend(fire_sc, 100, 1600));  // the top reached below the last level
  CHECK_FALSE(ascend(fire_sc, 99, 1700));   // the last level reached below the top
  CHECK_FALSE(ascend(std::array<Knot, 2>{{{5, 50}, {5, 60}}}, 10, 100));
  CHECK_FALSE(ascend(std::array<Knot, 2>{{{5, 50}, {6, 40}}}, 10, 100));
  CHECK_FALSE(ascend(std::array<Knot, 1>{{{0, 0}}}, 10, 100));
}

TEST_CASE("isentropic density") {
  VerticalGrid g = uniform_grid(40, 4000);
  ReferenceAir{.boussinesq = false, .theta = 300, .ground_pressure = 1e5}.set_density(g);
  // Hydrostatic balance: the weight between two faces is the difference of the pressures there.
  const auto pressure = [](double z) {
    return 1e5 * std::pow(1 - 9.81 * z / (1005 * 300), 1005 / 287.05);
  };
  double below = 0;
  for (std::size_t k = 0; k < 40; ++k) {
    const double weight = 9.81 * g.rho[k] * g.dz[k];
    CHECK(weight == nearly(pressure(below) - pressure(g.z_half[k])).epsilon(1e-5));
    below = g.z_half[k];
  }
  CHECK(g.rho_half[19] == nearly(std::sqrt(g.rho[19] * g.rho[20])).epsilon(1e-5));
  ReferenceAir{.density = 1.14}.set_density(g);
  CHECK(g.rho == std::vector<double>(40, 1.14));
  CHECK(g.rho_half == g.rho);
}

TEST_CASE("saturation") {
  CHECK(saturation(288.15, 101325) ==
        nearly(0.01065).epsilon(1e-3));  // 0.622 x 17.04/(1013.25 - 17.04)
  CHECK(saturation(273.15, 101325) == nearly(3.8 / (1013.25 - 6.109)).epsilon(1e-12));
}

TEST_CASE("condensing leaves saturated air and keeps water and heat") {
  const double exner = 0.99, pressure = 97000, theta_l = 287.5, total = 9.6e-3;
  const MoistAir air = condense(theta_l, total, exner, pressure);
  CHECK(air.liquid > 1e-4);
  CHECK(air.vapour + air.liquid == nearly(total).epsilon(1e-15));
  CHECK(air.vapour == nearly(saturation(air.theta * exner, pressure)).epsilon(1e-9));
  CHECK(air.theta - 2.501e6 / 1005 * air.liquid / exner == nearly(theta_l).epsilon(1e-14));
  const MoistAir cold = condense(250, 0.02, 0.7, 28000);
  CHECK(cold.liquid > 0.018);
  CHECK(cold.vapour == nearly(saturation(cold.theta * 0.7, 28000)).epsilon(1e-8));
  const MoistAir dry = condense(theta_l, 5e-3, exner, pressure);
  CHECK(dry.liquid == 0);
  CHECK(dry.theta == theta_l);
}

TEST_CASE("air that rises keeps its water and heat, and is saturated where it was") {
  const Sounding s =
      SoundingKnots{.heights = {0}, .theta_l = {285}, .total = {9.6e-3}}.on(uniform_grid(12, 1200));
  const MoistAir low = s.air(6), risen = s.risen(low, 9);
  REQUIRE(low.liquid > 0);
  CHECK(risen.liquid > low.liquid);
  CHECK(risen.vapour + risen.liquid == nearly(9.6e-3).epsilon(1e-15));
  CHECK(risen.vapour == nearly(saturation(risen.theta * s.exner[9], s.pressure[9])).epsilon(1e-9));
  CHECK(risen.theta - low.theta ==
        nearly(2.501e6 / (1005 * s.exner[9]) * (risen.liquid - low.liquid)).epsilon(1e-9));
  const MoistAir clear{.theta = 290, .vapour = 1e-3};
  CHECK(s.risen(clear, 9).theta == 290);
  CHECK(s.risen(clear, 9).liquid == 0);
}

TEST_CASE("the night of FIRE") {
  const VerticalGrid g = uniform_grid(120, 1200);
  const Sounding s = fire_sounding(g);
  double liquid_path = 0, base = -1, top = 0;
  for (std::size_t k = 0; k < 120; ++k) {
    const MoistAir air = condense(s.theta_l[k], s.total[k], s.exner[k], s.pressure[k]);
    liquid_path += 1.14 * air.liquid * g.dz[k];
    if (air.liquid <= 1e-5) continue;
    if (base < 0) base = g.z_half[k] - g.dz[k];
    top = g.z_half[k];
  }
  CHECK(1e3 * liquid_path == nearly(127.6).epsilon(0.005));
  CHECK(base == nearly(250).epsilon(0.02));
  CHECK(top == 590);  // the level at 595 m lies above the inversion
  CHECK(s.theta_l[58] == 287.5);
  CHECK(s.theta_l[60] == nearly(299.5 + 0.0075 * 10).epsilon(1e-14));
  CHECK(s.total[60] == nearly(6.57e-3).epsilon(1e-14));
  CHECK(s.pressure[0] == nearly(101250 - 5 * 9.81 * 101250 / (287.05 * 290)).epsilon(1e-4));
}

TEST_CASE("a sounding's pressure is that of air of its mean theta") {
  const Sounding s = SoundingKnots{.mean_theta = 300}.on(uniform_grid(12, 1200));
  const double exner = std::pow(1.0125, 287.05 / 1005) - 9.81 * 1150 / (1005 * 300);
  CHECK(s.exner[11] == nearly(exner).epsilon(1e-14));
  CHECK(s.pressure[11] == nearly(1e5 * std::pow(exner, 1005 / 287.05)).epsilon(1e-13));
}

TEST_CASE("noise") {
  std::set<double> values;
  double sum = 0, squares = 0;
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 20; ++j)
      for (int k = 0; k < 25; ++k) {
        const double x = noise(7, i, j, k);
        CHECK(x >= -1);
        CHECK(x < 1);
        values.insert(x);
        sum += x;
        squares += x * x;
      }
  CHECK(values.size() == 10000);      // no two places alike, also when their indices are exchanged
  CHECK(std::abs(sum / 1e4) < 0.02);  // 3.5 standard errors
  CHECK(squares / 1e4 == nearly(1.0 / 3).epsilon(0.03));  // 3.4 standard errors
  CHECK(noise(7, 1, 2, 3) == noise(7, 1, 2, 3));
  CHECK(noise(7, 1, 2, 3) != noise(8, 1, 2, 3));
}

/// A field of these columns side by side along x, bottom up.
Field<> field_of(const std::vector<std::vector<double>>& columns) {
  const auto nx = static_cast<int>(columns.size());
  Field<> field(Box{0, nx, 0, 1}, Halo{}, static_cast<int>(columns[0].size()));
  for (int i = 0; i < nx; ++i)
    std::copy(columns[static_cast<std::size_t>(i)].begin(),
              columns[static_cast<std::size_t>(i)].end(), field.view().column(i, 0));
  return field;
}

/// Two columns of four levels of 100 m.
struct TwoColumns {
  Communicator comm{MPI_COMM_SELF};
  Decomposition decomposition{Grid{.nx = 2, .ny = 1, .nz = 4}, {Box{0, 2, 0, 1}}};
  Domain domain{decomposition, comm};
  VerticalGrid levels = uniform_grid(4, 400);

  TwoColumns() { levels.rho = {1.2, 1.1, 1, 0.9}; }
};

TEST_CASE("a cloud by hand") {
  const TwoColumns air;
  // 100 m (1.2 0.01 + 1.1 0.008 + 0.004 + 0.9 0.002) = 2.66 kg/m2 of vapour in one of two columns;
  // of liquid 0.032 there and 0.001 in the other, which is too thin for a cloud.
  const Field<> vapour = field_of({{0.01, 0.008, 0.004, 0.002}, {0, 0, 0, 0}});
  const Field<> liquid = field_of({{0, 2e-4, 1e-4, 0}, {0, 0, 1e-5, 0}});
  const Cloud cloud = observe_cloud(air.domain, air.levels, vapour.view(), liquid.view());
  CHECK(cloud.vapour_path == nearly(1.33).epsilon(1e-14));
  CHECK(cloud.liquid_path == nearly(0.0165).epsilon(1e-14));
  CHECK(cloud.cover == 0.5);
  CHECK(cloud.base == 100);
  CHECK(cloud.top == 300);
  // Fog in one column, a cloud with a gap in the other: bases 0 and 200 m, tops 100 and 400 m.
  const Field<> fog = field_of({{3e-4, 0, 0, 0}, {0, 0, 2e-5, 1.1e-5}});
  const Cloud both = observe_cloud(air.domain, air.levels, vapour.view(), fog.view());
  CHECK(both.cover == 1);
  CHECK(both.base == 100);
  CHECK(both.top == 250);
  const Cloud none = observe_cloud(air.domain, air.levels, liquid.view(),
                                   field_of({{0, 0, 0, 0}, {0, 0, 0, 0}}).view());
  CHECK(none.cover == 0);
  CHECK(std::isnan(none.base));
  CHECK(std::isnan(none.top));
}

TEST_CASE("an inversion by hand") {
  const TwoColumns air;
  // Below 8 g/kg a quarter of the way from 50 to 150 m; in the other column twice, first half way
  // from 150 to 250 m.
  const Field<> vapour = field_of({{0.009, 0.003, 0.002, 0.001}, {0.009, 0.008, 0.007, 0.003}});
  const Field<> liquid = field_of({{0, 2e-3, 1e-4, 0}, {0, 1e-3, 0, 7e-3}});
  CHECK(inversion_height(air.domain, air.levels, vapour.view(), liquid.view(), 8e-3) ==
        nearly(0.5 * (75 + 200)).epsilon(1e-14));
  CHECK(std::isnan(inversion_height(air.domain, air.levels, vapour.view(), liquid.view(), 1e-4)));
}

TEST_CASE("sums of levels by hand, and of what is too large for them") {
  const TwoColumns air;
  const Field<> field = field_of({{1, -2, 3, 0.1}, {0.5, 0, 1e30, 0.3}});
  LevelSums sums({4, 4, 0x1p100}, 4, 2);
  for (int twice = 0; twice < 2; ++twice)
    sums.over(air.domain, [&](LevelSums::Share& share, int i, int j) {
      const double* const f = field.view().column(i, j);
      share.add(0, 2, [=](int k) { return f[k]; });
      share.add(1, 4, [=](int k) { return f[k]; });
      share.add(2, 4, [=](int k) { return f[k] * f[k]; });
    });
  CHECK(sums.mean(0, 0) == 0.75);
  CHECK(sums.mean(0, 1) == -1);
  CHECK(sums.mean(0, 2) == 0);
  for (int k = 0; k < 4; ++k) CHECK(std::isnan(sums.mean(1, k)));  // 1e30 is beyond 4
  CHECK(std::isnan(sums.mean(2, 0)));                              // and so is its square
}

TEST_CASE("masses, ranges and norms by hand") {
  const TwoColumns air;
  Field<> field = field_of({{1, -2, 3, 0}, {0.5, 0, 0, -4}});
  const FieldView<double> view = field.view();
  CHECK(masses(air.domain, air.levels, {&view, 1})[0] ==
        nearly(100 * (1.2 - 2.2 + 3 + 0.6 - 3.6)).epsilon(1e-14));
  CHECK(ranges(air.domain, {&view, 1})[0].low == -4);
  CHECK(ranges(air.domain, {&view, 1})[0].high == 3);
  CHECK(largest_size(air.domain, view) == 4);
  CHECK(norm_by_density(air.domain, air.levels, view) ==
        nearly(std::sqrt(1.25 / 1.44 + 4 / 1.21 + 9 + 16 / 0.81)).epsilon(1e-14));
}

TEST_CASE("what is no number is the range, and the size, of all") {
  const Untrapped not_trapped;
  const TwoColumns air;
  for (const std::size_t bad : {std::size_t{0}, std::size_t{3}, std::size_t{7}}) {
    std::vector<std::vector<double>> values{{1, -2, 3, 0}, {0.5, 0, 0, -4}};
    values[bad / 4][bad % 4] = std::nan("");
    Field<> field = field_of(values);
    const FieldView<double> view = field.view();
    CHECK(std::isnan(ranges(air.domain, {&view, 1})[0].low));
    CHECK(std::isnan(ranges(air.domain, {&view, 1})[0].high));
    CHECK(std::isnan(largest_size(air.domain, view)));
  }
  for (const auto& [a, b] : {std::pair{1., std::nan("")}, {std::nan(""), 1.}}) {
    CHECK(std::isnan(worse(a, b)));
    CHECK(std::isnan(lower(a, b)));
  }
  CHECK(worse(1, 2) == 2);
  CHECK(lower(1, 2) == 1);
}

TEST_CASE("the fastest cell by hand") {
  const VerticalGrid levels = uniform_grid(2, 40);  // 20 m each, of density 1
  const Mesh mesh{levels, 100, 50};
  const Box where{0, 3, 0, 2};
  Field<> u(where, Halo::all(1), 2), v(where, Halo::all(1), 2), w(where, Halo::all(1), 2);
  for (const FieldView<double>& f : {u.view(), v.view(), w.view()}) f.fill(0.0);
  const Wind wind{u.view(), v.view(), w.view()};
  CHECK(fastest(where, mesh, wind, {}, {}, 2).courant == 0);
  // In 2 x 2 s a viscosity on bottom and lid of cell (2, 1, 1) mixes 10 % of it sideways and 25 %
  // downwards; of the one below it half of that, and as much upwards.
  Field<> none(where, Halo{}, 3), some(where, Halo{}, 3);
  for (const FieldView<double>& f : {none.view(), some.view()}) f.fill(0.0);
  const std::array viscosities{none.view(), some.view()};
  some.view()(2, 1, 1) = some.view()(2, 1, 2) = 25;
  const Fastest mixes = fastest(where, mesh, wind, viscosities, {}, 2);
  CHECK(mixes.courant == nearly(0.1 + 0.25).epsilon(1e-14));
  CHECK(mixes.i == 2);
  CHECK(mixes.j == 1);
  CHECK(mixes.k == 1);
  // Within 2 x 2 s cell (1, 1, 0) loses 4 % to the west, 16 % to the north, 10 % upwards.
  u.view()(0, 1, 0) = -1;
  v.view()(1, 1, 0) = 2;
  w.view()(1, 1, 0) = 0.5;
  const Fastest loses = fastest(where, mesh, wind, {}, {}, 2);
  CHECK(loses.courant == nearly(0.04 + 0.16 + 0.1).epsilon(1e-14));
  some.view()(1, 1, 1) = 25;
  CHECK(fastest(where, mesh, wind, viscosities, {}, 2).courant ==
        nearly(0.3 + 0.05 + 0.25).epsilon(1e-14));
  CHECK(loses.i == 1);
  CHECK(loses.j == 1);
  CHECK(loses.k == 0);
  // Cell (1, 0, 0) loses nothing, and each of its three neighbours loses 60 % in 2 x 2 s; but
  // within 2 s the wind crosses 60 % of it along each axis.
  u.view()(1, 0, 0) = -30;
  v.view()(1, 0, 0) = -15;
  w.view()(1, 0, 0) = -6;
  const Fastest crossed = fastest(where, mesh, wind, {}, {}, 2);
  CHECK(crossed.courant == nearly(0.6 + 0.6 + 0.6).epsilon(1e-14));
  CHECK(crossed.i == 1);
  CHECK(crossed.j == 0);
  CHECK(crossed.k == 0);
  // Of momentum what is mixed within 2 x 2 s comes to what crosses a cell within 2 s.
  some.view()(1, 0, 1) = 25;
  const std::array of_momentum{some.view(), none.view()};
  CHECK(fastest(where, mesh, wind, of_momentum, {}, 2).courant ==
        nearly(1.8 + 0.05 + 0.25).epsilon(1e-14));
  // Waves that swing in a cell are carried by what crosses it.
  const std::vector<double> waves{0.1, 0};
  const Fastest swings = fastest(where, mesh, wind, {}, {waves, 0.8}, 2);
  CHECK(swings.swing == nearly(0.9 + 0.1).epsilon(1e-14));
  CHECK(swings.courant == nearly(2 * (0.9 + 0.1) / 0.8).epsilon(1e-14));
  CHECK(swings.waves);
  CHECK(crossed.swing == 0);  // there are no waves
  CHECK(!crossed.waves);
  CHECK(!fastest(where, mesh, wind, {}, {{0, 0.01}, 1}, 2).waves);  // those above
  // What is not a number is found, be it wind or viscosity.
  const Untrapped not_trapped;
  const double infinity = std::numeric_limits<double>::infinity();
  some.view()(2, 0, 2) = std::numeric_limits<double>::quiet_NaN();
  CHECK(fastest(where, mesh, wind, {}, {}, 2).courant < infinity);
  const Fastest unmixed = fastest(where, mesh, wind, viscosities, {}, 2);
  CHECK(unmixed.courant == infinity);
  CHECK(unmixed.i == 2);
  CHECK(unmixed.j == 0);
  CHECK(unmixed.k == 1);
  for (const FieldView<double>& f : {u.view(), v.view(), w.view()}) {
    const double before = f(0, 1, 0);
    f(0, 1, 0) = std::numeric_limits<double>::quiet_NaN();
    CHECK(fastest(where, mesh, wind, {}, {}, 2).courant == infinity);
    f(0, 1, 0) = before;
  }
}

TEST_CASE("a cell loses the air of the face below it by that air's density") {
  const VerticalGrid levels = uneven_grid();
  const Box where{0, 1, 0, 1};
  Field<> u(where, Halo::all(1), 4), v(where, Halo::all(1), 4), w(where, Halo::all(1), 4);
  for (const FieldView<double>& f : {u.view(), v.view(), w.view()}) f.fill(0.0);
  w.view()(0, 0, 0) = -2;
  const Fastest found =
      fastest(where, {levels, 100, 50}, {u.view(), v.view(), w.view()}, {}, {}, 3);
  CHECK(found.k == 1);
  CHECK(found.courant == nearly(2 * 3 * 2 * 1.2 / (1.1 * 60)));
}

TEST_CASE("what leaves a cell is a share of its mass, on uneven levels of air that thins") {
  const VerticalGrid levels = uneven_grid();
  const Mesh mesh{levels, 100, 50};
  const Box where{0, 1, 0, 1};
  Field<> calm(where, Halo::all(1), 4), w(where, Halo::all(1), 4), viscosity(where, Halo{}, 5);
  for (const FieldView<double>& f : {calm.view(), w.view(), viscosity.view()}) f.fill(0.0);
  const Wind wind{calm.view(), calm.view(), w.view()};
  w.view()(0, 0, 1) = 3;
  const Fastest rises = fastest(where, mesh, wind, {}, {}, 2);
  CHECK(rises.courant == nearly(2 * 2 * 1.05 * 3 / (1.1 * 60)).epsilon(1e-14));
  CHECK(rises.k == 1);
  // Of the two that a viscosity mixes the upper one is the lighter.
  w.view()(0, 0, 1) = 0;
  viscosity.view()(0, 0, 3) = 50;
  const std::array viscosities{viscosity.view(), viscosity.view()};
  const Fastest mixes = fastest(where, mesh, wind, viscosities, {}, 2);
  CHECK(mixes.courant ==
        nearly(2 * 2 * 50 * (1. / (100 * 100) + 1. / (50 * 50) + 0.85 / 155.625 / (0.8 * 150)))
            .epsilon(1e-14));
  CHECK(mixes.k == 3);
}

}  // namespace
}  // namespace seafret
