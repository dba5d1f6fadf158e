// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/level_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "decomposition/base/error.hpp"

namespace seafret {
namespace {

constexpr int most_substeps = 1000;

}  // namespace

void describe_levels(Keys& keys, SeaLevelOptions& levels, int least) {
  keys.value("levels", levels.count,
             least > 0 ? "of the water, following the bottom"
                       : "of the water, following the bottom; 0: its depth mean alone",
             {.low = static_cast<double>(least), .high = 1000});
  keys.block("stretching", "How the levels differ in thickness (Song and Haidvogel 1994).", [&] {
    keys.value("to_surface", levels.to_surface,
               "how much closer they lie towards the surface: theta_s; 0: nowhere, all are alike",
               {.low = 0, .high = 20});
    keys.value("to_bottom", levels.to_bottom, "and towards the bottom: theta_b",
               {.low = 0, .high = 1});
    keys.value("even_depth", levels.even_depth, "where the sea is less deep they are nearly alike",
               {.unit = "m", .above = 0});
  });
}

int substeps_within(double dt, double longest) {
  const double needed = std::ceil(dt / longest);
  constexpr double less = 0.9995;  // not to be rounded to more than may be
  if (needed > most_substeps)
    throw InputError(
        fmt::format("{:g} s would take {:g} substeps, and {} are the most; at most {:.4g} s can be",
                    dt, needed, most_substeps, less * most_substeps * longest));
  return std::max(1, static_cast<int>(needed));
}

std::string what_bounds_a_step(double viscosity) {
  return viscosity > 0 ? "waves and the viscosity" : "waves";
}

void insist_on_evened(double dt, double longest) {
  if (dt > longest)
    throw InputError(
        fmt::format("{:g} s is too long for mixing.lateral_viscosity; at most {:.4g} s can be "
                    "stable",
                    dt, longest));
}

void describe_substeps(Keys& keys, int& substeps) {
  keys.value(
      "substeps", substeps,
      "of the depth-mean flow in a step; 0: of a sea with levels as many as are needed, or 20 "
      "if `dt` is 0 too, and one of a sea without",
      {.low = 0, .high = most_substeps});
}

}  // namespace seafret
