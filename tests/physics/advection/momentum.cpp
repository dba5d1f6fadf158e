// SPDX-License-Identifier: BSD-3-Clause
// Piacsek and Williams' form: what it conserves, and what it equals.
#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "comms/base/reproducible_sum.hpp"
#include "physics/advection/piacsek_williams.hpp"
#include "tests/physics/advection/advection_air.hpp"

namespace seafret {
namespace {

/// The tendencies of u, v and w.
struct Tendencies {
  explicit Tendencies(const Air& air)
      : u(zero(air)), v(zero(air)), w(zero(air)), views{u.view(), v.view(), w.view()} {}
  Tendencies(const Air& air, const Wind& wind, const std::vector<Box>& boxes) : Tendencies(air) {
    for (const Box& box : boxes) advect_momentum(box, {air.levels, air.dx, air.dy}, wind, views);
  }

  static Field<> zero(const Air& air) {
    return air.field([](int, int, int) { return 0.0; });
  }

  Field<> u, v, w;
  std::array<FieldView<double>, 3> views;
};

/// |sum| / sum of sizes of a quantity over all cells.
double imbalance(const Air& air, const ValueAt& value) {
  ReproducibleSum sum;
  double size = 0;
  air.for_each_cell([&](int i, int j, int k) {
    const double x = value(i, j, k);
    sum.add(x);
    size += std::abs(x);
  });
  REQUIRE(size > 0);
  return std::abs(sum.value()) / size;
}

TEST_CASE("no kinetic energy is made or lost, whatever the wind's divergence") {
  for (const int levels : {2, 3, 12, 21}) {
    CAPTURE(levels);
    const Air air{9, 7, uneven_levels(levels)};
    const Flow flow = air.noisy_flow(1, 5.0);
    const Wind wind = flow.wind();
    const Tendencies t(air, wind, {air.box()});
    const auto mass = [&](int k) { return air.rho(k) * air.dz(k); };
    CHECK(imbalance(air, [&](int i, int j, int k) {
            return mass(k) * wind.u(i, j, k) * t.views[0](i, j, k);
          }) < 1e-14);
    CHECK(imbalance(air, [&](int i, int j, int k) {
            return mass(k) * wind.v(i, j, k) * t.views[1](i, j, k);
          }) < 1e-14);
    CHECK(imbalance(air, [&](int i, int j, int k) {
            return air.rho_half(k) * air.dz_half(k) * wind.w(i, j, k) * t.views[2](i, j, k);
          }) < 1e-14);
    air.for_each_cell([&](int i, int j, int k) {
      if (k == levels - 1) CHECK(t.views[2](i, j, k) == 0);
    });
  }
}

/// Momentum carried by mass fluxes through the faces of each component's own cell.
class FluxForm {
 public:
  FluxForm(const Air& air, const Wind& wind) : air_(air), wind_(wind) {}

  double u(int i, int j, int k) const {
    const auto east = [&](int x) {
      return mean(wind_.u(x, j, k), wind_.u(x + 1, j, k)) *
             mean(wind_.u(x, j, k), wind_.u(x + 1, j, k));
    };
    const auto north = [&](int y) {
      return mean(wind_.v(i, y, k), wind_.v(i + 1, y, k)) *
             mean(wind_.u(i, y, k), wind_.u(i, y + 1, k));
    };
    return side(east(i - 1) - east(i), north(j - 1) - north(j), wind_.u, i, j, k, 1, 0);
  }
  double v(int i, int j, int k) const {
    const auto east = [&](int x) {
      return mean(wind_.u(x, j, k), wind_.u(x, j + 1, k)) *
             mean(wind_.v(x, j, k), wind_.v(x + 1, j, k));
    };
    const auto north = [&](int y) {
      return mean(wind_.v(i, y, k), wind_.v(i, y + 1, k)) *
             mean(wind_.v(i, y, k), wind_.v(i, y + 1, k));
    };
    return side(east(i - 1) - east(i), north(j - 1) - north(j), wind_.v, i, j, k, 0, 1);
  }
  double w(int i, int j, int k) const {
    // Its cell: the upper half of level k and the lower half of level k + 1.
    const auto half = [&](const FieldView<const double>& f, int x, int y) {
      return mean(air_.rho(k) * air_.dz(k) * f(x, y, k),
                  air_.rho(k + 1) * air_.dz(k + 1) * f(x, y, k + 1));
    };
    const auto east = [&](int x) {
      return half(wind_.u, x, j) * mean(wind_.w(x, j, k), wind_.w(x + 1, j, k));
    };
    const auto north = [&](int y) {
      return half(wind_.v, i, y) * mean(wind_.w(i, y, k), wind_.w(i, y + 1, k));
    };
    const auto up = [&](int level) {  // through the centre of a level
      const double below = level == 0 ? 0 : wind_.w(i, j, level - 1);
      return mean(air_.rising(wind_, i, j, level - 1), air_.rising(wind_, i, j, level)) *
             mean(below, wind_.w(i, j, level));
    };
    return ((east(i - 1) - east(i)) / air_.dx + (north(j - 1) - north(j)) / air_.dy + up(k) -
            up(k + 1)) /
           (air_.rho_half(k) * air_.dz_half(k));
  }

 private:
  static double mean(double a, double b) { return (a + b) / 2; }

  double side(double by_u, double by_v, const FieldView<const double>& f, int i, int j, int k,
              int di, int dj) const {
    const auto up = [&](int level) {
      if (level < 0 || level == air_.nz() - 1) return 0.0;
      return mean(air_.rising(wind_, i, j, level), air_.rising(wind_, i + di, j + dj, level)) *
             mean(f(i, j, level), f(i, j, level + 1));
    };
    return by_u / air_.dx + by_v / air_.dy + (up(k - 1) - up(k)) / (air_.rho(k) * air_.dz(k));
  }

  const Air& air_;
  const Wind& wind_;
};

TEST_CASE("without divergence it is the flux form, and momentum is conserved") {
  for (const int levels : {1, 2, 3, 12, 21}) {
    CAPTURE(levels);
    const Air air{9, 7, uneven_levels(levels)};
    const Flow flow = air.solenoidal_flow(31, 4000.0);
    const Wind wind = flow.wind();
    const Tendencies t(air, wind, {air.box()});
    const FluxForm flux(air, wind);
    double largest = 0, off = 0;
    const auto compare = [&](double a, double b) {
      largest = std::max(largest, std::abs(b));
      off = std::max(off, std::abs(a - b));
    };
    air.for_each_cell([&](int i, int j, int k) {
      compare(t.views[0](i, j, k), flux.u(i, j, k));
      compare(t.views[1](i, j, k), flux.v(i, j, k));
      if (k < levels - 1) compare(t.views[2](i, j, k), flux.w(i, j, k));
    });
    CHECK(largest > 0.01);
    CHECK(off < 1e-13 * largest);
    for (const std::size_t c : {0u, 1u})
      CHECK(imbalance(air, [&](int i, int j, int k) {
              return air.rho(k) * air.dz(k) * t.views[c](i, j, k);
            }) < 1e-14);
  }
}

TEST_CASE("a stagnation flow slows down as it should") {
  // (u, v, w) = (a x, b y, c z), a + b + c = 0: the tendencies are -a^2 x, -b^2 y and -c^2 z.
  Air air{6, 5, unit_levels(9)};
  air.dx = 2;
  air.dy = 3;
  const double a = 0.3, b = 0.4, c = -a - b;
  const Flow flow{air.field([&](int i, int, int) { return a * i * air.dx; }),
                  air.field([&](int, int j, int) { return b * j * air.dy; }),
                  air.field([&](int, int, int k) { return c * (k + 1); })};
  const Tendencies t(air, flow.wind(), {air.box()});
  air.for_each_cell([&](int i, int j, int k) {
    if (k >= air.nz() - 2) return;  // the lid is not part of this flow
    CHECK(t.views[0](i, j, k) == doctest::Approx(-a * a * i * air.dx).epsilon(1e-13).scale(0.1));
    CHECK(t.views[1](i, j, k) == doctest::Approx(-b * b * j * air.dy).epsilon(1e-13).scale(0.1));
    CHECK(t.views[2](i, j, k) == doctest::Approx(-c * c * (k + 1)).epsilon(1e-13));
  });
}

TEST_CASE("any cut of a box and any number of threads gives the same bits") {
  const Air air{14, 11, uneven_levels(19)};
  const Flow flow = air.noisy_flow(4, 2.0);
  const Wind wind = flow.wind();
  const Box middle = air.box().grown(-2);
  const auto sides = rim(air.box(), middle);
  std::vector<Tendencies> runs;
  for (const int threads : {1, 2})
    with_threads(threads, [&] {
      runs.emplace_back(air, wind, std::vector<Box>{air.box()});
      runs.emplace_back(air, wind,
                        std::vector<Box>{sides[0], middle, sides[3], sides[1], sides[2]});
    });
  for (const Tendencies& run : runs)
    for (std::size_t c = 0; c < 3; ++c) CHECK(same_bits(run.views[c], runs[0].views[c]));
}

}  // namespace
}  // namespace seafret
