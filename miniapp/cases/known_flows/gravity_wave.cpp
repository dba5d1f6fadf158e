// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_flows/gravity_wave.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "comms/base/reproducible_sum.hpp"
#include "miniapp/case_file/file.hpp"
#include "physics/atmosphere/constants.hpp"

namespace seafret {
namespace {

constexpr double turn = 2 * std::numbers::pi;

}  // namespace

GravityWave::GravityWave(const KnownFlowSetup& setup)
    : KnownFlow(setup), upwards_(setup.reference, setup.height()) {
  insist_on_components({Buoyancy::name});
  insist_on_even_levels();
  insist_on_having(Buoyancy::name, "for case.flow: gravity_wave");
  if (std::ranges::any_of(setup.sounding.total, [](double total) { return total != 0; }))
    throw KeyError("sounding.total",
                   "must be 0 at all heights for case.flow: gravity_wave: its air is dry");
  for (std::size_t k = 1; k < setup.sounding.theta_l.size(); ++k)
    if (std::abs(gradient(k) - gradient(1)) > 1e-6 * std::abs(gradient(1)))
      throw KeyError(
          "sounding.theta_l",
          fmt::format("rises by {:.3g} K/m at {:g} m and by {:.3g} above the ground: for "
                      "case.flow: gravity_wave it must rise evenly",
                      gradient(k), setup.levels.z[k], gradient(1)));
}

/// Of the first sounding below level k, K/m.
double GravityWave::gradient(std::size_t k) const {
  const std::vector<double>&theta = setup_.sounding.theta_l, &z = setup_.levels.z;
  return (theta[k] - theta[k - 1]) / (z[k] - z[k - 1]);
}

/// A third of the box from its western edge, 5 km wide.
double GravityWave::along(int i) const {
  const double away = (i + 0.5) * setup_.grid.dx - setup_.width() / 3;
  return 0.01 / (1 + std::pow(away / 5000, 2));
}

double GravityWave::upward(int k) const {
  return upwards_.at(setup_.levels.z[static_cast<std::size_t>(k)]);
}

double GravityWave::disturbance(std::size_t field, int i, int /*j*/, int k) const {
  return field == stratus::theta ? along(i) * upward(k) : 0;
}

/// By plain sums over the waves that the grid has.
std::vector<double> GravityWave::exact_along(double frequency, double time) const {
  const int n = setup_.grid.nx;
  std::vector<double> exact(static_cast<std::size_t>(n));
  for (int wave = 0; wave <= n / 2; ++wave) {
    const auto angle = [&](int i) {
      return turn * static_cast<double>(static_cast<std::int64_t>(wave) * i % n) / n;
    };
    double even = 0, odd = 0;
    for (int i = 0; i < n; ++i) {
      even += along(i) * std::cos(angle(i));
      odd += along(i) * std::sin(angle(i));
    }
    const double number = turn * wave / setup_.width();
    const double swing =
        std::cos(frequency * number / std::hypot(number, upwards_.number()) * time);
    const double weight = (wave == 0 || 2 * wave == n ? 1. : 2.) / n * swing;
    const double carried = number * setup_.wind()[0] * time;
    for (int i = 0; i < n; ++i)
      exact[static_cast<std::size_t>(i)] +=
          weight * (even * std::cos(angle(i) - carried) + odd * std::sin(angle(i) - carried));
  }
  return exact;
}

std::vector<Measure> GravityWave::measures(const Domain& domain, const Stratus& model,
                                           double time) {
  const FieldView<const double> theta = model.now().fields[stratus::theta];
  const std::vector<double>& rest = setup_.sounding.theta_l;
  const double frequency = std::sqrt(air::gravity / setup_.reference.theta * gradient(1));
  const std::vector<double> exact = exact_along(frequency, time);
  std::array<ReproducibleSum, 2> sums;
  const Box owned = domain.owned();
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0; i < owned.x1; ++i)
      for (int k = 0; k < theta.levels; ++k) {
        const double value =
            theta(i, j, k) - (rest[static_cast<std::size_t>(k)] - setup_.reference.theta);
        const double right = exact[static_cast<std::size_t>(i)] * upward(k);
        sums[0].add((value - right) * (value - right));
        sums[1].add(right * right);
      }
  ReproducibleSum::over_ranks(sums, domain.comm);
  std::vector<Measure> found{{"error", std::sqrt(sums[0].value() / sums[1].value()), "1"}};
  add_range_of_theta(domain, model, found);
  return found;
}

}  // namespace seafret
