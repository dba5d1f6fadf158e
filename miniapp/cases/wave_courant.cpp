// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/wave_courant.hpp"

#include <cmath>

namespace seafret {

WaveCourant::WaveCourant(const Basin& basin, const SeaMetrics& metrics, const DepthMeanFlow& flow,
                         double evened)
    : evened_(evened) {
  rates_.reserve(static_cast<std::size_t>(count_wet(basin.grid, flow.owned())));
  for_each_point(flow.sea().wet_cells, flow.owned(),
                 [&](int i, int j) { rates_.push_back(wave_rate(basin, metrics, i, j)); });
}

Courant WaveCourant::number(const DepthMeanFlow& flow) const {
  const FieldView<const double> eta = flow.now().eta;
  double fastest = 0;
  Courant largest;
  auto rate = rates_.begin();
  for_each_point(flow.sea().wet_cells, flow.owned(), [&](int i, int j) {
    const double squared = (rate++)->squared_at(eta(i, j));
    if (squared <= fastest) return;
    fastest = squared;
    largest.i = i;
    largest.j = j;
  });
  largest.number = flow.rules().dt * (evened_ + std::hypot(evened_, std::sqrt(fastest)));
  return largest;
}

}  // namespace seafret
