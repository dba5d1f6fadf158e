// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/sea_levels.hpp"

#include <cmath>

namespace seafret {
namespace {

/// C(s) of Song and Haidvogel; s itself where nothing is stretched.
double curve(const SeaLevelOptions& options, double s) {
  const double theta = options.to_surface, share = options.to_bottom;
  if (theta == 0 || s == 0 || s == -1) return s;
  const double near_both = std::tanh(theta * (s + 0.5)) / (2 * std::tanh(0.5 * theta)) - 0.5;
  return (1 - share) * std::sinh(theta * s) / std::sinh(theta) + share * near_both;
}

}  // namespace

SeaLevels::SeaLevels(const SeaLevelOptions& options) : even_depth(options.even_depth) {
  double s = -1, c = -1;
  for (int k = 1; k <= options.count; ++k) {
    const double above = static_cast<double>(k - options.count) / options.count;
    const double c_above = curve(options, above);
    curved.push_back(c_above - c);
    to_even.push_back((above - s) - curved.back());
    middle.push_back(0.5 * (c + c_above));
    middle_to_even.push_back(0.5 * (s + above) - middle.back());
    s = above;
    c = c_above;
  }
}

}  // namespace seafret
