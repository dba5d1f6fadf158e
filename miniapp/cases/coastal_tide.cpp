// SPDX-License-Identifier: BSD-3-Clause
// What drives a coastal sea, what a run of it has found, and its tide beside what is known of it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/coastal.hpp"
#include "miniapp/cases/sea_checks.hpp"

namespace seafret {

void CoastalCase::load_tide(const std::filesystem::path& folder, const Communicator& comm) {
  if (!config_.constituents.empty())
    blaming("tide.constituents", [&] {
      config_.flow.tide.more = read_tidal_forcings(folder / config_.constituents, comm);
    });
  for (const TidalForcing& forcing : config_.flow.tide.forcings())
    constituents_.push_back(forcing.constituent);
  if (std::ranges::count(constituents_, m2) > 1)
    throw KeyError("tide.constituents", "has M2, which tide.amplitude has too");
  if (!config_.gauges.empty())
    blaming("tide.gauges", [&] {
      gauges_ = read_gauges(folder / config_.gauges, comm);
      insist_on_near(gauges_, basin_, free_cells(basin_, prescribed()));
    });
  if (!config_.amphidromes.empty())
    blaming("tide.amphidromes",
            [&] { known_amphidromes_ = read_amphidromes(folder / config_.amphidromes, comm); });
}

std::vector<Measure> CoastalCase::flow_measures() {
  const DepthMeanFlow& flow = this->flow();
  std::int64_t dry = 0;
  for_each_point(flow.sea().wet_cells, flow.owned(), [&](int i, int j) {
    dry += basin_.depth_at(i, j) + flow.now().eta(i, j) <= config_.flow.dry_depth;
  });
  return {{"largest_current", extremes_so_far().fastest.value, "m/s"},
          {"dry_cells", static_cast<double>(domain_->comm.sum(dry)), "1"}};
}

std::vector<Check> CoastalCase::checks() {
  const auto& [fastest, shallowest] = extremes_so_far();
  std::vector<Check> all = {
      balance_check("volume", budget_->imbalance(flow().sea(), flow().now().eta, flow().rules().dt,
                                                 domain_->comm)),
      {"largest current, m/s", fastest.value, current_limit, fastest.value <= current_limit},
      depth_check(shallowest.value, config_.flow.dry_depth)};
  if (salt_) all.push_back(balance_check("salt", salt_->imbalance(*shelf_, domain_->comm)));
  for (std::size_t n = 0; n < dyes_.size(); ++n)
    all.push_back(
        balance_check(fmt::format("dye_{}", n + 1), dyes_[n].imbalance(*shelf_, domain_->comm)));
  if (const auto& tide = compared_tide(); tide && !tide->gauges.empty()) {
    const double error = tide->gauges.median_error();
    all.push_back({"median vector error at gauges, m", error, config_.largest_error,
                   error <= config_.largest_error});
  }
  return all;
}

std::optional<std::size_t> CoastalCase::constituent(const Constituent& wanted) const {
  const auto found = std::ranges::find(constituents_, wanted);
  if (found == constituents_.end()) return {};
  return static_cast<std::size_t>(found - constituents_.begin());
}

const std::optional<CoastalCase::ComparedTide>& CoastalCase::compared_tide() {
  const auto n = constituent(m2);
  if (compared_ || !analysis_ || !n) return compared_;
  const ModelTide tide{analysis_->amplitude(*n), analysis_->phase(*n), basin_, metrics_, *domain_};
  compared_ = {{gauges_, tide, flow().sea()}, {known_amphidromes_, tide}};
  return compared_;
}

std::vector<std::string> CoastalCase::remarks() {
  if (gauges_.empty() && known_amphidromes_.empty()) return {};
  if (!constituent(m2)) return {"there is no M2 tide to be compared with what is known of it"};
  const auto& tide = compared_tide();
  if (!tide)
    return {fmt::format(
        "the run is too short to compare its tide with gauges: that takes {} tides, {:.0f} s of "
        "model time",
        tides_before_analysis + analysed_tides(),
        std::ceil(static_cast<double>(tides_before_analysis + analysed_tides()) * m2_period))};
  std::vector<std::string> lines = tide->amphidromes.remarks();
  std::ranges::copy(tide->gauges.remarks(), std::back_inserter(lines));
  return lines;
}

std::vector<Measure> CoastalCase::measures() {
  std::vector<Measure> all = flow_measures();
  if (const auto& tide = compared_tide())
    for (const std::vector<Measure>& more : {tide->amphidromes.measures(), tide->gauges.measures()})
      all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace seafret
