// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/analysis/volume_budget.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace seafret {
VolumeBudget::VolumeBudget(const Basin& basin, const LocalSea& sea,
                           const std::vector<OpenCell>& prescribed, const Box& owned,
                           FieldView<const double> eta, std::span<const Inflow> inflow)
    : owned_(owned), from_outside_(inflow.begin(), inflow.end()) {
  for (Inflow& sum : from_outside_) sum.rate = 0;
  const std::vector<bool> is_free = free_cells(basin, prescribed);
  const auto free = [&](int i, int j) {
    return owned.contains(i, j) && is_free[basin.index(i, j)];
  };
  const SeaMetrics& m = sea.metrics;
  for (const OpenCell& c : prescribed) {
    const auto row = static_cast<std::size_t>(c.j);
    if (free(c.i - 1, c.j)) inlets_.push_back({c.i - 1, c.j, c.i - 1, c.j, true, -m.dy});
    if (free(c.i + 1, c.j)) inlets_.push_back({c.i + 1, c.j, c.i, c.j, true, m.dy});
    if (free(c.i, c.j - 1))
      inlets_.push_back({c.i, c.j - 1, c.i, c.j - 1, false, -m.dx_north[row - 1]});
    if (free(c.i, c.j + 1)) inlets_.push_back({c.i, c.j + 1, c.i, c.j, false, m.dx_north[row]});
  }
  std::ranges::sort(inlets_, {}, &Inlet::y);
  for_each_point(sea.free_cells, owned,
                 [&](int i, int j) { at_start_.add(m.area(j) * eta(i, j)); });
}

void VolumeBudget::add(const Box& where, FieldView<const double> u, FieldView<const double> v) {
  for (auto inlet = std::ranges::lower_bound(inlets_, where.y0, {}, &Inlet::y);
       inlet != inlets_.end() && inlet->y < where.y1; ++inlet)
    if (where.contains(inlet->x, inlet->y))
      inlet->sum += (inlet->eastern ? u : v)(inlet->i, inlet->j);
}

void VolumeBudget::add(std::span<const Inflow> inflow) {
  for (std::size_t n = 0; n < inflow.size(); ++n) from_outside_[n].rate += inflow[n].rate;
}

double VolumeBudget::imbalance(const LocalSea& sea, FieldView<const double> eta, double dt,
                               const Communicator& comm) const {
  std::array<ReproducibleSum, 3> sums{at_start_};
  ReproducibleSum &at_start = sums[0], &too_much = sums[1], &moved = sums[2];
  for_each_point(sea.free_cells, owned_, [&](int i, int j) {
    const double volume = sea.metrics.area(j) * eta(i, j);  // over the surface of rest, m3
    too_much.add(volume);
    moved.add(std::abs(volume));
  });
  for (const Inlet& inlet : inlets_) {
    too_much.add(-dt * inlet.length * inlet.sum);
    moved.add(std::abs(dt * inlet.length * inlet.sum));
  }
  for (const Inflow& sum : from_outside_) {
    if (!owned_.contains(sum.i, sum.j)) continue;  // a neighbour's
    too_much.add(-dt * sum.rate);
    moved.add(std::abs(dt * sum.rate));
  }
  ReproducibleSum::over_ranks(sums, comm);
  const double missing = std::abs(too_much.value() - at_start.value());
  return missing == 0 ? 0 : missing / std::max(missing, moved.value());
}

}  // namespace seafret
