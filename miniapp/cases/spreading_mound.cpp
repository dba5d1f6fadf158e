// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/spreading_mound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "comms/base/reproducible_sum.hpp"
#include "miniapp/case_file/file.hpp"
#include "physics/ocean/constants.hpp"

namespace seafret {

void SpreadingMound::insist_on_sense() const {
  const auto [dx, dy] = rectangle_.spacing;
  if (radius_ > room())
    throw KeyError("sea.extent",
                   fmt::format("is {:g} m: a mound in the middle of this sea has room "
                               "for at most {:.6g} m",
                               radius_, room()));
  if (std::max(dx, dy) > 0.25 * radius_)
    throw KeyError("grid.spacing",
                   fmt::format("is {:g} and {:g} m: of this mound at most a quarter of sea.extent, "
                               "{:g} m, tells anything",
                               dx, dy, 0.25 * radius_));
  // As a share of what drag takes, inertia is h0/(R tau) at first, and less later.
  constexpr double most_inertia = 0.1;
  const double least = std::sqrt(6 / most_inertia * gravity * std::pow(depth_, 3)) / radius_;
  if (drag_ < least)
    throw KeyError("sea.linear_drag",
                   fmt::format("is {:g} m/s: at least {:.3g} m/s holds this mound back, with less "
                               "its inertia counts",
                               drag_, least));
}

double SpreadingMound::room() const {
  return 0.5 * std::min(rectangle_.length(0), rectangle_.length(1));
}

double SpreadingMound::tau() const {
  const double steepness = depth_ / radius_;
  return drag_ / (6 * gravity * steepness * steepness);
}

double SpreadingMound::shrunk(double time) const {
  return std::pow(tau() / (time + tau()), 1. / 6);
}

double SpreadingMound::depth_at(double x, double y, double time) const {
  const double s = shrunk(time), r = s * std::hypot(east(x), north(y)) / radius_;
  return r < 1 ? depth_ * s * s * std::sqrt(1 - r * r) : 0;
}

SpreadingMound::State SpreadingMound::at(double x, double y, double time) const {
  const double depth = depth_at(x, y, time);
  if (depth == 0) return {-depth_, 0, 0};
  const double rate = 1 / (6 * (time + tau()));
  return {depth - depth_, rate * east(x), rate * north(y)};
}

std::vector<Measure> SpreadingMound::measures(const Domain& domain, const DepthMeanFlow& flow,
                                              double time) const {
  const double h0 = depth_, s = shrunk(time);
  if (radius_ > s * room()) return {};
  constexpr double share = 0.05;  // of the depth that should be in the middle
  const double thin = share * h0 * s * s, exact_radius = radius_ / s * std::sqrt(1 - share * share);
  const FieldView<const double> eta = flow.now().eta;
  std::array<ReproducibleSum, 4> sums;  // of the error and all water; of areas along x and along y
  for_each_point(flow.sea().wet_cells, flow.owned(), [&](int i, int j) {
    const double x = rectangle_.x(i + 0.5), y = rectangle_.y(j + 0.5), found = h0 + eta(i, j);
    const double exact = depth_at(x, y, time);
    sums[0].add(std::abs(found - exact));
    sums[1].add(exact);
    if (found < thin) return;
    const double from_diagonal = std::abs(east(x)) - std::abs(north(y));
    const double along_x = from_diagonal > 0 ? 1 : from_diagonal < 0 ? 0 : 0.5;
    sums[2].add(along_x);
    sums[3].add(1 - along_x);
  });
  ReproducibleSum::over_ranks(sums, domain.comm);
  const double cell = rectangle_.spacing[0] * rectangle_.spacing[1];
  const auto radius = [&](double quarters, double cells) {
    return std::sqrt(4 * cells * cell / (quarters * std::numbers::pi)) / exact_radius;
  };
  const double along_x = sums[2].value(), along_y = sums[3].value();
  return {{"depth_l1", sums[0].value() / sums[1].value(), "1"},
          {"radius", radius(4, along_x + along_y), "1"},
          {"radius_along_x", radius(2, along_x), "1"},
          {"radius_along_y", radius(2, along_y), "1"}};
}

}  // namespace seafret
