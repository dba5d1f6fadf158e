// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_flows/density_current.hpp"

#include <cmath>
#include <numbers>
#include <optional>

namespace seafret {
namespace {

/// The lowest level of the southernmost row, on all ranks.
std::vector<double> lowest_row(const Domain& domain, FieldView<const double> field) {
  std::vector<double> row(static_cast<std::size_t>(domain.grid().nx));
  const Box owned = domain.owned();
  if (owned.y0 == 0 && !owned.empty())
    for (int i = owned.x0; i < owned.x1; ++i) row[static_cast<std::size_t>(i)] = field(i, 0, 0);
  domain.comm.join(row);
  return row;
}

}  // namespace

double DensityCurrent::disturbance(std::size_t field, int i, int /*j*/, int k) const {
  if (field != stratus::theta) return 0;
  const double z = setup_.levels.z[static_cast<std::size_t>(k)];
  const double away = std::hypot(setup_.from_middle(i) / 4000, (z - 3000) / 2000);
  if (away >= 1) return 0;
  const double temperature = -7.5 * (std::cos(std::numbers::pi * away) + 1);
  return temperature / exner(z, setup_.reference.theta, setup_.reference.ground_pressure);
}

std::vector<Measure> DensityCurrent::measures(const Domain& domain, const Stratus& model,
                                              double /*time*/) {
  std::vector<double> theta = lowest_row(domain, model.now().fields[stratus::theta]);
  const double undisturbed = setup_.sounding.air(0).theta - setup_.reference.theta;
  for (double& t : theta) t -= undisturbed;
  std::optional<double> front;
  for (std::size_t i = theta.size() / 2; i + 1 < theta.size(); ++i)
    if ((theta[i] + 1) * (theta[i + 1] + 1) <= 0 && theta[i] != theta[i + 1])
      front = setup_.from_middle(static_cast<int>(i)) +
              setup_.grid.dx * (-1 - theta[i]) / (theta[i + 1] - theta[i]);
  std::vector<Measure> found;
  if (front) found.push_back({"front", *front, "m"});
  add_range_of_theta(domain, model, found);
  add_range(domain, model, stratus::u, "u", "m/s", found);
  add_range(domain, model, stratus::w, "w", "m/s", found);
  return found;
}

}  // namespace seafret
