// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_seas/stommel.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "comms/base/reproducible_sum.hpp"
#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/columns.hpp"

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
    // Over e^(A Lx), which may be more than a number holds.
    const double share = std::expm1(b * length) / std::expm1((b - a) * length);
    const double east = share * std::exp(a * (x - length)),
                 west = (1 - share * std::exp(-a * length)) * std::exp(b * x);
    value = east + west - 1;
    slope = a * east + b * west;
  }
  double value, slope;
};

}  // namespace

Stommel::Stommel(const SeaOptions& options) : KnownSea(options) {
  const Rectangle& r = options.rectangle;
  insist_on_columns(r.points, {2, 2}, "its gyre turns along both");
  if (length(0) < 1e-3 * length(1))
    throw KeyError(
        "grid.points",
        fmt::format("make the sea {:g} m by {:g} m: this gyre takes at least a thousandth "
                    "as much along x as along y",
                    length(0), length(1)));
  const double least = 0.5 * r.spacing[0] * options.depth * std::abs(options.beta);
  if (options.linear_drag < least)
    throw KeyError(
        "sea.linear_drag",
        fmt::format("is {:g}: the western current, depth sea.beta over that, would be less "
                    "than half a column wide; at least {:.3g} m/s shows it",
                    options.linear_drag, least));
}

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
