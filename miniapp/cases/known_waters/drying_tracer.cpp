// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_waters/drying_tracer.hpp"

#include <cmath>
#include <numbers>

namespace seafret {
namespace {

std::vector<bool> dry_cells(const ShelfSea& sea) {
  const WaterColumns water = sea.water();
  std::vector<bool> dry;
  for_each_point(sea.flow().sea().wet_cells, sea.owned(), [&](int i, int j) {
    dry.push_back(water.at(i, j).height <= sea.flow().rules().dry_depth);
  });
  return dry;
}

}  // namespace

using std::numbers::pi;

double DryingTracer::depth(double x, double y) const {
  const double bank = std::sin(3 * pi * x / length(0)) * std::cos(4 * pi * y / length(0));
  return options_.depth * (0.45 + 0.55 * bank);
}

void DryingTracer::begin(const Domain& domain, const ShelfSea& sea) {
  ConstantTracer::begin(domain, sea);
  dye_.emplace(sea, 2, domain.comm);
  dry_ = dry_cells(sea);
}

void DryingTracer::watch(const Domain& domain, const ShelfSea& sea, double time) {
  ConstantTracer::watch(domain, sea, time);
  std::vector<bool> now = dry_cells(sea);
  for (std::size_t n = 0; n < now.size(); ++n) {
    dried_ += now[n] && !dry_[n];
    flooded_ += !now[n] && dry_[n];
  }
  dry_ = std::move(now);
}

std::vector<Measure> DryingTracer::measures(const Domain& domain, const ShelfSea& sea,
                                            double /*time*/) const {
  const Communicator& comm = domain.comm;
  return {{"dye_uneven", dye_->beyond(sea, comm), "1"},
          {"heat_lost", heat_->lost(sea, comm), "1"},
          {"continuity", comm.max(continuity_->worst()), "1"},
          {"beyond", heat_->beyond(sea, comm), "K"},
          {"dried", static_cast<double>(comm.sum(dried_)), "1"},
          {"flooded", static_cast<double>(comm.sum(flooded_)), "1"}};
}

}  // namespace seafret
