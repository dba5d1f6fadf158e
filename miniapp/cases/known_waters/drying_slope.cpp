// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_waters/drying_slope.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "comms/base/reproducible_sum.hpp"
#include "decomposition/base/worse.hpp"

namespace seafret {
namespace {

constexpr int looks = 8;  // in a period

}  // namespace

DryingSlope::DryingSlope(const WaterOptions& options)
    : KnownWater(options),
      unit_(BeachWave::unit_of(slope(), options.period)),
      wave_(slope(), unit_, options.height),
      highest_(-options.depth),
      lowest_(options.depth) {
  wave_.insist_on_no_breaking();
  wave_.insist_on_columns(options.rectangle, options.extent, 0.3 * unit_);
}

double DryingSlope::depth(double x, double /*y*/) const { return -slope() * inland(x); }

double DryingSlope::eta(double x, double /*y*/) const { return wave_.at(inland(x), 0).eta; }

double DryingSlope::dye(double x, double /*y*/) const {
  return std::sin(2 * std::numbers::pi * inland(x) / (0.05 * unit_)) < 0 ? 0 : 1;
}

void DryingSlope::begin(const Domain& domain, const ShelfSea& sea) {
  heat_.emplace(sea, ShelfSea::temperature, domain.comm);
  salt_.emplace(sea, ShelfSea::salinity, domain.comm);
  dye_.emplace(sea, 2, domain.comm);
}

/// Between the middles of cells by a straight line.
double DryingSlope::edge(const Domain& domain, const ShelfSea& sea) const {
  const WaterColumns water = sea.water();
  double farthest = -options_.depth;
  for_each_point(sea.flow().sea().east_faces, sea.owned(), [&](int i, int j) {
    const double here = water.at(i, j).height, ahead = water.at(i + 1, j).height;
    if (here <= edge_depth() || ahead > edge_depth()) return;
    const double share = (here - edge_depth()) / (here - ahead);
    farthest = std::max(farthest, slope() * inland(x_of(i + 0.5 + share)));
  });
  return domain.comm.max(farthest);
}

double DryingSlope::exact_edge(double time) const {
  double wet = -0.3 * unit_, dry = 0.3 * unit_;
  for (int n = 0; n < 60; ++n) {
    const double middle = 0.5 * (wet + dry);
    (wave_.at(middle, time).eta - slope() * middle > edge_depth() ? wet : dry) = middle;
  }
  return slope() * wet;
}

double DryingSlope::error_of_eta(const Domain& domain, const ShelfSea& sea, double time) const {
  const FieldView<const double> eta = sea.water().eta;
  std::array<ReproducibleSum, 2> sums;  // of the error, and of the cells
  for_each_point(sea.flow().sea().wet_cells, sea.owned(), [&](int i, int j) {
    const double place = inland(x_of(i + 0.5));
    if (place < -0.3 * unit_) return;
    sums[0].add(std::abs(eta(i, j) - wave_.at(place, time).eta));
    sums[1].add(1);
  });
  ReproducibleSum::over_ranks(sums, domain.comm);
  return sums[0].value() / sums[1].value();
}

void DryingSlope::watch(const Domain& domain, const ShelfSea& sea, double time) {
  constexpr double rounding = 1e-9;
  if (looks_ == looks || time < (looks_ + 1 - rounding) * options_.period / looks) return;
  ++looks_;
  const double found = edge(domain, sea);
  highest_ = worse(highest_, found);
  lowest_ = lower(lowest_, found);
  worst_edge_ = worse(worst_edge_, std::abs(found - exact_edge(time)));
  worst_eta_ = worse(worst_eta_, error_of_eta(domain, sea, time));
}

std::vector<Measure> DryingSlope::measures(const Domain& domain, const ShelfSea& sea,
                                           double /*time*/) const {
  const Communicator& comm = domain.comm;
  std::vector<Measure> found{{"T_beyond", heat_->beyond(sea, comm), "K"},
                             {"S_beyond", salt_->beyond(sea, comm), "1"},
                             {"dye_beyond", dye_->beyond(sea, comm), "1"},
                             {"salt_lost", salt_->lost(sea, comm), "1"},
                             {"dye_lost", dye_->lost(sea, comm), "1"}};
  if (looks_ < looks) return found;
  found.push_back({"edge_error", worst_edge_ / options_.height, "1"});
  found.push_back({"eta_l1", worst_eta_ / options_.height, "1"});
  found.push_back({"run_up", highest_ / exact_edge(0.5 * options_.period), "1"});
  found.push_back({"run_down", lowest_ / exact_edge(options_.period), "1"});
  return found;
}

}  // namespace seafret
