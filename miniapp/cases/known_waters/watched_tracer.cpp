// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_waters/watched_tracer.hpp"

#include <algorithm>
#include <limits>

namespace seafret {

WatchedTracer::WatchedTracer(const ShelfSea& sea, int tracer, const Communicator& comm)
    : tracer_(tracer), budget_(sea, tracer), at_first_(range(sea, comm)) {}

WatchedTracer::Range WatchedTracer::range(const ShelfSea& sea, const Communicator& comm) const {
  double least = std::numeric_limits<double>::max(), most = -least;
  for_each_point(sea.flow().sea().wet_cells, sea.owned(), [&](int i, int j) {
    for (int k = 0; k < sea.levels().count(); ++k) {
      least = std::min(least, sea.tracer(tracer_)(i, j, k));
      most = std::max(most, sea.tracer(tracer_)(i, j, k));
    }
  });
  return {-comm.max(-least), comm.max(most)};
}

double WatchedTracer::beyond(const ShelfSea& sea, const Communicator& comm) const {
  const Range now = range(sea, comm);
  return std::max({0., at_first_.least - now.least, now.most - at_first_.most});
}

}  // namespace seafret
