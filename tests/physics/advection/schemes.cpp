// SPDX-License-Identifier: BSD-3-Clause
// What the registry says of each scheme, and the formulas of those with a limiter.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "tests/nearly.hpp"
#include "tests/physics/advection/advection_air.hpp"

namespace seafret {
namespace {

Field<> changed_by(const ScalarAdvectionKind& kind, const Air& air, const Wind& wind, double dt,
                   const Field<>& q) {
  Field<> tendency = air.field([](int, int, int) { return 0.0; });
  const std::array<FieldView<const double>, 1> scalars{q.view()};
  const std::array<FieldView<double>, 1> tendencies{tendency.view()};
  kind.make(air.setup())->advect(air.box(), wind, dt, scalars, tendencies);
  return tendency;
}

/// One step of dt from `from`, with what the field `carried` gives; periodic in x and y.
Field<> stepped(const ScalarAdvectionKind& kind, const Air& air, const Wind& wind, double dt,
                const Field<>& from, const Field<>& carried) {
  const Field<> tendency = changed_by(kind, air, wind, dt, carried);
  return air.field([&](int i, int j, int k) {
    const int x = (i + 2 * air.nx) % air.nx, y = (j + 2 * air.ny) % air.ny;
    return from.view()(x, y, k) + dt * tendency.view()(x, y, k);
  });
}

double largest_outflow(const Air& air, const Wind& wind) {
  double largest = 0;
  air.for_each_cell(
      [&](int i, int j, int k) { largest = std::max(largest, air.outflow(wind, i, j, k)); });
  return largest;
}

/// How far a new value lies beyond the old ones of the cell and its six neighbours.
double beyond_neighbours(const Air& air, FieldView<const double> old, double value, int i, int j,
                         int k) {
  const int below = std::max(k - 1, 0), above = std::min(k + 1, air.nz() - 1);
  const auto [low, high] =
      std::minmax({old(i, j, k), old(i - 1, j, k), old(i + 1, j, k), old(i, j - 1, k),
                   old(i, j + 1, k), old(i, j, below), old(i, j, above)});
  return std::max(low - value, value - high);
}

/// Twenty steps, in the fastest of which `share` of a cell's mass leaves it: how far anything comes
/// below zero, or beyond its neighbours.
struct Excess {
  double below_zero = 0, beyond = 0;
};
Excess excess(const ScalarAdvectionKind& kind, int levels, double share) {
  const Air air{12, 10, uneven_levels(levels)};
  const Flow flow = air.solenoidal_flow(21, 100.0);
  const Wind wind = flow.wind();
  const double dt = share / largest_outflow(air, wind);
  const Field<> noise = air.noise(22, -1, 1);
  Field<> old = air.field([&](int i, int j, int k) {
    return std::max(0.0, noise.view()(i, j, k));  // half of it is exactly zero
  });
  Excess found;
  double divergence = 0;
  for (int step = 0; step < 20; ++step) {
    Field<> next = stepped(kind, air, wind, dt, old, old);
    air.for_each_cell([&](int i, int j, int k) {
      const double value = next.view()(i, j, k);
      found.below_zero = std::max(found.below_zero, -value);
      found.beyond = std::max(found.beyond, beyond_neighbours(air, old.view(), value, i, j, k));
      divergence = std::max(divergence, std::abs(air.divergence(wind, i, j, k)));
    });
    old = std::move(next);
  }
  CHECK(divergence * dt < 1e-15);
  return found;
}

TEST_CASE("no new extrema, and nothing below zero, as far as a scheme promises it") {
  for (const auto& scheme : advection_schemes())
    for (const int levels : {1, 2, 3, 17})
      for (const double part : {0.1, 0.5, 1.0}) {
        if (scheme.second.promises.monotone_outflow == 0) continue;
        CAPTURE(scheme.first);
        CAPTURE(levels);
        CAPTURE(part);
        const Excess found =
            excess(scheme.second, levels, part * scheme.second.promises.monotone_outflow);
        CHECK(found.below_zero < 1e-15);
        CHECK(found.beyond < 4e-15);
      }
}

TEST_CASE("a scheme that promises nothing of extrema makes some") {
  for (const auto& scheme : advection_schemes()) {
    if (scheme.second.promises.monotone_outflow != 0) continue;
    CAPTURE(scheme.first);
    CHECK(excess(scheme.second, 17, 0.5).below_zero > 1e-3);
  }
}

TEST_CASE("scalars that leap along come to what they come to otherwise") {
  const Air air{6, 5, uneven_levels(11)};
  const Flow flow = air.solenoidal_flow(31, 100.0);
  const double dt = 0.5 / largest_outflow(air, flow.wind()), filter = 0.05;
  const Field<> past = air.noise(32, 0, 1);
  const Box box = air.box(), last{box.x1 - 1, box.x1, box.y0, box.y1};
  const std::array<FieldView<const double>, 2> scalars{past.view(), past.view()};
  for (const auto& scheme : advection_schemes())
    for (const bool east_fluxes_come_later : {false, true}) {
      CAPTURE(scheme.first);
      CAPTURE(east_fluxes_come_later);
      AdvectionSetup setup = air.setup();
      setup.fields = 2;
      const auto advection = scheme.second.make(setup);
      const Field<> now = air.noise(33, 0, 1);
      Field<> added_to = air.noise(34, -1, 1), all_now = air.noise(33, 0, 1);
      Field<> alone = air.noise(35, -1, 1), filtered = air.noise(33, 0, 1);
      const std::array<FieldView<double>, 2> tendencies{added_to.view(), alone.view()},
          nows{all_now.view(), filtered.view()};
      const Field<> tendency = changed_by(scheme.second, air, flow.wind(), dt, past);
      Field<> into_last({last.x0 - 1, last.x0, last.y0, last.y1}, Halo{}, 2 * air.nz()),
          east(last, Halo{}, 2 * air.nz());
      EdgeFluxes edges;
      if (east_fluxes_come_later) edges.into_last = into_last.view();
      advection->advect(box, flow.wind(), dt, scalars, tendencies, edges, {},
                        {.first = 1, .span = dt, .filter = filter, .now = nows});
      if (east_fluxes_come_later) {
        advection->find_east_fluxes(last, flow.wind(), dt, scalars, east.view());
        finish_last_column(box, into_last.view(), east.view(), tendencies);
      }
      air.for_each_cell([&](int i, int j, int k) {
        const double was = past.view()(i, j, k), t = tendency.view()(i, j, k);
        const bool leaps = !east_fluxes_come_later || i < last.x0;
        const double next = leaps ? was + dt * t : t;
        CHECK(alone.view()(i, j, k) == next);
        const double kept = (1 - 2 * filter) * now.view()(i, j, k);
        CHECK(filtered.view()(i, j, k) ==
              (leaps ? kept + filter * was + filter * next : now.view()(i, j, k)));
        CHECK(all_now.view()(i, j, k) == now.view()(i, j, k));
      });
    }
}

/// A wind of this speed along x, y or z.
Flow wind_along(const Air& air, int axis, double speed) {
  const auto constant = [&](bool blows) {
    return air.field([=](int, int, int) { return blows ? speed : 0; });
  };
  return {constant(axis == 0), constant(axis == 1), constant(axis == 2)};
}

TEST_CASE("a column in which the wind blows one way comes to the bits of one where it turns") {
  const Air air{6, 5, uneven_levels(19)};
  const Field<> q = air.noise(51, 0, 1), w = air.noise(52, -1, 1);
  for (const auto& scheme : advection_schemes())
    for (const double to_east : {1., -1.})
      for (const double to_north : {1., -1.}) {
        CAPTURE(scheme.first);
        CAPTURE(to_east);
        CAPTURE(to_north);
        const auto blown = [&](double u_below, double v_below) {
          const Field<> speed = air.noise(53, 1, 2);
          const auto along = [&](double way, double below) {
            return air.field([&](int i, int j, int k) {
              return (k == 0 ? below : way) * speed.view()(i, j, k);
            });
          };
          const Field<> u = along(to_east, u_below), v = along(to_north, v_below);
          return changed_by(scheme.second, air, {u.view(), v.view(), w.view()}, 2, q);
        };
        const Field<> straight = blown(to_east, to_north);
        // Where the lowest level's wind turns, that of the second one and above feels nothing of
        // it.
        for (const Field<>& turned :
             {blown(-to_east, to_north), blown(to_east, -to_north), blown(-to_east, -to_north)})
          air.for_each_cell([&](int i, int j, int k) {
            if (k < 2) return;
            CHECK(straight.view()(i, j, k) == turned.view()(i, j, k));
          });
      }
}

TEST_CASE("a cell a step is exact, for schemes that go forward") {
  Air air{9, 8, unit_levels(10)};
  air.dx = air.dy = 1;
  const Field<> old = air.noise(5, -1, 1);
  for (const auto& scheme : advection_schemes())
    for (const int axis : {0, 1, 2})
      for (const int sign : {-1, 1}) {
        if (scheme.second.promises.in_the_middle) continue;
        CAPTURE(scheme.first);
        CAPTURE(axis);
        CAPTURE(sign);
        const Flow flow = wind_along(air, axis, 0.5 * sign);
        const Field<> next = stepped(scheme.second, air, flow.wind(), 2, old, old);
        air.for_each_cell([&](int i, int j, int k) {
          if (axis == 2 && (k < 2 || k > 7)) return;  // the ground and the lid are near
          const double was = old.view()(axis == 0 ? i - sign : i, axis == 1 ? j - sign : j,
                                        axis == 2 ? k - sign : k);
          CHECK(next.view()(i, j, k) == nearly(was).epsilon(1e-14).scale(1));
        });
      }
}

/// The mean error of a wave that has gone once through a box of n cells along an axis.
double wave_error(const ScalarAdvectionKind& kind, int n, int axis) {
  Air air{axis == 0 ? n : 4, axis == 1 ? n : 4, unit_levels(1)};
  air.dx = air.dy = 1.0 / n;
  const auto wave = [&](int i, int j, int) {
    return std::sin(2 * std::numbers::pi * (axis == 0 ? i : j) / n);
  };
  const Flow flow = wind_along(air, axis, 1);
  const int steps = 5 * n / 2;  // Courant number 0.4
  const double dt = 1.0 / steps;
  Field<> past = air.field(wave), now = stepped(kind, air, flow.wind(), dt, past, past);
  for (int step = 1; step < steps; ++step) {
    const bool leaps = kind.promises.in_the_middle;
    Field<> next = leaps ? stepped(kind, air, flow.wind(), 2 * dt, past, now)
                         : stepped(kind, air, flow.wind(), dt, now, now);
    past = std::move(now);
    now = std::move(next);
  }
  double sum = 0;
  air.for_each_cell(
      [&](int i, int j, int k) { sum += std::abs(now.view()(i, j, k) - wave(i, j, k)); });
  return sum / (4 * n);
}

TEST_CASE("a wave comes round the better the finer the grid, by the promised order") {
  for (const auto& scheme : advection_schemes())
    for (const int axis : {0, 1}) {
      CAPTURE(scheme.first);
      CAPTURE(axis);
      const double coarse = wave_error(scheme.second, 64, axis),
                   fine = wave_error(scheme.second, 128, axis);
      CAPTURE(coarse);
      CAPTURE(fine);
      const double order = std::log2(coarse / fine);
      CHECK(order > scheme.second.promises.order - 0.15);
      CHECK(order < scheme.second.promises.order + 1.2);
    }
}

/// Schemes with one limiter a direction, as they are published: face by face, phi(r) with its
/// division and branches.
class Plain {
 public:
  Plain(const std::string& limiter, const Air& air, const Wind& wind, double dt,
        FieldView<const double> q)
      : limiter_(limiter), air_(air), wind_(wind), dt_(dt), q_(q) {}

  double tendency(int i, int j, int k) const {
    return (east(i - 1, j, k) - east(i, j, k)) / air_.dx +
           (north(i, j - 1, k) - north(i, j, k)) / air_.dy +
           (top(i, j, k - 1) - top(i, j, k)) / (air_.rho(k) * air_.dz(k));
  }

 private:
  double phi(double r) const {
    if (limiter_ == "upwind") return 0;
    if (limiter_ == "van_leer") return (r + std::abs(r)) / (1 + std::abs(r));
    return std::max(0., std::min({2 * r, (1 + 2 * r) / 3, 2.}));
  }
  /// value(n) is that of the n-th cell along the wind from the donor.
  template <class Value>
  double face(double speed, double spacing, const Value& value) const {
    const double fu = value(-1), fc = value(0), fd = value(1);
    if (limiter_ == "centred") return speed * (fc + fd) / 2;
    if (fd == fc) return speed * fc;
    const double courant = std::abs(speed) * dt_ / spacing;
    return speed * (fc + phi((fc - fu) / (fd - fc)) / 2 * (1 - courant) * (fd - fc));
  }
  double east(int i, int j, int k) const {
    const double speed = wind_.u(i, j, k);
    return face(speed, air_.dx, [&](int n) { return q_(speed < 0 ? i + 1 - n : i + n, j, k); });
  }
  double north(int i, int j, int k) const {
    const double speed = wind_.v(i, j, k);
    return face(speed, air_.dy, [&](int n) { return q_(i, speed < 0 ? j + 1 - n : j + n, k); });
  }
  /// Nothing goes through ground and lid; beyond them a value is that of the end.
  double top(int i, int j, int k) const {
    if (k < 0 || k == air_.nz() - 1) return 0;
    const double speed = wind_.w(i, j, k);
    return air_.rho_half(k) * face(speed, air_.dz_half(k), [&](int n) {
             return q_(i, j, std::clamp(speed < 0 ? k + 1 - n : k + n, 0, air_.nz() - 1));
           });
  }

  std::string limiter_;
  const Air& air_;
  const Wind& wind_;
  double dt_;
  FieldView<const double> q_;
};

TEST_CASE("the fluxes of schemes with a limiter are those of the published formulas") {
  for (const std::string limiter : {"centred", "koren", "upwind", "van_leer"})
    for (const int levels : {1, 2, 3, 8, 21})
      for (const double lowest : {-1.0, -40.0}) {  // the latter makes half of the cells alike
        CAPTURE(limiter);
        CAPTURE(levels);
        CAPTURE(lowest);
        const Air air{9, 8, uneven_levels(levels)};
        const Flow flow = air.noisy_flow(5, 2.0);
        const Wind wind = flow.wind();
        const double dt = 5;
        const Field<> noise = air.noise(6, lowest, 2);
        const Field<> q = air.field(
            [&](int i, int j, int k) { return std::max(lowest / 2, noise.view()(i, j, k)); });
        const Field<> tendency = changed_by(advection_schemes().at(limiter), air, wind, dt, q);
        const Plain plain(limiter, air, wind, dt, q.view());
        double off = 0, largest = 0;
        air.for_each_cell([&](int i, int j, int k) {
          const double expected = plain.tendency(i, j, k);
          off = std::max(off, std::abs(tendency.view()(i, j, k) - expected));
          largest = std::max(largest, std::abs(expected));
        });
        CHECK(largest > 0.05);
        CHECK(off < 2e-14 * largest);
      }
}

}  // namespace
}  // namespace seafret
