// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/outflow.hpp"

#include <algorithm>

namespace seafret {

Outflow largest_outflow(const Current& current, const WetRuns& wet, const Box& where) {
  const FieldView<const double> u = current.u, v = current.v;
  Outflow largest;
  for_each_point(wet, where, [&](int i, int j) {
    if (current.thin(i, j)) return;
    const double dx = current.metrics.dx[static_cast<std::size_t>(j)], dy = current.metrics.dy;
    for (int k = 0; k < current.levels.count(); ++k) {
      const double along_x = std::max(0., u(i, j, k)) + std::max(0., -u(i - 1, j, k)),
                   along_y = std::max(0., v(i, j, k)) + std::max(0., -v(i, j - 1, k));
      const double share = current.dt * (along_x / dx + along_y / dy);
      if (share > largest.share) largest = {share, i, j, k};
    }
  });
  return largest;
}

}  // namespace seafret
