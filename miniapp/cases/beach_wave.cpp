// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/beach_wave.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/last_place.hpp"
#include "physics/ocean/constants.hpp"

namespace seafret {
namespace {

/// In its own units.
struct StandingWave {
  double amplitude;

  struct Point {
    double x, eta, v;
  };
  /// Where the wave is at s at time t: q = 2 (t + v) closes on itself as long as it does not break.
  Point at(double s, double t) const {
    const double first = s > 1e-8 ? ::j1(s) / s : 0.5;
    double q = 2 * t;
    for (int n = 0; n < 200; ++n) q = 2 * (t - amplitude * first * std::cos(q));
    const double v = -amplitude * first * std::cos(q);
    const double eta = -0.25 * amplitude * ::j0(s) * std::sin(q) - 0.5 * v * v;
    return {eta - s * s / 16, eta, v};
  }
  /// The place x, or the shore where that is not so far inland.
  Point at_place(double x, double t) const {
    const double farthest = 4 * std::sqrt(std::max(0., 1 - x)) + 4;
    return at(last_place(0, farthest, [&](double s) { return at(s, t).x > x; }), t);
  }
};

}  // namespace

double BeachWave::unit_of(double slope, double period) {
  const double time = period / std::numbers::pi;
  return slope * gravity * time * time;
}

double BeachWave::amplitude() const { return 4 * height_ / (slope_ * unit_); }

void BeachWave::insist_on_no_breaking() const {
  if (amplitude() <= 0 || amplitude() > 1)
    throw KeyError("sea.height",
                   fmt::format("is {:g}: a wave on this beach runs up between 0 and {:.4g} m, a "
                               "higher one breaks",
                               height_, 0.25 * slope_ * unit_));
}

void BeachWave::insist_on_columns(const Rectangle& rectangle, double shore, double widest) const {
  const double highest = shore + height_ / slope_, end = rectangle.length(0);
  if (end < highest)
    throw KeyError(
        "grid.points",
        fmt::format("end {:.4g} m from the western wall, but the wave runs up to {:.4g} m", end,
                    highest));
  if (rectangle.spacing[0] > widest)
    throw KeyError("grid.spacing",
                   fmt::format("is {:g} m along x: of this wave at most {:.4g} m tell anything",
                               rectangle.spacing[0], widest));
}

BeachWave::State BeachWave::at(double inland, double time) const {
  const double rise = slope_ * unit_, first = 0.25 * std::numbers::pi;
  const StandingWave wave{amplitude()};
  const double moment = first + time / std::sqrt(unit_ / (slope_ * gravity));
  const double place = inland / unit_;
  if (place >= wave.at(0, moment).x) return {slope_ * inland, 0};
  const StandingWave::Point point = wave.at_place(place, moment);
  return {point.eta * rise, point.v * std::sqrt(gravity * rise)};
}

}  // namespace seafret
