// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_seas/kelvin.hpp"

#include <array>
#include <cmath>

#include "comms/base/reproducible_sum.hpp"
#include "physics/ocean/constants.hpp"

namespace seafret {

double Kelvin::speed() const { return std::sqrt(gravity * options_.depth); }

KnownSea::State Kelvin::at(double x, double y, double time) const {
  const double c = speed(), width = length(0) / 12;
  const double ahead = (x - start() - c * time) / width;
  const double eta =
      options_.height * std::exp(-y * options_.coriolis / c) * std::exp(-ahead * ahead);
  return {eta, gravity * eta / c, 0};
}

std::vector<Measure> Kelvin::measures(const Domain& domain, const DepthMeanFlow& flow,
                                      double time) const {
  std::array<ReproducibleSum, 4> sums;  // of the coast: mass and moment; of all: error and exact
  const FieldView<const double> eta = flow.now().eta;
  for_each_point(flow.sea().wet_cells, flow.owned(), [&](int i, int j) {
    const double x = x_of(i + 0.5), exact = at(x, y_of(j + 0.5), time).eta;
    if (j == 0) {
      sums[0].add(eta(i, j));
      sums[1].add(eta(i, j) * x);
    }
    sums[2].add(std::abs(eta(i, j) - exact));
    sums[3].add(std::abs(exact));
  });
  ReproducibleSum::over_ranks(sums, domain.comm);
  const double centre = sums[1].value() / sums[0].value();
  return {{"speed", (centre - start()) / time, "m/s"},
          {"eta_l1", sums[2].value() / sums[3].value(), "1"}};
}

}  // namespace seafret
