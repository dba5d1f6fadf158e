// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/flow_extremes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace seafret {

FlowExtremes flow_extremes(DepthMeanFlow& flow, const Basin& basin, const Communicator& comm) {
  flow.refresh_halos();
  const FlowView<const double> now = flow.now();
  const SeaPatch& sea = flow.sea();
  FlowExtremes mine{0, std::numeric_limits<double>::infinity()};
  for_each_point(sea.east_faces, flow.owned(), [&](int i, int j) {
    const double h = sea.east.depth.view()(i, j) + 0.5 * (now.eta(i, j) + now.eta(i + 1, j));
    mine.fastest = std::max(mine.fastest, std::abs(now.u(i, j)) / h);
  });
  for_each_point(sea.north_faces, flow.owned(), [&](int i, int j) {
    const double h = sea.north.depth.view()(i, j) + 0.5 * (now.eta(i, j) + now.eta(i, j + 1));
    mine.fastest = std::max(mine.fastest, std::abs(now.v(i, j)) / h);
  });
  for_each_point(sea.wet_cells, flow.owned(), [&](int i, int j) {
    mine.shallowest = std::min(mine.shallowest, basin.depth_at(i, j) + now.eta(i, j));
  });
  return {comm.max(mine.fastest), comm.min(mine.shallowest)};
}

}  // namespace seafret
