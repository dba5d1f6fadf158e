// SPDX-License-Identifier: BSD-3-Clause
// How the wind carries its momentum: Piacsek and Williams' form, what it conserves and what it
// equals; every scheme beside known flows.
#include "physics/momentum.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "comms/base/reproducible_sum.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/advection/advection_air.hpp"
#include "tests/physics/same_bits.hpp"

namespace seafret {
namespace {

/// The wind at the beginning and in the middle of some time, s.
struct Leap {
  Wind past, now;
  double dt;
};

/// The tendencies of u, v and w.
struct Tendencies {
  explicit Tendencies(const Air& air)
      : u(zero(air)), v(zero(air)), w(zero(air)), views{u.view(), v.view(), w.view()} {}
  Tendencies(const std::string& scheme, const Air& air, const Leap& leap,
             const std::vector<Box>& boxes)
      : Tendencies(air) {
    const auto advection = momentum_schemes().at(scheme).make(
        {.mesh = {air.levels, air.dx, air.dy}, .owned = air.box()});
    for (const Box& box : boxes) advection->advect(box, leap.past, leap.now, leap.dt, views);
  }
  /// By Piacsek and Williams.
  Tendencies(const Air& air, const Wind& wind)
      : Tendencies("piacsek_williams", air, {wind, wind, 1}, {air.box()}) {}

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
    const Tendencies t(air, wind);
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
    const Tendencies t(air, wind);
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
  for (const double sign : {1, -1}) {
    const double a = 0.3 * sign, b = 0.4 * sign, c = -a - b;
    const Flow flow{air.field([&](int i, int, int) { return a * i * air.dx; }),
                    air.field([&](int, int j, int) { return b * j * air.dy; }),
                    air.field([&](int, int, int k) { return c * (k + 1); })};
    for (const std::string& scheme : momentum_schemes().names()) {
      CAPTURE(scheme);
      const Tendencies t(scheme, air, {flow.wind(), flow.wind(), 1e-15}, {air.box()});
      air.for_each_cell([&](int i, int j, int k) {
        if (k >= air.nz() - 3) return;  // the lid is not part of this flow
        const auto near = [](double value) { return nearly(value).epsilon(1e-13); };
        CHECK(t.views[0](i, j, k) == near(-a * a * i * air.dx).scale(0.1));
        CHECK(t.views[1](i, j, k) == near(-b * b * j * air.dy).scale(0.1));
        CHECK(t.views[2](i, j, k) == near(-c * c * (k + 1)));
      });
    }
  }
}

/// The mean error of the tendencies of vortices between ground and lid, which stand still: of u
/// and of w.
std::array<double, 2> error_in_vortices(const std::string& scheme, int levels) {
  constexpr double pi = std::numbers::pi;
  const double h = 0.5 / levels;
  Air air{2 * levels, 1, unit_levels(levels), h, 1};
  for (std::vector<double>* thickness : {&air.levels.dz, &air.levels.dz_half})
    thickness->assign(thickness->size(), h);
  Flow flow{air.field([&](int i, int, int k) {
              return std::sin(2 * pi * (i + 1) * h) * std::cos(2 * pi * (k + 0.5) * h);
            }),
            Tendencies::zero(air), air.field([&](int i, int, int k) {
              return -std::cos(2 * pi * (i + 0.5) * h) * std::sin(2 * pi * (k + 1) * h);
            })};
  air.close_lid(flow);
  const Tendencies t(scheme, air, {flow.wind(), flow.wind(), 1e-6}, {air.box()});
  std::array<double, 2> error{};
  air.for_each_cell([&](int i, int j, int k) {
    error[0] += std::abs(t.views[0](i, j, k) + pi * std::sin(4 * pi * (i + 1) * h)) * h * h;
    if (k < levels - 1)
      error[1] += std::abs(t.views[2](i, j, k) + pi * std::sin(4 * pi * (k + 1) * h)) * h * h;
  });
  return error;
}

TEST_CASE("vortices that stand still are met with the second order") {
  for (const std::string& scheme : momentum_schemes().names()) {
    CAPTURE(scheme);
    const auto coarse = error_in_vortices(scheme, 24), fine = error_in_vortices(scheme, 48);
    for (const std::size_t c : {0u, 1u}) {
      CHECK(fine[c] < 0.02);
      CHECK(std::log2(coarse[c] / fine[c]) > 1.8);
    }
  }
}

TEST_CASE("upside down the same happens upside down") {
  const Air air{9, 7, unit_levels(12), 3, 2};
  const int lid = air.nz() - 1;
  const auto turned = [&](const Flow& flow) {
    const Wind wind = flow.wind();
    return Flow{
        air.field([&](int i, int j, int k) { return wind.u(i, j, lid - k); }),
        air.field([&](int i, int j, int k) { return wind.v(i, j, lid - k); }),
        air.field([&](int i, int j, int k) { return k < lid ? -wind.w(i, j, lid - 1 - k) : 0; })};
  };
  const Flow past = air.noisy_flow(2, 1.0), now = air.noisy_flow(6, 1.0);
  const Flow past_turned = turned(past), now_turned = turned(now);
  for (const std::string& scheme : momentum_schemes().names()) {
    CAPTURE(scheme);
    const Tendencies t(scheme, air, {past.wind(), now.wind(), 0.8}, {air.box()});
    const Tendencies of_turned(scheme, air, {past_turned.wind(), now_turned.wind(), 0.8},
                               {air.box()});
    air.for_each_cell([&](int i, int j, int k) {
      const auto near = [](double value) { return nearly(value).epsilon(1e-13); };
      CHECK(of_turned.views[0](i, j, k) == near(t.views[0](i, j, lid - k)));
      CHECK(of_turned.views[1](i, j, k) == near(t.views[1](i, j, lid - k)));
      if (k < lid) CHECK(of_turned.views[2](i, j, k) == near(-t.views[2](i, j, lid - 1 - k)));
    });
  }
}

TEST_CASE("what is carried from the beginning of a leap stays in bounds and is conserved") {
  const Air air{9, 7, uneven_levels(12)};
  const Flow wind = air.solenoidal_flow(31, 4000.0), noise = air.noisy_flow(8, 5.0);
  const Flow uniform{air.field([](int, int, int) { return 3.0; }),
                     air.field([](int, int, int) { return -2.0; }), Tendencies::zero(air)};
  double fastest = 0;
  air.for_each_cell(
      [&](int i, int j, int k) { fastest = std::max(fastest, air.outflow(wind.wind(), i, j, k)); });
  const double dt = 1 / fastest;
  const Tendencies kept("ultimate", air, {uniform.wind(), wind.wind(), dt}, {air.box()});
  const Tendencies t("ultimate", air, {noise.wind(), wind.wind(), dt}, {air.box()});
  const std::array<FieldView<const double>, 3> first{noise.wind().u, noise.wind().v,
                                                     noise.wind().w};
  double largest = 0;
  for (const std::size_t c : {0u, 1u, 2u})
    air.for_each_cell([&](int i, int j, int k) {
      const double next = first[c](i, j, k) + dt * t.views[c](i, j, k);
      largest = std::max(largest, std::abs(next));
      CHECK(std::abs(dt * kept.views[c](i, j, k)) < 1e-13);
    });
  CHECK(largest < 5);
  CHECK(largest > 2);
  for (const std::size_t c : {0u, 1u})
    CHECK(imbalance(air, [&](int i, int j, int k) {
            return air.rho(k) * air.dz(k) * t.views[c](i, j, k);
          }) < 1e-14);
}

TEST_CASE("any cut of a box and any number of threads gives the same bits") {
  const Air air{14, 11, uneven_levels(19)};
  const Flow now = air.noisy_flow(4, 2.0), past = air.noisy_flow(5, 2.0);
  const Box middle = air.box().grown(-2);
  const auto sides = rim(air.box(), middle);
  for (const std::string& scheme : momentum_schemes().names()) {
    CAPTURE(scheme);
    std::vector<Tendencies> runs;
    for (const int threads : {1, 2})
      with_threads(threads, [&] {
        for (const auto& boxes :
             {std::vector<Box>{air.box()}, {sides[0], middle, sides[3], sides[1], sides[2]}})
          runs.emplace_back(scheme, air, Leap{past.wind(), now.wind(), 3}, boxes);
      });
    for (const Tendencies& run : runs)
      for (std::size_t c = 0; c < 3; ++c) CHECK(same_bits(run.views[c], runs[0].views[c]));
  }
}

}  // namespace
}  // namespace seafret
