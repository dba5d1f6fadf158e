// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_seas/wind_setup.hpp"

#include <fmt/format.h>

#include <cmath>

#include "comms/base/reproducible_sum.hpp"
#include "decomposition/base/worse.hpp"
#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/columns.hpp"
#include "miniapp/cases/last_place.hpp"
#include "physics/ocean/constants.hpp"

namespace seafret {

double WindSetup::rise() const { return 2 * std::abs(options_.stress) / gravity * length(0); }

WindSetup::WindSetup(const SeaOptions& options) : KnownSea(options) {
  insist_on_columns(options.rectangle.points, {2, 1}, "the wind blows along x");
  const double most = 2.25 * options.depth * options.depth;  // with none left at the one end
  if (rise() < most) return;
  throw KeyError(
      "sea.stress",
      fmt::format("is {:g}: so strong a wind lays the bottom bare; less than {:.4g} m2/s2 "
                  "leaves water everywhere",
                  options.stress, std::abs(options.stress) * most / rise()));
}

/// C of H^2 = 2 tau x/g + C, by which the mean of H is h: (a^3 - b^3)/(1.5 (a^2 - b^2)) = h with
/// a^2 = 2 tau L/g + C and b^2 = C.
double WindSetup::constant() const {
  const auto mean = [&](double c) {
    const double a = std::sqrt(rise() + c), b = std::sqrt(c);
    return (a * a + a * b + b * b) / (1.5 * (a + b));
  };
  return last_place(0, options_.depth * options_.depth,
                    [&](double c) { return mean(c) < options_.depth; });
}

double WindSetup::highest() const { return 2 * (std::sqrt(rise() + constant()) - options_.depth); }

std::vector<Measure> WindSetup::measures(const Domain& domain, const DepthMeanFlow& flow,
                                         double /*time*/) const {
  const double c = constant();
  const FieldView<const double> eta = flow.now().eta;
  std::array<ReproducibleSum, 1> rise;
  double worst = 0;
  for_each_point(flow.sea().wet_cells, flow.owned(), [&](int i, int j) {
    const double fetch = options_.stress > 0 ? x_of(i + 0.5) : length(0) - x_of(i + 0.5);
    const double height = std::sqrt(2 * std::abs(options_.stress) / gravity * fetch + c);
    worst = worse(worst, std::abs(eta(i, j) + options_.depth - height));
    if (i + 1 == options_.rectangle.points[0]) rise[0].add(eta(i, j));
    if (i == 0) rise[0].add(-eta(i, j));
  });
  ReproducibleSum::over_ranks(rise, domain.comm);
  return {{"rise", rise[0].value() / options_.rectangle.points[1], "m"},
          {"eta_max_error", domain.comm.max(worst), "m"}};
}

}  // namespace seafret
