// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

namespace seafret {

/// The lengths of the cells and the turning of the earth, which depend on the row alone.
struct SeaMetrics {
  double dy = 0;                 ///< m, from row to row
  std::vector<double> dx;        ///< m, width of a cell at the middle of its row
  std::vector<double> dx_north;  ///< m, the same at its north face
  std::vector<double> coriolis;  ///< s-1, at the middle of the row

  double area(int row) const { return dx[static_cast<std::size_t>(row)] * dy; }
};

/// Rows at these latitudes, evenly spaced, of cells as wide as `dlon`, all in degrees.
SeaMetrics on_sphere(const std::vector<double>& latitude, double dlon, double dlat);

}  // namespace seafret
