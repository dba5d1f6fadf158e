// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_waters/lock_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "comms/base/reproducible_sum.hpp"
#include "decomposition/base/worse.hpp"
#include "miniapp/case_file/file.hpp"

namespace seafret {

LockExchange::LockExchange(const WaterOptions& options) : KnownWater(options) {
  insist_on_halves(options.rectangle);
  constexpr double least = 1e-6;  // K
  if (options.step < least)
    throw KeyError("sea.step", fmt::format("is {:g} K: by less than {:g} K cold and warm water are "
                                           "not told apart",
                                           options.step, least));
}

/// Where, along the bottom of the southern row, half of the cold water's coldness is met for the
/// last time; between columns by a straight line. Nowhere if all is as cold or as warm.
std::optional<double> LockExchange::front(const Domain& domain, const ShelfSea& sea) const {
  const double half = options_.temperature + 0.5 * options_.step;
  std::int64_t last = 0;
  for_each_point(sea.flow().sea().wet_cells, sea.owned(), [&](int i, int j) {
    if (j == 0 && i + 1 < domain.grid().nx && sea.tracer(0)(i, j, 0) < half)
      last = std::max(last, std::int64_t{i});
  });
  last = domain.comm.max(last);
  std::array<ReproducibleSum, 2> beside;  // the temperatures there and beyond, which one rank has
  for (const int beyond : {0, 1})
    if (const int i = static_cast<int>(last) + beyond; sea.owned().contains(i, 0))
      beside[static_cast<std::size_t>(beyond)].add(sea.tracer(0)(i, 0, 0));
  ReproducibleSum::over_ranks(beside, domain.comm);
  const double here = beside[0].value(), ahead = beside[1].value();
  if (here >= half || ahead < half) return {};
  return x_of(static_cast<double>(last) + 0.5 + (half - here) / (ahead - here));
}

double LockExchange::mixed(const Domain& domain, const ShelfSea& sea) const {
  struct Water {
    double warmth, volume;
  };
  const Grid& grid = domain.grid();
  const int levels = sea.levels().count();
  std::vector<double> all(static_cast<std::size_t>(2 * grid.box().area() * levels));
  const WaterColumns water = sea.water();
  for_each_point(sea.flow().sea().wet_cells, sea.owned(), [&](int i, int j) {
    auto at = all.begin() + 2 * (std::ptrdiff_t{j} * grid.nx + i) * levels;
    for (int k = 0; k < levels; ++k) {
      *at++ = (sea.tracer(0)(i, j, k) - options_.temperature) / options_.step;
      *at++ = water.at(i, j).thickness(sea.levels(), k);
    }
  });
  domain.comm.join(all);
  std::vector<Water> sorted;
  for (auto at = all.begin(); at != all.end(); at += 2) sorted.push_back({at[0], at[1]});
  std::ranges::stable_sort(sorted, {}, &Water::warmth);
  double below = 0, raised = 0;
  for (const auto& [warmth, volume] : sorted) {
    raised += volume * warmth * (below + 0.5 * volume);
    below += volume;
  }
  return 3 - 8 * raised / (below * below);  // of two halves 3/8 as they were, and 1/4 when mixed
}

void LockExchange::watch(const Domain& domain, const ShelfSea& sea, double time) {
  if (sea.steps() % 10 == 0) {
    const double now = mixed(domain, sea);
    unmixed_ = worse(unmixed_, most_mixed_ - now);
    most_mixed_ = worse(most_mixed_, now);
  }
  constexpr double five_hours = 18000;
  if (noted_at_ > 0 || time < five_hours) return;
  noted_ = front(domain, sea);
  noted_at_ = time;
}

std::vector<Measure> LockExchange::measures(const Domain& domain, const ShelfSea& sea,
                                            double time) const {
  const double now = mixed(domain, sea);
  std::vector<Measure> found{{"beyond", heat_->beyond(sea, domain.comm), "K"},
                             {"heat_lost", heat_->lost(sea, domain.comm), "1"},
                             {"mixed", now, "1"},
                             {"unmixed", worse(unmixed_, most_mixed_ - now), "1"}};
  const std::optional<double> reached = front(domain, sea);
  if (noted_ && reached && time > noted_at_)
    found.push_back({"front_speed", (*reached - *noted_) / (time - noted_at_), "m/s"});
  return found;
}

}  // namespace seafret
