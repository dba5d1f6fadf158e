// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/sea_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "decomposition/base/error.hpp"
#include "miniapp/cases/rounded_down.hpp"
#include "physics/ocean/shelf/outflow.hpp"

namespace seafret {
namespace {

constexpr double usual_substeps = 20;

/// So much of the longest step of lateral viscosity alone is chosen: the flow feels what it does in
/// the levels a step late, which feeds waves whose period is two steps (docs/coastal.md).
constexpr double calm_share = 0.1;

}  // namespace

double steepest_edge(const Basin& basin, double level, double dry_depth) {
  if (dry_depth > 0) return edge_where_dry;
  double least = 1;
  const auto look = [&](int i, int j, int x, int y) {
    if (!basin.wet(i, j) || x >= basin.grid.nx || y >= basin.grid.ny || !basin.wet(x, y)) return;
    const double here = basin.depth_at(i, j) + level, there = basin.depth_at(x, y) + level;
    if (here > 0 && there > 0) least = std::min(least, 2 * std::min(here, there) / (here + there));
  };
  for (int j = 0; j < basin.grid.ny; ++j)
    for (int i = 0; i < basin.grid.nx; ++i) {
      look(i, j, i + 1, j);
      look(i, j, i, j + 1);
    }
  return std::max(1e-3, least);
}

double longest_carried(double dx, double dy, double edge) {
  return Outflow::most * std::min(dx, dy) * std::min(1 / fastest_coastal, edge / fastest_over_edge);
}

double longest_turned(const SeaMetrics& metrics) {
  double fastest = 0;
  for (const double f : metrics.coriolis) fastest = std::max(fastest, std::abs(f));
  return fastest > 0 ? 1 / fastest : std::numeric_limits<double>::infinity();
}

double SeaStep::usual() const {
  const double of_waves = (substeps > 0 ? static_cast<double>(substeps) : usual_substeps) * substep;
  return std::min({carried, turned, chosen * std::min(calm_share * evened, of_waves)});
}

int SeaStep::substeps_in(double dt) const {
  if (substeps > 0) return substeps;
  const double longest = chosen * substep, needed = std::ceil(dt / longest);
  if (needed > most_substeps)
    throw InputError(
        fmt::format("{:g} s would take {:g} substeps, and {} are the most; at most {:.4g} s can be",
                    dt, needed, most_substeps, rounded_down(most_substeps * longest, 4)));
  return std::max(1, static_cast<int>(needed));
}

double SeaStep::longest() const {
  return substeps > 0 ? substeps * substep : std::numeric_limits<double>::infinity();
}

void SeaStep::insist_on_rest(double dt) const {
  static_cast<void>(substeps_in(dt));
  if (dt > evened)
    throw InputError(
        fmt::format("{:g} s is too long for mixing.lateral_viscosity; at most {:.4g} s can be "
                    "stable",
                    dt, rounded_down(evened, 4)));
  // v is turned by the old u, then u by the new v: that is stable up to two radians.
  if (dt > 2 * turned)
    throw InputError(
        fmt::format("{:g} s is too long for the turning of the earth, {:.3g} 1/s; at most {:.4g} s "
                    "can be stable",
                    dt, 1 / turned, rounded_down(2 * turned, 4)));
}

std::string what_bounds_a_step(double viscosity) {
  return viscosity > 0 ? "waves and the viscosity" : "waves";
}

}  // namespace seafret
