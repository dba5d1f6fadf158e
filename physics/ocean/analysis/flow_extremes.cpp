// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/analysis/flow_extremes.hpp"

#include <cmath>
#include <utility>

namespace seafret {
namespace {

Extreme negative(const Extreme& e) { return {-e.value, e.i, e.j}; }

/// This rank's, with its halos up to date.
FlowExtremes extremes_here(const DepthMeanFlow& flow, const Basin& basin) {
  const FlowView<const double> now = flow.now();
  const LocalSea& sea = flow.sea();
  FlowExtremes mine;
  const auto note_current = [&](int i, int j, double transport, double height) {
    if (transport == 0) return;  // there may be no water
    const double current = std::abs(transport) / height;
    const bool comes_first = std::pair(j, i) < std::pair(mine.fastest.j, mine.fastest.i);
    if (current > mine.fastest.value || (current == mine.fastest.value && comes_first))
      mine.fastest = {current, i, j};
  };
  for_each_point(sea.east_faces, flow.owned(), [&](int i, int j) {
    const double rise = 0.5 * (now.eta(i, j) + now.eta(i + 1, j));
    note_current(i, j, now.u(i, j), sea.east.depth.view()(i, j) + rise);
  });
  for_each_point(sea.north_faces, flow.owned(), [&](int i, int j) {
    const double rise = 0.5 * (now.eta(i, j) + now.eta(i, j + 1));
    note_current(i, j, now.v(i, j), sea.north.depth.view()(i, j) + rise);
  });
  for_each_point(sea.wet_cells, flow.owned(), [&](int i, int j) {
    if (const double depth = basin.depth_at(i, j) + now.eta(i, j); depth < mine.shallowest.value)
      mine.shallowest = {depth, i, j};
  });
  return mine;
}

}  // namespace

Extreme largest(const Extreme& mine, const Grid& grid, const Communicator& comm) {
  const double value = comm.max(mine.value);
  const std::int64_t cell = static_cast<std::int64_t>(mine.j) * grid.nx + mine.i;
  const std::int64_t first =
      -comm.max(mine.value == value ? -cell : std::numeric_limits<std::int64_t>::min() + 1);
  return {value, static_cast<int>(first % grid.nx), static_cast<int>(first / grid.nx)};
}

FlowExtremes flow_extremes(DepthMeanFlow& flow, const Basin& basin, const Communicator& comm) {
  flow.refresh_halos();
  const FlowExtremes mine = extremes_here(flow, basin);
  return {largest(mine.fastest, basin.grid, comm),
          negative(largest(negative(mine.shallowest), basin.grid, comm))};
}

FlowExtremes worse(const FlowExtremes& before, const FlowExtremes& now) {
  return {larger(before.fastest, now.fastest),
          now.shallowest.value < before.shallowest.value ? now.shallowest : before.shallowest};
}

}  // namespace seafret
