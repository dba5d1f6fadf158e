// SPDX-License-Identifier: BSD-3-Clause
// The assembled step beside motions that are known: vortices whose momentum and pressure balance
// exactly, and a wave that lives of buoyancy.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>

#include "physics/atmosphere/constants.hpp"
#include "stratus_runs.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/one_rank.hpp"

namespace seafret {
namespace {

using std::numbers::pi;

constexpr double theta_ref = 300, buoyancy_frequency = 0.01;  // K, 1/s

/// Dry air of the same potential temperature everywhere.
Sounding neutral(const VerticalGrid& levels) {
  const std::size_t n = levels.z.size();
  return {std::vector(n, theta_ref), std::vector(n, 0.0), std::vector(n, 1.0), std::vector(n, 1e5)};
}

struct Schemes {
  double filter = 0.01, williams = 1;
  std::string momentum = "piacsek_williams";
};

/// Air at rest on one rank.
class DryAir {
 public:
  DryAir(const std::array<int, 3>& points, const std::array<double, 2>& spacing, double top,
         double dt, const Schemes& schemes = {})
      : settings_{.points = points,
                  .spacing = spacing,
                  .levels = {.top = top},
                  .reference = {.theta = theta_ref},
                  .first = {.sounding = neutral, .wind = {0, 0}, .noise = 0},
                  .q_fields = 2,
                  .momentum = schemes.momentum,
                  .filter = schemes.filter,
                  .williams = schemes.williams,
                  .pressure = {.tolerance = 1e-9}},
        decomposition_(settings_.grid(), {settings_.grid().box()}),
        domain_{decomposition_, self()},
        model_(domain_, settings_, {.dt = dt}) {}

  /// Sets a field of both time levels to value(i, j, k), halo included.
  template <class Value>
  void set(std::size_t field, Value value) {
    for (const TimeLevel* level : {&model_.now(), &model_.past()}) {
      const FieldView<double> f = level->fields[field];
      for_each_point(f.box, f.levels, [&](int i, int j, int k) { f(i, j, k) = value(i, j, k); });
    }
  }
  void step(int steps) {
    for (int n = 0; n < steps; ++n) model_.step();
  }
  /// The mean over all cells of term(i, j, k).
  template <class Term>
  auto mean(Term term) const {
    decltype(term(0, 0, 0)) sum = 0;
    const auto [nx, ny, nz] = settings_.points;
    for_each_point({0, nx, 0, ny}, nz, [&](int i, int j, int k) { sum += term(i, j, k); });
    return sum / (static_cast<double>(nx) * ny * nz);
  }

  FieldView<const double> now(std::size_t field) const { return model_.now().fields[field]; }
  double centre(int k) const { return model_.levels().z[static_cast<std::size_t>(k)]; }
  double face(int k) const { return model_.levels().z_half[static_cast<std::size_t>(k)]; }

 private:
  StratusSettings settings_;
  Decomposition decomposition_;
  Domain domain_;
  Stratus model_;
};

/// u = drift + sin 2 pi x cos 2 pi z, w = -cos 2 pi x sin 2 pi z in a slice of 1 x 0.5 with n x n/2
/// cells: they stand still, or move with the drift.
class Vortices {
 public:
  Vortices(int n, double drift)
      : n_(n), drift_(drift), air_({n, 1, n / 2}, {1.0 / n, 1.0 / n}, 0.5, 0.2 / n) {
    air_.set(stratus::u, [&](int i, int, int k) { return u(i, k, 0); });
    air_.set(stratus::w, [&](int i, int, int k) {
      const bool is_lid = k + 1 == n / 2;
      return is_lid ? 0 : -std::cos(2 * pi * (i + 0.5) / n) * std::sin(2 * pi * air_.face(k));
    });
  }
  void run(double end) { air_.step(static_cast<int>(std::lround(end * n_ / 0.2))); }

  /// The mean of |u - what it should be| after so much time.
  double error(double time) const {
    return air_.mean([&](int i, int j, int k) {
      return std::abs(air_.now(stratus::u)(i, j, k) - u(i, k, time));
    });
  }
  /// Twice the kinetic energy, a cell.
  double energy() const {
    return air_.mean([&](int i, int j, int k) {
      double sum = 0;
      for (const std::size_t f : {stratus::u, stratus::v, stratus::w})
        sum += air_.now(f)(i, j, k) * air_.now(f)(i, j, k);
      return sum;
    });
  }

 private:
  double u(int i, int k, double time) const {
    return drift_ +
           std::sin(2 * pi * ((i + 1.0) / n_ - drift_ * time)) * std::cos(2 * pi * air_.centre(k));
  }

  int n_;
  double drift_;
  DryAir air_;
};

double error_of(int n, double drift) {
  Vortices flow(n, drift);
  flow.run(0.5);
  return flow.error(0.5);
}

TEST_CASE("standing vortices stand") {
  for (const int n : {16, 32}) CHECK(error_of(n, 0) < 1e-10);  // the solver's tolerance
}

TEST_CASE("drifting vortices drift, to second order") {
  const double coarse = error_of(16, 1), fine = error_of(32, 1), finest = error_of(64, 1);
  CAPTURE(coarse);
  CAPTURE(fine);
  CAPTURE(finest);
  CHECK(coarse < 0.1);
  CHECK(std::log2(coarse / fine) > 1.9);
  CHECK(std::log2(fine / finest) > 1.9);
}

TEST_CASE("they keep their energy") {
  Vortices flow(32, 1);
  const double before = flow.energy();
  flow.run(0.5);
  CHECK(flow.energy() == nearly(before).epsilon(2e-3));
}

/// What lifts the air.
struct Carrier {
  std::size_t field = stratus::theta;
  double lift = 1 / theta_ref;  ///< over gravity, of one more of the field
};

/// An internal gravity wave between ground and lid, that runs askew over the columns.  With the
/// phase s = kx x + ky y - omega t, kh^2 = kx^2 + ky^2, K^2 = kh^2 + m^2 and omega = N kh/K:
///   w = W sin(m z) cos s,  (u, v) = -(kx, ky) m/kh^2 W cos(m z) sin s,  b = N^2/omega W sin(m z)
///   sin s.
/// All of b is that of one field.
class GravityWave {
 public:
  explicit GravityWave(double filter, double williams = 1, const Carrier& carrier = {})
      : air_({n_x, n_y, n_z}, {1000, 800}, height, period() / steps_a_period,
             {.filter = filter, .williams = williams}) {
    const double along_x = -kx * m / (kh * kh), along_y = -ky * m / (kh * kh);
    const double rise =
        buoyancy_frequency * buoyancy_frequency / (air::gravity * carrier.lift);  // a metre
    air_.set(stratus::u, [&](int i, int j, int k) {
      return speed * along_x * std::cos(m * air_.centre(k)) * std::sin(phase(i + 1, j + 0.5));
    });
    air_.set(stratus::v, [&](int i, int j, int k) {
      return speed * along_y * std::cos(m * air_.centre(k)) * std::sin(phase(i + 0.5, j + 1));
    });
    air_.set(stratus::w, [&](int i, int j, int k) {
      if (k + 1 == n_z) return 0.0;
      return speed * std::sin(m * air_.face(k)) * std::cos(phase(i + 0.5, j + 0.5));
    });
    air_.set(carrier.field, [&](int i, int j, int k) {
      const double sinks =
          speed / omega() * std::sin(m * air_.centre(k)) * std::sin(phase(i + 0.5, j + 0.5));
      return rise * (air_.centre(k) - (rise < 0 ? height : 0) + sinks);
    });
  }

  void run_a_period() { air_.step(steps_a_period); }

  /// What of w goes with e^(i s): W e^(-i omega t), over W.
  std::complex<double> amplitude() const {
    return 4.0 / speed * air_.mean([&](int i, int j, int k) {
      return air_.now(stratus::w)(i, j, k) * std::sin(m * air_.face(k)) *
             std::polar(1.0, -phase(i + 0.5, j + 0.5));
    });
  }

 private:
  static constexpr int n_x = 24, n_y = 20, n_z = 24, steps_a_period = 100;
  static constexpr double height = 10000, speed = 1e-3;
  static constexpr double kx = 2 * pi / (n_x * 1000.0), ky = 2 * pi / (n_y * 800.0),
                          m = pi / height;
  static inline const double kh = std::hypot(kx, ky);

  static double omega() { return buoyancy_frequency * kh / std::hypot(kh, m); }
  static double period() { return 2 * pi / omega(); }
  static double phase(double x, double y) { return kx * 1000 * x + ky * 800 * y; }

  DryAir air_;
};

TEST_CASE("an internal gravity wave runs with N k/|K| and keeps its amplitude") {
  // In air that is warmer, moister, or has less cloud water above: its density temperature is
  // theta (1 + 0.608 qv - qc).
  for (const Carrier& carrier :
       {Carrier{}, Carrier{stratus::vapour, 0.608}, Carrier{stratus::liquid, -1}}) {
    CAPTURE(carrier.field);
    GravityWave wave(0.01, 1, carrier);
    CHECK(std::abs(wave.amplitude()) == nearly(1).epsilon(1e-3));
    for (int turn = 1; turn <= 2; ++turn) {
      wave.run_a_period();
      const std::complex<double> left = wave.amplitude();
      CAPTURE(turn);
      CHECK(std::abs(left) == nearly(1).epsilon(0.01));
      CHECK(std::abs(std::arg(left)) < 0.01 * 2 * pi * turn);  // 1 % of omega
    }
  }
}

TEST_CASE("the time filter damps a wave as it should, and Williams' does not") {
  // By a/(2 - 2a) (omega dt)^2 a step (Williams 2009), a the share of each neighbour.
  GravityWave unfiltered(0), filtered(0.2), spared(0.2, 0.5);
  for (GravityWave* wave : {&unfiltered, &filtered, &spared}) wave->run_a_period();
  const double a_step = 0.2 / 1.6 * std::pow(2 * pi / 100, 2);
  CHECK(std::abs(filtered.amplitude()) / std::abs(unfiltered.amplitude()) ==
        nearly(std::exp(-100 * a_step)).epsilon(0.005));
  // To what the first step, which goes forward, may leave in both: (omega dt)^2/4 = 1e-3.
  CHECK(std::abs(spared.amplitude()) == nearly(std::abs(unfiltered.amplitude())).epsilon(2e-3));
}

TEST_CASE("a leap carries momentum from where it was two steps ago") {
  // In two steps of 0.5 s a wind of 1 m/s takes v to the next column, 1 m on, and leaves nothing.
  const std::array first{0., 1., 4., 2., 2., 5., 3., 7.};
  const auto v = [&](int i) { return first[static_cast<std::size_t>((i + 8) % 8)]; };
  DryAir air({8, 1, 4}, {1, 1000}, 4, 0.5, {.filter = 0, .momentum = "ultimate"});
  air.set(stratus::u, [](int, int, int) { return 1.; });
  air.set(stratus::v, [&](int i, int, int) { return v(i); });
  air.step(6);
  CHECK(air.mean([&](int i, int j, int k) {
    return std::abs(air.now(stratus::v)(i, j, k) - v(i - 3));
  }) < 1e-12);
}

TEST_CASE("a scalar is mixed down its gradient on uneven levels of air that thins") {
  // d(rho q)/dt = d/dz (rho K dq/dz) on each level, between ground and lid that nothing passes.
  SmallStratus small;
  small.settings.first.wind = {0, 0};
  small.settings.first.noise = 0;
  small.settings.components.on = {Subgrid::name};
  constexpr double diffusivity = 20;
  std::get<Subgrid::Options>(small.settings.components.each) = {
      .closure = Subgrid::Closure::constant, .viscosity = 0, .diffusivity = diffusivity};
  StratusRun run(small, self());
  const VerticalGrid& levels = run.model.levels();
  const std::size_t count = levels.z.size();
  const auto q = [&](std::size_t k) { return 1e-9 * levels.z[k] * levels.z[k]; };
  for (const TimeLevel* level : {&run.model.now(), &run.model.past()}) {
    const FieldView<double> f = level->fields[stratus::tracers];
    for_each_point(f.box, f.levels,
                   [&](int i, int j, int k) { f(i, j, k) = q(static_cast<std::size_t>(k)); });
  }
  run.step(1);
  const FieldView<const double> mixed = run.model.now().fields[stratus::tracers];
  const auto up = [&](std::size_t face) {
    return levels.rho_half[face] * diffusivity * (q(face + 1) - q(face)) / levels.dz_half[face];
  };
  for (std::size_t k = 0; k < count; ++k) {
    CAPTURE(k);
    const double above = k + 1 < count ? up(k) : 0, below = k > 0 ? up(k - 1) : 0;
    const double change = small.stepping.dt * (above - below) / (levels.rho[k] * levels.dz[k]);
    CHECK(mixed(3, 2, static_cast<int>(k)) - q(k) == nearly(change).epsilon(1e-9));
  }
}

}  // namespace
}  // namespace seafret
