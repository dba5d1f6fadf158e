// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_waters/continuity.hpp"

#include <cmath>
#include <utility>

#include "decomposition/base/worse.hpp"
#include "miniapp/cases/case.hpp"

namespace seafret {
namespace {

/// What the levels of a current carry together through a face, a metre of width, m2/s.
double carried(const SeaLevels& levels, const WaterColumn& water, const double* speed) {
  double sum = 0;
  for (int k = 0; k < levels.count(); ++k) sum += water.thickness(levels, k) * speed[k];
  return sum;
}

/// Out of a cell, m3/s.
double outflow(const ShelfSea& sea, int i, int j) {
  const WaterColumns water = sea.water();
  const SeaMetrics& metrics = sea.flow().sea().metrics;
  const auto east = [&](int at) {
    return metrics.dy * carried(sea.levels(), water.on_east(at, j), sea.u().column(at, j));
  };
  const auto north = [&](int at) {
    return metrics.dx_north[static_cast<std::size_t>(at)] *
           carried(sea.levels(), water.on_north(i, at), sea.v().column(i, at));
  };
  // South of the first row is a coast.
  return (east(i) - east(i - 1)) + (north(j) - (j > 0 ? north(j - 1) : 0));
}

}  // namespace

std::vector<double> Continuity::heights(const ShelfSea& sea) {
  const WaterColumns water = sea.water();
  std::vector<double> all;
  for_each_point(sea.flow().sea().wet_cells, sea.owned(),
                 [&](int i, int j) { all.push_back(water.at(i, j).height); });
  return all;
}

void Continuity::watch(const ShelfSea& sea) {
  const double dt = sea.flow().rules().dt * sea.settings().substeps;
  const std::vector<double> before = std::exchange(heights_, heights(sea));
  std::size_t n = 0;
  for_each_point(sea.flow().sea().wet_cells, sea.owned(), [&](int i, int j) {
    const double lost = dt * outflow(sea, i, j) / sea.flow().sea().metrics.area(j);
    worst_ = worse(worst_, std::abs(heights_[n] - (before[n] - lost)) / heights_[n]);
    ++n;
  });
}

}  // namespace seafret
