// SPDX-License-Identifier: BSD-3-Clause
// What advection schemes mix besides.
#include <doctest/doctest.h>

#include <array>
#include <numbers>

#include "comms/base/reproducible_sum.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/advection/advection_air.hpp"

namespace seafret {
namespace {

using Diffusivity = std::function<double(int i, int j, int face)>;

Field<> diffusivity_of(const Air& air, const Diffusivity& value) {
  Field<> made(air.box(), Halo::all(2), air.nz() + 1);
  const FieldView<double> f = made.view();
  for (int j = f.box.y0; j < f.box.y1; ++j)
    for (int i = f.box.x0; i < f.box.x1; ++i)
      for (int face = 0; face <= air.nz(); ++face)
        f(i, j, face) = value((i + air.nx) % air.nx, (j + air.ny) % air.ny, face);
  return made;
}

Field<> noisy_diffusivity(const Air& air, double most) {
  const Air faces{air.nx, air.ny, uneven_levels(air.nz() + 1)};
  const Field<> noise = faces.noise(31, 0, most);
  return diffusivity_of(air, [&](int i, int j, int face) { return noise.view()(i, j, face); });
}

Field<> tendency_of(const ScalarAdvectionKind& kind, const Air& air, const Wind& wind, double dt,
                    const Field<>& q, const Field<>& diffusivity) {
  Field<> tendency = air.field([](int, int, int) { return 0.0; });
  const std::array<FieldView<const double>, 1> scalars{q.view()};
  const std::array<FieldView<double>, 1> tendencies{tendency.view()};
  kind.make(air.setup())
      ->advect(air.box(), wind, dt, scalars, tendencies, {}, {diffusivity.view(), scalars});
  return tendency;
}

TEST_CASE("a wave decays at the rate of its second differences") {
  const Air air{12, 10, unit_levels(8)};
  const Flow calm = air.noisy_flow(1, 0.0);
  const double k = 2.0, turn = 2 * std::numbers::pi, up = std::numbers::pi / 8;
  const Field<> diffusivity = diffusivity_of(air, [&](int, int, int) { return k; });
  const auto rate = [](double angle, double spacing) {
    return (2 * std::cos(angle) - 2) / (spacing * spacing);
  };
  const Field<> q = air.field([&](int i, int j, int n) {
    return std::cos(turn * i / 12) * std::sin(turn * j / 10) * std::cos(up * (n + 0.5));
  });
  const double expected = k * (rate(turn / 12, air.dx) + rate(turn / 10, air.dy) + rate(up, 1.0));
  for (const auto& scheme : advection_schemes()) {
    CAPTURE(scheme.first);
    const Field<> tendency = tendency_of(scheme.second, air, calm.wind(), 1.0, q, diffusivity);
    air.for_each_cell([&](int i, int j, int n) {
      CHECK(tendency.view()(i, j, n) ==
            nearly(expected * q.view()(i, j, n)).epsilon(1e-12).scale(1));
    });
  }
}

TEST_CASE("what is mixed is neither made nor lost, and goes down its gradient") {
  for (const auto& scheme : advection_schemes())
    for (const int levels : {1, 2, 13}) {
      CAPTURE(scheme.first);
      CAPTURE(levels);
      const Air air{11, 9, uneven_levels(levels)};
      const Field<> q = air.noise(7, -1, 3);
      const Field<> tendency = tendency_of(scheme.second, air, air.noisy_flow(1, 0.0).wind(), 1.0,
                                           q, noisy_diffusivity(air, 5.0));
      ReproducibleSum sum, spread;
      double size = 0;
      air.for_each_cell([&](int i, int j, int k) {
        const double change = air.rho(k) * air.dz(k) * tendency.view()(i, j, k);
        sum.add(change);
        spread.add(change * q.view()(i, j, k));
        size += std::abs(change);
      });
      CHECK(std::abs(sum.value()) < 1e-14 * size);
      CHECK(spread.value() < -0.1 * size);
    }
}

/// The share of a cell's mass that is mixed in a second, from the faces' own formula.
double mixed(const Air& air, const FieldView<const double>& k, int i, int j, int n) {
  const auto side = [&](int di, int dj) {
    return (k(i, j, n) + k(i, j, n + 1) + k(i + di, j + dj, n) + k(i + di, j + dj, n + 1)) / 4;
  };
  const auto face = [&](int f) {
    const int below = f - 1;
    return f == 0 || f == air.nz() ? 0 : k(i, j, f) * air.rho_half(below) / air.dz_half(below);
  };
  return (side(1, 0) + side(-1, 0)) / (air.dx * air.dx) +
         (side(0, 1) + side(0, -1)) / (air.dy * air.dy) +
         (face(n) + face(n + 1)) / (air.rho(n) * air.dz(n));
}

/// Five steps, in which wind and mixing together empty a cell at most: how far anything comes out
/// of [0, 1].
double excess(const ScalarAdvectionKind& kind, const Air& air, const Flow& flow,
              const Field<>& diffusivity) {
  double largest = 0, by_wind = 0;
  const Wind wind = flow.wind();
  air.for_each_cell([&](int i, int j, int k) {
    const double out = air.outflow(wind, i, j, k);
    by_wind = std::max(by_wind, out);
    largest = std::max(largest, out + mixed(air, diffusivity.view(), i, j, k));
  });
  CHECK(largest > 1.3 * by_wind);
  const double dt = 1 / largest;
  const Field<> noise = air.noise(22, -1, 1);
  Field<> q = air.field([&](int i, int j, int k) {
    const double any = noise.view()(i, j, k);
    return any > 0.3 ? 1. : any > 0 ? 0.1 : 0.;
  });
  double found = 0;
  for (int step = 0; step < 5; ++step) {
    const Field<> tendency = tendency_of(kind, air, wind, dt, q, diffusivity);
    q = air.field([&](int i, int j, int k) {
      const int x = (i + 2 * air.nx) % air.nx, y = (j + 2 * air.ny) % air.ny;
      return q.view()(x, y, k) + dt * tendency.view()(x, y, k);
    });
    air.for_each_cell([&](int i, int j, int k) {
      const double value = q.view()(i, j, k);
      found = std::max({found, -value, value - 1});
    });
  }
  return found;
}

TEST_CASE("fluxes up are shown as columns change by them, but for what is mixed") {
  for (const auto& scheme : advection_schemes())
    for (const int levels : {1, 2, 13}) {
      CAPTURE(scheme.first);
      CAPTURE(levels);
      const Air air{11, 9, uneven_levels(levels)};
      Flow flow = air.noisy_flow(1, 0.0);
      flow.w = air.noise(5, -6, 6);
      air.close_lid(flow);
      const std::array<Field<>, 2> q{air.noise(7, -1, 3), air.noise(8, 0, 1)};
      // Of which nothing goes sideways.
      const Field<> mixed = air.field([](int, int, int k) { return std::sin(k); });
      const Field<> diffusivity = diffusivity_of(air, [](int, int, int face) { return 3 + face; });
      const std::array<FieldView<const double>, 2> scalars{q[0].view(), q[1].view()},
          mixed_scalars{mixed.view(), mixed.view()};
      const Mixing mixing{diffusivity.view(), mixed_scalars};
      std::array<Field<>, 2> tendency{air.noise(9, 0, 0), air.noise(9, 0, 0)},
          shown{air.noise(9, 0, 0), air.noise(9, 0, 0)};
      const auto advection = scheme.second.make(air.setup(2));
      const double dt = 2;
      advection->advect(air.box(), flow.wind(), dt, scalars,
                        std::array{tendency[0].view(), tendency[1].view()}, {}, mixing);
      advection->show_top_fluxes(
          air.box(), flow.wind(), dt, scalars,
          [&](std::size_t scalar, int i, int j, const double* fluxes) {
            std::copy_n(fluxes, levels, shown[scalar].view().column(i, j));
          },
          mixing);
      const auto mixed_up = [&](int k) {
        if (k < 0 || k + 1 == levels) return 0.;
        return -air.rho_half(k) * (4 + k) * (std::sin(k + 1) - std::sin(k)) / air.dz_half(k);
      };
      double off = 0, largest = 0;
      for (std::size_t f = 0; f < 2; ++f)
        air.for_each_cell([&](int i, int j, int k) {
          const auto up = [&](int face) {
            return face < 0 ? 0. : shown[f].view()(i, j, face) + mixed_up(face);
          };
          const double change = tendency[f].view()(i, j, k) * air.rho(k) * air.dz(k);
          off = std::max(off, std::abs(up(k - 1) - up(k) - change));
          largest = std::max(largest, std::abs(shown[f].view()(i, j, k)));
          if (k + 1 == levels) CHECK(shown[f].view()(i, j, k) == 0);
        });
      CHECK(off < 1e-13 * (largest + 1));
      CHECK((largest > 1) == (levels > 1));
    }
}

TEST_CASE("with mixing there are no new extrema either, as far as a scheme promises it") {
  const Air uneven{12, 10, uneven_levels(9)};
  Air flat{12, 10, unit_levels(9), 10, 1};  // in which mixing is from the sides, wind along x
  const auto constant = [&](double value) {
    return flat.field([=](int, int, int) { return value; });
  };
  const Flow along{constant(6), constant(0), constant(0)};
  for (const auto& scheme : advection_schemes()) {
    if (scheme.second.promises.monotone_outflow < 1) continue;
    CAPTURE(scheme.first);
    CHECK(excess(scheme.second, uneven, uneven.solenoidal_flow(21, 100.0),
                 noisy_diffusivity(uneven, 60.0)) < 4e-15);
    CHECK(excess(scheme.second, flat, along,
                 diffusivity_of(flat, [](int, int, int) { return 0.1; })) < 4e-15);
  }
}

}  // namespace
}  // namespace seafret
