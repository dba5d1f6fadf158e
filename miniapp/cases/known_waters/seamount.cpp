// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_waters/seamount.hpp"

#include <algorithm>
#include <cmath>

namespace seafret {

double Seamount::depth(double x, double y) const {
  constexpr double width = 40e3;  // m: the height falls by 1/e in this
  const double r = std::hypot(x - 0.5 * length(), y - 0.5 * options_.rectangle.length(1)) / width;
  return options_.depth * (1 - 0.9 * std::exp(-r * r));
}

/// Falls by 1/e in 500 m.
double Seamount::temperature(double /*x*/, double /*y*/, double z) const {
  return options_.temperature + options_.step * std::exp(z / 500);
}

std::vector<Measure> Seamount::measures(const Domain& domain, const ShelfSea& sea,
                                        double /*time*/) const {
  double fastest = 0;
  for_each_point(sea.flow().sea().wet_cells, sea.owned(), [&](int i, int j) {
    for (int k = 0; k < sea.levels().count(); ++k)
      fastest = std::max({fastest, std::abs(sea.u()(i, j, k)), std::abs(sea.v()(i, j, k))});
  });
  return {{"fastest", domain.comm.max(fastest), "m/s"}};
}

}  // namespace seafret
