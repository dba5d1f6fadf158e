// SPDX-License-Identifier: BSD-3-Clause
// The coastal case's tide beside the observed one.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "miniapp/cases/coastal.hpp"
#include "physics/ocean/tide.hpp"

namespace seafret {
namespace {

/// A gauge farther than this from the model's sea cannot be compared with it, km.
constexpr double farthest = 15;

struct Nearest {
  int i = 0, j = 0;
  double distance = farthest;  ///< km
};

/// The nearest cell whose surface is its own, of equally near ones the first; not near if there is
/// none.  Each rank looks among its own. Collective.
Nearest nearest_cell(const Basin& basin, const LocalSea& sea, const TideGauge& gauge,
                     const Domain& domain) {
  constexpr double degree = 111.2;  // km
  const double shrink = std::cos(gauge.latitude * std::numbers::pi / 180);
  Nearest mine;
  for_each_point(sea.free_cells, domain.owned(), [&](int i, int j) {
    const double east = (basin.longitude[static_cast<std::size_t>(i)] - gauge.longitude) * shrink;
    const double north = basin.latitude[static_cast<std::size_t>(j)] - gauge.latitude;
    const double distance = degree * std::hypot(east, north);
    if (distance < mine.distance) mine = {i, j, distance};
  });
  const auto [distance, cell] = domain.comm.least(mine.distance, mine.j * basin.grid.nx + mine.i);
  return {cell % basin.grid.nx, cell / basin.grid.nx, distance};
}

/// What the owners of these cells find there, on every rank. Collective.
std::vector<double> values_at(const std::vector<Nearest>& cells, FieldView<const double> field,
                              const Domain& domain) {
  std::vector<std::int64_t> bits;  // all others add nothing
  for (const Nearest& c : cells)
    bits.push_back(domain.owned().contains(c.i, c.j) ? std::bit_cast<std::int64_t>(field(c.i, c.j))
                                                     : 0);
  domain.comm.sum(bits);
  std::vector<double> values;
  for (const std::int64_t b : bits) values.push_back(std::bit_cast<double>(b));
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

std::vector<std::string> table(const std::vector<TideGauge>& gauges,
                               const std::vector<std::complex<double>>& model) {
  constexpr auto row = "{:<26}{:>15}{:>15}{:>9}";
  std::vector<std::string> lines = {
      fmt::format(row, "M2 tide of the last period", "observed", "model", "error")};
  std::vector<double> errors;
  for (std::size_t g = 0; g < gauges.size(); ++g) {
    errors.push_back(std::abs(model[g] - gauges[g].m2));
    lines.push_back(fmt::format(row, gauges[g].name, tide_text(gauges[g].m2), tide_text(model[g]),
                                fmt::format("{:.2f} m", errors.back())));
  }
  lines.push_back(
      fmt::format("median vector error at {} gauges: {:.2f} m", gauges.size(), median(errors)));
  return lines;
}

}  // namespace

std::vector<std::string> CoastalCase::remarks() {
  if (gauges_.empty()) return {};
  if (!analysis_)
    return {fmt::format(
        "the run is too short to compare its tide with gauges: that takes {} tides, {:.0f} s of "
        "model time",
        tides_before_analysis + 1, std::ceil((tides_before_analysis + 1) * m2_period))};
  std::vector<TideGauge> gauges;
  std::vector<Nearest> cells;
  for (const TideGauge& gauge : gauges_) {
    const Nearest nearest = nearest_cell(basin_, flow().sea(), gauge, *domain_);
    if (nearest.distance >= farthest) continue;
    gauges.push_back(gauge);
    cells.push_back(nearest);
  }
  if (gauges.empty()) return {"no gauge is near this sea"};
  const std::vector<double> amplitude = values_at(cells, analysis_->amplitude(), *domain_);
  const std::vector<double> phase = values_at(cells, analysis_->phase(), *domain_);
  std::vector<std::complex<double>> model;
  for (std::size_t g = 0; g < gauges.size(); ++g)
    model.push_back(tidal_constant(amplitude[g], phase[g]));
  return table(gauges, model);
}

}  // namespace seafret
