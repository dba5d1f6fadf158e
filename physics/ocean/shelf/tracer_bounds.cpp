// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/tracer_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "decomposition/base/worse.hpp"

namespace seafret {

TracerRange TracerRange::of(const ShelfSea& sea, int tracer, const Communicator& comm) {
  double least = std::numeric_limits<double>::max(), most = -least;
  for_each_point(sea.flow().sea().wet_cells, sea.owned(), [&](int i, int j) {
    const double* const values = sea.tracer(tracer).column(i, j);
    for (int k = 0; k < sea.levels().count(); ++k) {
      least = lower(least, values[k]);
      most = worse(most, values[k]);
    }
  });
  return {comm.min(least), comm.max(most)};
}

TracerBounds::TracerBounds(const ShelfSea& sea, const Communicator& comm) {
  for (int n = 0; n < sea.settings().tracers(); ++n)
    at_first_.push_back(TracerRange::of(sea, n, comm));
}

double TracerBounds::beyond(const ShelfSea& sea, const Communicator& comm) const {
  const bool heat_changes = sea.settings().changing_heat != nullptr;
  const double heat = sea.settings().heat_flux;
  double worst = 0;
  for (int n = 0; n < sea.settings().tracers(); ++n) {
    const TracerRange now = TracerRange::of(sea, n, comm);
    const auto [least, most] = at_first_[static_cast<std::size_t>(n)];
    const bool heated = n == ShelfSea::temperature;
    const double size = std::max({std::abs(least), std::abs(most), 1e-300});
    if (!heated || (!heat_changes && heat >= 0)) worst = worse(worst, (least - now.least) / size);
    if (!heated || (!heat_changes && heat <= 0)) worst = worse(worst, (now.most - most) / size);
  }
  return worst;
}

double TracerBounds::look(const ShelfSea& sea, const Communicator& comm) {
  return farthest_ = worse(farthest_, beyond(sea, comm));
}

/// Of a few operations in each step.
double TracerBounds::rounding(const ShelfSea& sea) {
  return 16 * std::numeric_limits<double>::epsilon() * static_cast<double>(sea.steps());
}

}  // namespace seafret
