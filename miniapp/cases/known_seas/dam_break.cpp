// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_seas/dam_break.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "comms/base/reproducible_sum.hpp"
#include "physics/ocean/constants.hpp"

namespace seafret {

KnownSea::State DamBreak::at(double x, double /*y*/, double time) const {
  const double c = std::sqrt(gravity * options_.depth), from_dam = x - dam();
  if (from_dam <= -c * time) return {};
  if (time == 0 || from_dam >= 2 * c * time) return {-options_.depth, 0, 0};
  const double speed = 2. / 3 * (c + from_dam / time), left = (2 * c - from_dam / time) / 3;
  return {left * left / gravity - options_.depth, speed, 0};
}

std::vector<Measure> DamBreak::measures(const Domain& domain, const DepthMeanFlow& flow,
                                        double time) const {
  constexpr double thin = 1e-3;  // of the depth behind the dam
  const double h0 = options_.depth, c = std::sqrt(gravity * h0);
  if (2 * c * time > length(0) - dam()) return {};
  const FieldView<const double> eta = flow.now().eta;
  std::array<ReproducibleSum, 3> sums;  // of the error and of all water; the depth at the dam
  double front = 0;
  for_each_point(flow.sea().wet_cells, flow.owned(), [&](int i, int j) {
    const double x = x_of(i + 0.5), height = h0 + eta(i, j);
    const double exact = h0 + at(x, y_of(j + 0.5), time).eta;
    sums[0].add(std::abs(height - exact));
    sums[1].add(exact);
    if (std::abs(x - dam()) < options_.rectangle.spacing[0]) sums[2].add(0.5 * height);
    if (height > thin * h0) front = std::max(front, x_of(i + 1) - dam());
  });
  ReproducibleSum::over_ranks(sums, domain.comm);
  const double exact_front = c * time * (2 - 3 * std::sqrt(thin));
  return {{"depth_l1", sums[0].value() / sums[1].value(), "1"},
          {"depth_at_dam", sums[2].value() / (h0 * options_.rectangle.points[1]), "1"},
          {"front", domain.comm.max(front) / exact_front, "1"}};
}

}  // namespace seafret
