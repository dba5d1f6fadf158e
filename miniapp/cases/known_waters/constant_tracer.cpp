// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_waters/constant_tracer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "comms/base/reproducible_sum.hpp"

namespace seafret {

using std::numbers::pi;

double ConstantTracer::depth(double x, double y) const {
  const double ridge = std::sin(5 * pi * x / length()) * std::cos(7 * pi * y / length());
  return options_.depth * (0.6 + 0.35 * ridge);
}

double ConstantTracer::eta(double x, double y) const {
  return options_.height * std::cos(pi * x / length()) * std::cos(2 * pi * y / length());
}

double ConstantTracer::temperature(double x, double /*y*/, double z) const {
  return options_.temperature + options_.warmer_upwards * z +
         0.5 * options_.step * std::cos(3 * pi * x / length());
}

std::vector<Measure> ConstantTracer::measures(const Domain& domain, const ShelfSea& sea,
                                              double /*time*/) const {
  const LocalSea& flat = sea.flow().sea();
  const WaterColumns water = sea.water();
  std::array<ReproducibleSum, 2> heat;  // at first, and now
  double uneven = 0, fastest = 0;
  for_each_point(flat.wet_cells, sea.owned(), [&](int i, int j) {
    const double x = x_of(i + 0.5), y = y_of(j + 0.5), area = flat.metrics.area(j);
    const double first = eta(x, y), height = water.depth(i, j) + first;
    const WaterColumn before{height, height * water.evenness(i, j)}, now = water.at(i, j);
    for (int k = 0; k < sea.levels().count(); ++k) {
      const double at_first = temperature(x, y, first + before.middle(sea.levels(), k));
      heat[0].add(area * before.thickness(sea.levels(), k) * at_first);
      heat[1].add(area * now.thickness(sea.levels(), k) * sea.tracer(0)(i, j, k));
      uneven = std::max(uneven, std::abs(sea.tracer(2)(i, j, k) - 1));
      fastest = std::max(fastest, std::abs(sea.u()(i, j, k)));
    }
  });
  ReproducibleSum::over_ranks(heat, domain.comm);
  return {{"dye_uneven", domain.comm.max(uneven), "1"},
          {"heat_lost", std::abs(heat[1].value() / heat[0].value() - 1), "1"},
          {"fastest", domain.comm.max(fastest), "m/s"}};
}

}  // namespace seafret
