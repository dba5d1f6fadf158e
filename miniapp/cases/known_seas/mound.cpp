// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_seas/mound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "comms/base/reproducible_sum.hpp"
#include "miniapp/case_file/file.hpp"
#include "physics/ocean/constants.hpp"

namespace seafret {

Mound::Mound(const SeaOptions& options) : KnownSea(options) {
  const auto [dx, dy] = options.rectangle.spacing;
  const double radius = options.extent;
  if (radius > room())
    throw KeyError("sea.extent",
                   fmt::format("is {:g} m: a mound in the middle of this sea has room "
                               "for at most {:.6g} m",
                               radius, room()));
  if (std::max(dx, dy) > 0.25 * radius)
    throw KeyError("grid.spacing",
                   fmt::format("is {:g} and {:g} m: of this mound at most a quarter of sea.extent, "
                               "{:g} m, tells anything",
                               dx, dy, 0.25 * radius));
  // As a share of what drag takes, inertia is h0/(R tau) at first, and less later.
  constexpr double most_inertia = 0.1;
  const double least = std::sqrt(6 / most_inertia * gravity * std::pow(options.depth, 3)) / radius;
  if (options.linear_drag < least)
    throw KeyError("sea.linear_drag",
                   fmt::format("is {:g} m/s: at least {:.3g} m/s holds this mound back, with less "
                               "its inertia counts",
                               options.linear_drag, least));
}

double Mound::room() const { return 0.5 * std::min(length(0), length(1)); }

double Mound::tau() const {
  const double steepness = options_.depth / options_.extent;
  return options_.linear_drag / (6 * gravity * steepness * steepness);
}

double Mound::shrunk(double time) const { return std::pow(tau() / (time + tau()), 1. / 6); }

double Mound::depth_at(double x, double y, double time) const {
  const double s = shrunk(time), r = s * std::hypot(east(x), north(y)) / options_.extent;
  return r < 1 ? options_.depth * s * s * std::sqrt(1 - r * r) : 0;
}

KnownSea::State Mound::at(double x, double y, double time) const {
  const double depth = depth_at(x, y, time);
  if (depth == 0) return {-options_.depth, 0, 0};
  const double rate = 1 / (6 * (time + tau()));
  return {depth - options_.depth, rate * east(x), rate * north(y)};
}

std::vector<Measure> Mound::measures(const Domain& domain, const DepthMeanFlow& flow,
                                     double time) const {
  const double h0 = options_.depth, s = shrunk(time);
  if (options_.extent > s * room()) return {};
  constexpr double share = 0.05;  // of the depth that should be in the middle
  const double thin = share * h0 * s * s,
               exact_radius = options_.extent / s * std::sqrt(1 - share * share);
  const FieldView<const double> eta = flow.now().eta;
  std::array<ReproducibleSum, 4> sums;  // of the error and all water; of areas along x and along y
  for_each_point(flow.sea().wet_cells, flow.owned(), [&](int i, int j) {
    const double x = x_of(i + 0.5), y = y_of(j + 0.5), found = h0 + eta(i, j);
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
  const auto [dx, dy] = options_.rectangle.spacing;
  const auto radius = [&](double quarters, double cells) {
    return std::sqrt(4 * cells * dx * dy / (quarters * std::numbers::pi)) / exact_radius;
  };
  const double along_x = sums[2].value(), along_y = sums[3].value();
  return {{"depth_l1", sums[0].value() / sums[1].value(), "1"},
          {"radius", radius(4, along_x + along_y), "1"},
          {"radius_along_x", radius(2, along_x), "1"},
          {"radius_along_y", radius(2, along_y), "1"}};
}

}  // namespace seafret
