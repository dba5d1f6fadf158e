// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_seas/stommel.hpp"

#include <cmath>
#include <numbers>

#include "comms/base/reproducible_sum.hpp"

namespace seafret {
namespace {

using std::numbers::pi;

/// f(x) = p e^(A x) + q e^(B x) - 1 and its derivative.
struct AcrossBasin {
  AcrossBasin(const SeaOptions& sea, double x) {
    const double alpha = sea.depth * sea.beta / sea.linear_drag,
                 wave = pi / sea.rectangle.length(1);
    const double root = std::sqrt(0.25 * alpha * alpha + wave * wave);
    const double a = -0.5 * alpha + root, b = -0.5 * alpha - root, length = sea.rectangle.length(0);
    const double p = (1 - std::exp(b * length)) / (std::exp(a * length) - std::exp(b * length));
    const double east = p * std::exp(a * x), west = (1 - p) * std::exp(b * x);
    value = east + west - 1;
    slope = a * east + b * west;
  }
  double value, slope;
};

}  // namespace

std::array<double, 2> Stommel::stress(double /*x*/, double y) const {
  return {-options_.stress * std::cos(pi * y / length(1)), 0};
}

KnownSea::State Stommel::exact(double x, double y) const {
  const double wave = pi / length(1);
  const double scale = options_.stress / (options_.linear_drag * wave);
  const AcrossBasin across(options_, x);
  return {.u = scale * wave * std::cos(wave * y) * across.value,
          .v = -scale * std::sin(wave * y) * across.slope};
}

std::vector<Measure> Stommel::measures(const Domain& domain, const DepthMeanFlow& flow,
                                       double /*time*/) const {
  std::array<ReproducibleSum, 5> sums;  // error and exact, of u and of v; the western current
  const FlowView<const double> now = flow.now();
  const Box owned = flow.owned();
  const double depth = options_.depth;
  for_each_point(flow.sea().east_faces, owned, [&](int i, int j) {
    const double right = exact(x_of(i + 1), y_of(j + 0.5)).u;
    sums[0].add(std::abs(now.u(i, j) / depth - right));
    sums[1].add(std::abs(right));
  });
  const int middle = options_.rectangle.points[1] / 2 - 1;
  for_each_point(flow.sea().north_faces, owned, [&](int i, int j) {
    const double right = exact(x_of(i + 0.5), y_of(j + 1)).v;
    sums[2].add(std::abs(now.v(i, j) / depth - right));
    sums[3].add(std::abs(right));
    if (j == middle && now.v(i, j) > 0)
      sums[4].add(now.v(i, j) / depth * options_.rectangle.spacing[0]);
  });
  ReproducibleSum::over_ranks(sums, domain.comm);
  return {{"u_l1", sums[0].value() / sums[1].value(), "1"},
          {"v_l1", sums[2].value() / sums[3].value(), "1"},
          {"western_current", sums[4].value(), "m2/s"}};
}

}  // namespace seafret
