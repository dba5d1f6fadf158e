// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/thin_columns.hpp"

#include <algorithm>

namespace seafret {

ThinColumns::ThinColumns(const Box& owned, std::pmr::memory_resource* memory)
    : thin_(owned, shelf_halo, 1, memory) {
  thin_.view().fill(std::uint8_t{0});
}

std::size_t ThinColumns::room_for(const ShelfSettings& settings, const Box& owned) {
  return settings.may_be_thin() ? Arena::room_for({.halo = shelf_halo}, owned) : 0;
}

void ThinColumns::find(const DepthMeanFlow& flow, const WaterColumns& before) {
  const double thin = thin_depth(flow.rules().dry_depth);
  const FieldView<const double> eta = flow.now().eta, left = flow.may_give();
  const FieldView<std::uint8_t> mask = thin_.view();
  for_each_run(flow.sea().wet_cells, flow.owned(), [&](int j, int i0, int n) {
    std::int64_t held_back = 0;
    for (int i = i0; i < i0 + n; ++i) {
      const double had = before.at(i, j).height, has = before.depth(i, j) + eta(i, j);
      const bool shallow = std::min(had, has) < thin;
      mask(i, j) = shallow || left(i, j) < 0.25 * had;
      held_back += !shallow && left(i, j) == 0;
    }
    if (held_back == 0) return;
#pragma omp atomic  // threads share the rows
    held_back_ += held_back;
  });
}

}  // namespace seafret
