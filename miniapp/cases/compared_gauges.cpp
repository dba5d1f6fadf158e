// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/compared_gauges.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "physics/ocean/analysis/amphidromes.hpp"

namespace seafret {
namespace {

/// A gauge farther than this from the model's sea cannot be compared with it, km.
constexpr double farthest = 15;

struct Nearest {
  int i = 0, j = 0;
  double distance = farthest;  ///< km
};

/// The nearest cell of sea at rest whose surface is its own, of equally near ones the first; not
/// near if there is none.  Each rank looks among its own. Collective.
Nearest nearest_cell(const ModelTide& tide, const LocalSea& sea, const TideGauge& gauge) {
  const Basin& basin = tide.basin;
  Nearest mine;
  for_each_point(sea.free_cells, tide.domain.owned(), [&](int i, int j) {
    if (basin.depth_at(i, j) + tide.level <= 0) return;  // it has no low water
    const double distance = kilometres_between(basin.longitude[static_cast<std::size_t>(i)],
                                               basin.latitude[static_cast<std::size_t>(j)],
                                               gauge.longitude, gauge.latitude);
    if (distance < mine.distance) mine = {i, j, distance};
  });
  const auto [distance, cell] =
      tide.domain.comm.least(mine.distance, mine.j * basin.grid.nx + mine.i);
  return {cell % basin.grid.nx, cell / basin.grid.nx, distance};
}

bool is_near(const TideGauge& gauge, const Basin& basin, const std::vector<bool>& free) {
  const auto distance = [&](double longitude, double latitude) {
    return kilometres_between(longitude, latitude, gauge.longitude, gauge.latitude);
  };
  for (int j = 0; j < basin.grid.ny; ++j) {
    const double latitude = basin.latitude[static_cast<std::size_t>(j)];
    if (distance(gauge.longitude, latitude) >= farthest) continue;
    for (int i = 0; i < basin.grid.nx; ++i)
      if (free[basin.index(i, j)] &&
          distance(basin.longitude[static_cast<std::size_t>(i)], latitude) < farthest)
        return true;
  }
  return false;
}

/// What the owners of these cells find there, on every rank. Collective.
std::vector<double> values_at(const std::vector<Nearest>& cells, FieldView<const double> field,
                              const Domain& domain) {
  std::vector<double> values;
  for (const Nearest& c : cells)
    values.push_back(domain.owned().contains(c.i, c.j) ? field(c.i, c.j) : 0);
  domain.comm.join(values);
  return values;
}

/// A tide as tables give it. The phase is rounded before it is wrapped: there is no 360.
std::string tide_text(std::complex<double> constant) {
  return fmt::format("{:.2f} m{:>4.0f} deg", std::abs(constant),
                     std::fmod(std::round(phase_lag(constant)), 360));
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return 0.5 * (values[n / 2] + values[(n - 1) / 2]);
}

/// Root mean square over a period: that of the length over the square root of two.
double root_mean_square(const std::vector<double>& lengths) {
  double sum = 0;
  for (const double length : lengths) sum += 0.5 * length * length;
  return std::sqrt(sum / static_cast<double>(lengths.size()));
}

}  // namespace

void insist_on_near(const std::vector<TideGauge>& gauges, const Basin& basin,
                    const std::vector<bool>& free) {
  if (std::ranges::none_of(gauges, [&](const auto& g) { return is_near(g, basin, free); }))
    throw InputError(
        fmt::format("none of its {} gauges is within {:g} km of the sea", gauges.size(), farthest));
}

ComparedGauges::ComparedGauges(const std::vector<TideGauge>& gauges, const ModelTide& tide,
                               const LocalSea& sea)
    : constituent_(tide.constituent) {
  std::vector<Nearest> cells;
  double size = 0, size_of_m2 = 0;
  for (const TideGauge& gauge : gauges) {
    const auto observed = gauge.observed.find(tide.constituent.name);
    if (observed == gauge.observed.end()) continue;
    const Nearest nearest = nearest_cell(tide, sea, gauge);
    if (nearest.distance >= farthest) {
      far_.push_back(gauge.name);
      continue;
    }
    gauges_.push_back({gauge.name, observed->second, {}});
    cells.push_back(nearest);
    size += std::abs(observed->second);
    size_of_m2 += std::abs(gauge.observed.at(m2.name));
  }
  const std::vector<double> amplitude = values_at(cells, tide.amplitude, tide.domain);
  const std::vector<double> phase = values_at(cells, tide.phase, tide.domain);
  std::vector<double> errors;
  for (std::size_t g = 0; g < gauges_.size(); ++g) {
    gauges_[g].model = tidal_constant(amplitude[g], phase[g]);
    errors.push_back(gauges_[g].error());
  }
  if (errors.empty()) return;
  if (size_of_m2 > 0) share_of_m2_ = size / size_of_m2;
  median_ = median(errors);
  root_mean_square_ = root_mean_square(errors);
}

std::vector<std::string> ComparedGauges::remarks() const {
  if (empty()) return {};
  constexpr auto row = "{:<26}{:>15}{:>15}{:>9}";
  std::vector<std::string> lines = {
      fmt::format(row, fmt::format("{} tide at the end", name()), "observed", "model", "error")};
  for (const Compared& gauge : gauges_)
    lines.push_back(fmt::format(row, gauge.name, tide_text(gauge.observed), tide_text(gauge.model),
                                fmt::format("{:.2f} m", gauge.error())));
  if (!far_.empty())
    lines.push_back(fmt::format("not within {:g} km of the sea, so left out: {}", farthest,
                                fmt::join(far_, ", ")));
  lines.push_back(
      fmt::format("median vector error at {} gauges: {:.2f} m", gauges_.size(), median_));
  return lines;
}

std::vector<Measure> ComparedGauges::measures() const {
  if (empty()) return {};
  const std::string of = constituent_ == m2 ? "" : fmt::format("_{}", name());
  return {{"gauge_error_median" + of, median_, "m"},
          {"gauge_error_rms" + of, root_mean_square_, "m"}};
}

}  // namespace seafret
