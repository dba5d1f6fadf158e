// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_waters/constant_tracer.hpp"

#include <cmath>
#include <numbers>

#include "decomposition/base/worse.hpp"

namespace seafret {

using std::numbers::pi;

double ConstantTracer::depth(double x, double y) const {
  const double ridge = std::sin(5 * pi * x / length(0)) * std::cos(7 * pi * y / length(0));
  return options_.depth * (0.6 + 0.35 * ridge);
}

double ConstantTracer::eta(double x, double y) const {
  return options_.height * std::cos(pi * x / length(0)) * std::cos(2 * pi * y / length(0));
}

double ConstantTracer::temperature(double x, double /*y*/, double z) const {
  return options_.temperature + options_.warmer_upwards * z +
         0.5 * options_.step * std::cos(3 * pi * x / length(0));
}

void ConstantTracer::begin(const Domain& domain, const ShelfSea& sea) {
  heat_.emplace(sea, ShelfSea::temperature, domain.comm);
  continuity_.emplace(sea);
}

void ConstantTracer::watch(const Domain& /*domain*/, const ShelfSea& sea, double /*time*/) {
  continuity_->watch(sea);
}

std::vector<Measure> ConstantTracer::measures(const Domain& domain, const ShelfSea& sea,
                                              double /*time*/) const {
  double uneven = 0, fastest = 0;
  for_each_point(sea.flow().sea().wet_cells, sea.owned(), [&](int i, int j) {
    for (int k = 0; k < sea.levels().count(); ++k) {
      uneven = worse(uneven, std::abs(sea.tracer(2)(i, j, k) - 1));
      fastest = worse(fastest, std::abs(sea.u()(i, j, k)));
    }
  });
  return {{"dye_uneven", domain.comm.max(uneven), "1"},
          {"heat_lost", heat_->lost(sea, domain.comm), "1"},
          {"continuity", domain.comm.max(continuity_->worst()), "1"},
          {"fastest", domain.comm.max(fastest), "m/s"}};
}

}  // namespace seafret
