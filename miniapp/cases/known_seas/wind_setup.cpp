// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_seas/wind_setup.hpp"

#include <cmath>

#include "comms/base/reproducible_sum.hpp"
#include "physics/ocean/constants.hpp"

namespace seafret {

/// C of H^2 = 2 tau x/g + C, by which the mean of H is h: ((s L + C)^1.5 - C^1.5)/(1.5 s L) = h.
double WindSetup::constant() const {
  const double rise = 2 * std::abs(options_.stress) / gravity * length(0);
  const auto mean = [&](double c) {
    return (std::pow(rise + c, 1.5) - std::pow(c, 1.5)) / (1.5 * rise);
  };
  double low = 0, high = options_.depth * options_.depth;
  for (int n = 0; n < 200; ++n) {
    const double middle = 0.5 * (low + high);
    (mean(middle) < options_.depth ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

std::vector<Measure> WindSetup::measures(const Domain& domain, const DepthMeanFlow& flow,
                                         double /*time*/) const {
  const double c = constant();
  const FieldView<const double> eta = flow.now().eta;
  std::array<ReproducibleSum, 1> rise;
  double worst = 0;
  for_each_point(flow.sea().wet_cells, flow.owned(), [&](int i, int j) {
    const double fetch = options_.stress > 0 ? x_of(i + 0.5) : length(0) - x_of(i + 0.5);
    const double height = std::sqrt(2 * std::abs(options_.stress) / gravity * fetch + c);
    worst = std::max(worst, std::abs(eta(i, j) + options_.depth - height));
    if (i + 1 == options_.rectangle.points[0]) rise[0].add(eta(i, j));
    if (i == 0) rise[0].add(-eta(i, j));
  });
  ReproducibleSum::over_ranks(rise, domain.comm);
  return {{"rise", rise[0].value() / options_.rectangle.points[1], "m"},
          {"eta_max_error", domain.comm.max(worst), "m"}};
}

}  // namespace seafret
