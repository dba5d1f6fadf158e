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

/// Root mean square over a period: that of the length over the square root of two.
double root_mean_square(const std::vector<double>& lengths) {
  double sum = 0;
  for (const double length : lengths) sum += 0.5 * length * length;
  return std::sqrt(sum / static_cast<double>(lengths.size()));
}

}  // namespace

std::optional<std::size_t> CoastalCase::constituent(const Constituent& wanted) const {
  const auto found = std::ranges::find(constituents_, wanted);
  if (found == constituents_.end()) return {};
  return static_cast<std::size_t>(found - constituents_.begin());
}

std::vector<CoastalCase::ComparedGauge> CoastalCase::compared_gauges() {
  const auto n = constituent(m2);
  if (!analysis_ || !n) return {};
  std::vector<ComparedGauge> compared;
  std::vector<Nearest> cells;
  for (const TideGauge& gauge : gauges_) {
    const Nearest nearest = nearest_cell(basin_, flow().sea(), gauge, *domain_);
    if (nearest.distance >= farthest) continue;
    compared.push_back({gauge, {}});
    cells.push_back(nearest);
  }
  const std::vector<double> amplitude = values_at(cells, analysis_->amplitude(*n), *domain_);
  const std::vector<double> phase = values_at(cells, analysis_->phase(*n), *domain_);
  for (std::size_t g = 0; g < compared.size(); ++g)
    compared[g].model = tidal_constant(amplitude[g], phase[g]);
  return compared;
}

CoastalCase::GaugeErrors CoastalCase::gauge_errors() {
  std::vector<double> errors;
  for (const ComparedGauge& compared : compared_gauges())
    errors.push_back(std::abs(compared.model - compared.gauge.m2));
  if (errors.empty()) return {};
  return {errors.size(), median(errors), root_mean_square(errors)};
}

std::vector<std::string> CoastalCase::gauge_remarks() {
  constexpr auto row = "{:<26}{:>15}{:>15}{:>9}";
  std::vector<std::string> lines = {
      fmt::format(row, "M2 tide of the last period", "observed", "model", "error")};
  for (const auto& [gauge, model] : compared_gauges())
    lines.push_back(fmt::format(row, gauge.name, tide_text(gauge.m2), tide_text(model),
                                fmt::format("{:.2f} m", std::abs(model - gauge.m2))));
  const GaugeErrors errors = gauge_errors();
  if (errors.gauges == 0) return {"no gauge is near this sea"};
  lines.push_back(
      fmt::format("median vector error at {} gauges: {:.2f} m", errors.gauges, errors.median));
  return lines;
}

std::vector<std::string> CoastalCase::remarks() {
  if (gauges_.empty() && known_amphidromes_.empty()) return {};
  if (!constituent(m2)) return {"there is no M2 tide to be compared with what is known of it"};
  if (!analysis_)
    return {fmt::format(
        "the run is too short to compare its tide with gauges: that takes {} tides, {:.0f} s of "
        "model time",
        tides_before_analysis + analysed_tides(),
        std::ceil(static_cast<double>(tides_before_analysis + analysed_tides()) * m2_period))};
  std::vector<std::string> lines = amphidrome_remarks();
  if (gauges_.empty()) return lines;
  for (const std::string& line : gauge_remarks()) lines.push_back(line);
  return lines;
}

std::vector<Measure> CoastalCase::measures() {
  std::vector<Measure> all = flow_measures();
  if (!analysis_ || !constituent(m2)) return all;
  for (Measure& measure : amphidrome_measures()) all.push_back(std::move(measure));
  if (const GaugeErrors errors = gauge_errors(); errors.gauges > 0) {
    all.push_back({"gauge_error_median", errors.median, "m"});
    all.push_back({"gauge_error_rms", errors.root_mean_square, "m"});
  }
  return all;
}

}  // namespace seafret
