// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_waters/watched_tracer.hpp"

#include "decomposition/base/worse.hpp"

namespace seafret {

WatchedTracer::WatchedTracer(const ShelfSea& sea, int tracer, const Communicator& comm)
    : tracer_(tracer), budget_(sea, tracer), at_first_(TracerRange::of(sea, tracer, comm)) {}

double WatchedTracer::beyond(const ShelfSea& sea, const Communicator& comm) const {
  const TracerRange now = TracerRange::of(sea, tracer_, comm);
  return worse(0, worse(at_first_.least - now.least, now.most - at_first_.most));
}

}  // namespace seafret
