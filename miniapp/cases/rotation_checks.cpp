// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>

#include "comms/base/reproducible_sum.hpp"
#include "decomposition/base/worse.hpp"
#include "miniapp/cases/rotation.hpp"

namespace seafret {
namespace {

enum ErrorSum { absolute_sum, square_sum, first_sum, error_sums };

/// A column of a shape against what it was at the start.
struct ColumnErrors {
  double absolute = 0, squares = 0, first = 0, largest = 0;

  void add(double now, double was) {
    const double off = now - was;
    absolute += std::abs(off);
    squares += off * off;
    first += std::abs(was);
    largest = worse(largest, std::abs(off));
  }
};

double range_rounding(std::int64_t steps) {
  return 8 * std::numeric_limits<double>::epsilon() * static_cast<double>(steps);
}

}  // namespace

std::vector<Check> RotationCase::checks() {
  const auto after = masses(*domain_, config_.levels(), model_->scalars());
  const auto reached = ranges(*domain_, model_->scalars());
  // What is carried is counted without its sign, or nothing would be left to compare with where
  // the shapes outweigh a background below zero.
  const double air = config_.top * static_cast<double>(grid().box().area());
  double change = 0, beyond = 0;
  for (std::size_t s = 0; s < after.size(); ++s) {
    const Range& first = first_ranges_[s];
    const double size = std::max({std::abs(first.low), std::abs(first.high), 1e-300});
    const double carried = first_masses_[s] - 2 * std::min(0.0, config_.background) * air;
    change = worse(change, std::abs(after[s] - first_masses_[s]) / std::max(carried, 1e-300));
    beyond = worse(beyond, worse(reached[s].high - first.high, first.low - reached[s].low) / size);
  }
  std::vector<Check> all{{"change of mass of the scalars, share", change, 1e-13, change <= 1e-13}};
  const double promised = advection_schemes().at(config_.advection).promises.monotone_outflow;
  if (courant().number > promised * (1 + 1e-12)) return all;
  const double limit = range_rounding(steps_);
  all.push_back({"new extrema of the scalars, share", beyond, limit, beyond <= limit});
  return all;
}

std::vector<Measure> RotationCase::measures() {
  const auto reached = ranges(*domain_, model_->scalars());
  std::vector<Measure> found;
  for (std::size_t s = 0; s < reached.size(); ++s) {
    found.push_back({config_.shapes[s] + "_min", reached[s].low, "1"});
    found.push_back({config_.shapes[s] + "_max", reached[s].high, "1"});
    // In between it is somewhere else than it was.
    const double whole = std::round(turns());
    if (whole >= 1 && std::abs(turns() - whole) < 0.01) measure_errors(s, found);
  }
  return found;
}

void RotationCase::measure_errors(std::size_t shape, std::vector<Measure>& found) const {
  const FieldView<const double> now = model_->scalars()[shape];
  const CarriedSetup first = setup(0);
  std::array<ReproducibleSum, error_sums> sums;
  double largest = 0;
  const Box owned = domain_->owned();
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0; i < owned.x1; ++i) {
      ColumnErrors column;
      for (int k = 0; k < now.levels; ++k) column.add(now(i, j, k), first.first[shape](i, j, k));
      sums[absolute_sum].add(column.absolute);
      sums[square_sum].add(column.squares);
      sums[first_sum].add(column.first);
      largest = worse(largest, column.largest);
    }
  ReproducibleSum::over_ranks(sums, domain_->comm);
  const double count = static_cast<double>(cells());
  const std::string name = config_.shapes[shape];
  found.push_back({name + "_l1", sums[absolute_sum].value() / sums[first_sum].value(), "1"});
  found.push_back({name + "_l1_per_s", sums[absolute_sum].value() / count / time(), "1/s"});
  found.push_back(
      {name + "_l2_per_s", std::sqrt(sums[square_sum].value() / count) / time(), "1/s"});
  found.push_back({name + "_linf", domain_->comm.max(largest), "1"});
}

}  // namespace seafret
