// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_seas/beach.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "comms/base/reproducible_sum.hpp"

namespace seafret {
namespace {

/// A standing wave in its own units.
struct StandingWave {
  double amplitude;

  struct Point {
    double x, eta, v;
  };
  /// Where the wave is at s at time t: q = 2 (t + v) closes on itself as long as it does not break.
  Point at(double s, double t) const {
    const double first = s > 1e-8 ? std::cyl_bessel_j(1., s) / s : 0.5;
    double q = 2 * t;
    for (int n = 0; n < 200; ++n) q = 2 * (t - amplitude * first * std::cos(q));
    const double v = -amplitude * first * std::cos(q);
    const double eta = -0.25 * amplitude * std::cyl_bessel_j(0., s) * std::sin(q) - 0.5 * v * v;
    return {eta - s * s / 16, eta, v};
  }
  /// The place x, or the shore where that is not so far inland.
  Point at_place(double x, double t) const {
    double low = 0, high = 4 * std::sqrt(std::max(0., 1 - x)) + 4;
    for (int n = 0; n < 60; ++n) {
      const double middle = 0.5 * (low + high);
      (at(middle, t).x > x ? low : high) = middle;
    }
    return at(low, t);
  }
};

}  // namespace

double Beach::depth(double x, double /*y*/) const { return options_.depth - slope() * x; }

KnownSea::State Beach::at(double x, double /*y*/, double time) const {
  const double rise = slope() * unit(), first = 0.25 * std::numbers::pi;
  const StandingWave wave{4 * options_.height / rise};
  const StandingWave::Point shore =
      wave.at(0, first + time / std::sqrt(unit() / (slope() * gravity)));
  const double place = (x - options_.extent) / unit();
  if (place >= shore.x) return {slope() * (x - options_.extent), 0, 0};
  const StandingWave::Point point =
      wave.at_place(place, first + time / std::sqrt(unit() / (slope() * gravity)));
  return {point.eta * rise, point.v * std::sqrt(gravity * rise), 0};
}

std::vector<Measure> Beach::measures(const Domain& domain, const DepthMeanFlow& flow,
                                     double time) const {
  const FieldView<const double> eta = flow.now().eta;
  std::array<ReproducibleSum, 2> sums;  // of the error, and of the cells
  double highest = -options_.depth;
  for_each_point(flow.sea().wet_cells, flow.owned(), [&](int i, int j) {
    const double x = x_of(i + 0.5), y = y_of(j + 0.5);
    if (depth(x, y) + eta(i, j) > 10 * options_.dry_depth) highest = std::max(highest, eta(i, j));
    if (x < 2. / 3 * options_.extent) return;
    sums[0].add(std::abs(eta(i, j) - at(x, y, time).eta));
    sums[1].add(1);
  });
  ReproducibleSum::over_ranks(sums, domain.comm);
  return {{"run_up", domain.comm.max(highest) / options_.height, "1"},
          {"eta_l1", sums[0].value() / (sums[1].value() * options_.height), "1"}};
}

}  // namespace seafret
