// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_waters/internal_seiche.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "comms/base/reproducible_sum.hpp"
#include "miniapp/cases/columns.hpp"

namespace seafret {

using std::numbers::pi;

InternalSeiche::InternalSeiche(const WaterOptions& options) : KnownWater(options) {
  insist_on_columns(options.rectangle.points, {2, 1}, "its layers sway along x");
}

double InternalSeiche::temperature(double x, double /*y*/, double z) const {
  const double up =
      options_.height * std::cos(pi * x / length(0)) * std::sin(-pi * z / options_.depth);
  return options_.temperature + options_.warmer_upwards * (z - up);
}

/// How much warmer the last column is than the first, at half depth: of all rows together.
double InternalSeiche::slope(const Domain& domain, const ShelfSea& sea) const {
  const int last = domain.grid().nx - 1, middle = sea.levels().count() / 2;
  std::array<ReproducibleSum, 1> sum;
  for_each_point(sea.flow().sea().wet_cells, sea.owned(), [&](int i, int j) {
    if (i == 0) sum[0].add(-sea.tracer(0)(i, j, middle));
    if (i == last) sum[0].add(sea.tracer(0)(i, j, middle));
  });
  ReproducibleSum::over_ranks(sum, domain.comm);
  return std::copysign(1., options_.height) * sum[0].value();
}

void InternalSeiche::watch(const Domain& domain, const ShelfSea& sea, double time) {
  if (quarter_ > 0 || before_ <= 0) return;
  const double now = slope(domain, sea);
  if (now <= 0) quarter_ = before_time_ + (time - before_time_) * before_ / (before_ - now);
  before_ = now;
  before_time_ = time;
}

std::vector<Measure> InternalSeiche::measures(const Domain& /*domain*/, const ShelfSea& /*sea*/,
                                              double /*time*/) const {
  if (quarter_ == 0) return {};
  return {{"period", 4 * quarter_, "s"}};
}

}  // namespace seafret
