// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_seas/kelvin.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "comms/base/reproducible_sum.hpp"
#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/columns.hpp"
#include "physics/ocean/constants.hpp"

namespace seafret {

Kelvin::Kelvin(const SeaOptions& options) : KnownSea(options) {
  insist_on_columns(options.rectangle.points, {12, 1}, "the hump is a twelfth of it wide");
  const double most = 300 * speed() / length(1);
  if (options.coriolis < 0 || options.coriolis > most)
    throw KeyError(
        "sea.coriolis",
        fmt::format("is {:g}: a hump whose coast is on its right, and of which something "
                    "is left at the other coast, takes more than 0 and at most {:.3g} 1/s",
                    options.coriolis, most));
}

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
  if (start() + speed() * time > length(0)) return {};
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
