// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "decomposition/fields/field.hpp"

namespace seafret {

/// Where the levels of a sea lie; evenly, unless said otherwise.
struct SeaLevelOptions {
  int count = 1;
  double to_surface = 0;     ///< how much closer they are there: theta_s of Song and Haidvogel
  double to_bottom = 0;      ///< theirs theta_b, from 0 (not at all) to 1 (as much as above)
  double even_depth = 1e10;  ///< m, h_c: where the sea is shallower, the levels are nearly even
};

/// Terrain-following levels: of water h deep at rest a level's face lies at
///   z = eta + (h + eta) S(s),   S = (h_c s + h C(s))/(h_c + h),   s from -1 to 0 in even steps,
///   C(s) = (1 - theta_b) sinh(theta_s s)/sinh(theta_s)
///        + theta_b (tanh(theta_s (s + 1/2))/(2 tanh(theta_s/2)) - 1/2)
/// (Song and Haidvogel 1994, J. Comput. Phys. 115, 228-244; CF conventions,
/// ocean_s_coordinate_g2).
/// Level 0 is the lowest. As S = C + a (s - C), with a = h_c/(h_c + h), two numbers of a level and
/// one of a column say all: nothing of three dimensions is kept.
struct SeaLevels {
  explicit SeaLevels(const SeaLevelOptions& options);

  int count() const { return static_cast<int>(curved.size()); }
  /// a of water so deep at rest, m; of land that may be flooded as of a shore.
  double evenness(double depth) const { return even_depth / (even_depth + depth); }

  /// Thickness of a level as a share of the water, were there no h_c: C at its top less C at its
  /// bottom; and what that lacks to an even share.
  std::vector<double> curved, to_even;
  /// The same of the height of its middle: C there, and s - C.
  std::vector<double> middle, middle_to_even;
  double even_depth;
};

/// How high the water of a column stands, H = h + eta, and a H.
struct WaterColumn {
  double height = 0, even = 0;  ///< m

  /// Between two columns.
  friend WaterColumn mean(const WaterColumn& a, const WaterColumn& b) {
    return {0.5 * (a.height + b.height), 0.5 * (a.even + b.even)};
  }
  /// Of all levels, m.
  double thickness(const SeaLevels& levels, int k) const {
    const auto n = static_cast<std::size_t>(k);
    return height * levels.curved[n] + even * levels.to_even[n];
  }
  /// Height of a level's middle above that of the surface, m.
  double middle(const SeaLevels& levels, int k) const {
    const auto n = static_cast<std::size_t>(k);
    return height * levels.middle[n] + even * levels.middle_to_even[n];
  }
};

/// All water columns of a box: wherever they are asked for there must be a depth and a surface,
/// 0 on land.
struct WaterColumns {
  FieldView<const double> depth;     ///< h, m
  FieldView<const double> evenness;  ///< a
  FieldView<const double> eta;       ///< m

  WaterColumn at(int i, int j) const {
    const double height = depth(i, j) + eta(i, j);
    return {height, height * evenness(i, j)};
  }
  /// On the east face of cell (i, j), and on its north face.
  WaterColumn on_east(int i, int j) const { return mean(at(i, j), at(i + 1, j)); }
  WaterColumn on_north(int i, int j) const { return mean(at(i, j), at(i, j + 1)); }
};

}  // namespace seafret
