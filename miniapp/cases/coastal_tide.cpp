// SPDX-License-Identifier: BSD-3-Clause
// What drives a coastal sea, what a run of it has found, and its tide beside what is known of it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/coastal.hpp"
#include "miniapp/cases/sea_checks.hpp"

namespace seafret {
namespace {

/// Whether it matters where along the open boundary the knots stand.
bool differs_along_boundary(const TidalForcing& forcing) {
  const auto differ = [](const std::vector<std::complex<double>>& knots) {
    return std::ranges::adjacent_find(knots, std::not_equal_to()) != knots.end();
  };
  return differ(forcing.elevation) || differ(forcing.transport);
}

bool brings_water(const TidalForcing& forcing) {
  const auto any = [](const std::vector<std::complex<double>>& knots) {
    return std::ranges::any_of(knots, [](const std::complex<double>& knot) { return knot != 0.; });
  };
  return any(forcing.elevation) || any(forcing.transport);
}

}  // namespace

/// With more than two a period no constituent looks like the mean; with eight none of the overtides
/// that friction makes of it, up to the sixth, looks like it.
void CoastalCase::refuse_too_few_samples() const {
  const Constituent& fastest = *std::ranges::max_element(constituents_, {}, &Constituent::speed);
  const double longest = longest_sample(fastest);
  if (dt_ > longest)
    throw KeyError("time.dt",
                   fmt::format("is refused: {:g} s is too long to tell what the tide is: {} wants "
                               "eight steps a period, of at most {:.0f} s",
                               dt_, fastest.name, std::floor(longest)));
}

void CoastalCase::refuse_what_comes_from_nowhere() const {
  if (!open_.empty()) return;
  constexpr auto nowhere = "must be 0 in a sea that is open nowhere (boundary)";
  if (config_.shelf.relaxation > 0) throw KeyError("boundary.relaxation", nowhere);
  if (config_.shelf.sponge.inflow_time > 0) throw KeyError("boundary.current_relaxation", nowhere);
  if (config_.shelf.sponge.width > 0) throw KeyError("boundary.sponge", nowhere);
  constexpr auto why = " in a sea that is open nowhere (boundary): no tide comes in";
  if (!config_.constituents.empty())
    throw KeyError("tide.constituents", std::string("must be empty") + why);
  if (std::ranges::any_of(config_.flow.tide.amplitude, [](double a) { return a != 0; }))
    throw KeyError("tide.amplitude", std::string("must be 0") + why);
}

void CoastalCase::refuse_centre_outside() const {
  const auto [longitude, latitude] = config_.flow.boundary.centre;
  const double west = basin_.longitude.front() - 0.5 * basin_.grid.dx,
               east = basin_.longitude.back() + 0.5 * basin_.grid.dx,
               south = basin_.latitude.front() - 0.5 * basin_.grid.dy,
               north = basin_.latitude.back() + 0.5 * basin_.grid.dy;
  const bool within =
      west <= longitude && longitude <= east && south <= latitude && latitude <= north;
  if (within || std::ranges::none_of(config_.flow.tide.forcings(), differs_along_boundary)) return;
  throw KeyError("boundary.centre",
                 fmt::format("must lie within the sea, longitude {:g} to {:g} and latitude {:g} to "
                             "{:g}, for the knots of the tide stand about it; it is [{:g}, {:g}]",
                             west, east, south, north, longitude, latitude));
}

void CoastalCase::load_tide(InputFolder& inputs, const Communicator& comm) {
  if (!config_.constituents.empty())
    blaming("tide.constituents", [&] {
      config_.flow.tide.more = read_tidal_forcings(inputs.file(config_.constituents), comm);
    });
  const bool flows = std::ranges::any_of(config_.flow.tide.more, [](const TidalForcing& forcing) {
    return !forcing.transport.empty();
  });
  if (flows && config_.flow.boundary.kind != BoundaryKind::flather)
    throw KeyError(
        "tide.constituents",
        "has transport_m2s, which counts with boundary.kind: flather alone: knots belong "
        "to one kind of boundary");
  if (!open_.empty())
    for (const TidalForcing& forcing : config_.flow.tide.forcings())
      if (brings_water(forcing)) constituents_.push_back(forcing.constituent);
  if (std::ranges::count(config_.flow.tide.forcings(), m2, &TidalForcing::constituent) > 1)
    throw KeyError("tide.constituents", "has M2, which tide.amplitude has too");
  refuse_what_comes_from_nowhere();
  refuse_centre_outside();
  if (!config_.gauges.empty())
    blaming("tide.gauges", [&] {
      gauges_ = read_gauges(inputs.file(config_.gauges), comm);
      insist_on_near(gauges_, basin_, free_cells(basin_, prescribed()));
    });
  if (!config_.amphidromes.empty())
    blaming("tide.amphidromes",
            [&] { known_amphidromes_ = read_amphidromes(inputs.file(config_.amphidromes), comm); });
}

std::vector<Measure> CoastalCase::flow_measures() {
  const DepthMeanFlow& flow = this->flow();
  std::int64_t dry = 0;
  for_each_point(flow.sea().wet_cells, flow.owned(), [&](int i, int j) {
    dry += basin_.depth_at(i, j) + flow.now().eta(i, j) <= config_.flow.dry_depth;
  });
  std::vector<Measure> found = {{"largest_current", extremes_so_far().fastest.value, "m/s"},
                                {"dry_cells", static_cast<double>(domain_->comm.sum(dry)), "1"}};
  if (volume_) found.push_back(volume_->change(flow, domain_->comm));
  return found;
}

std::vector<Check> CoastalCase::checks() {
  const auto& [fastest, shallowest] = extremes_so_far();
  std::vector<Check> all = {
      balance_check(
          "volume",
          budget_->imbalance(flow().sea(), flow().now().eta, flow().rules().dt, domain_->comm),
          steps()),
      {"largest current, m/s", fastest.value, fastest_coastal, fastest.value <= fastest_coastal},
      depth_check(shallowest.value, config_.flow.dry_depth)};
  if (shelf_)
    all.push_back({"largest outflow of a level in a step, share", most_outflow_, Outflow::most,
                   most_outflow_ <= Outflow::most});
  if (salt_)
    all.push_back(balance_check("salt", salt_->imbalance(*shelf_, domain_->comm), steps()));
  for (std::size_t n = 0; n < dyes_.size(); ++n)
    all.push_back(balance_check(fmt::format("dye_{}", n + 1),
                                dyes_[n].imbalance(*shelf_, domain_->comm), steps()));
  if (bounds_) all.push_back(bounds_check(*bounds_, *shelf_, domain_->comm));
  if (heated_) std::ranges::move(heated_->checks(*shelf_, domain_->comm), std::back_inserter(all));
  std::ranges::move(tide_checks(), std::back_inserter(all));
  return all;
}

/// Of a constituent smaller than M2 as much less may be wrong.
std::vector<Check> CoastalCase::tide_checks() {
  std::vector<Check> all;
  const auto& tide = compared_tide();
  if (!tide) return all;
  for (const ComparedGauges& gauges : tide->gauges) {
    const double error = gauges.median_error(),
                 limit = config_.largest_error * gauges.share_of_m2();
    all.push_back({fmt::format("median vector error of {} at gauges, m", gauges.name()), error,
                   limit, error <= limit});
  }
  if (!tide->amphidromes || known_amphidromes_.empty()) return all;
  const auto count = [&](std::string name, std::int64_t found, std::size_t most) {
    all.push_back({std::move(name), static_cast<double>(found), static_cast<double>(most),
                   found <= static_cast<std::int64_t>(most)});
  };
  count("published amphidromes that are missed", tide->amphidromes->missed(),
        known_amphidromes_.size() / 4);
  count("other amphidromes, where it is deep", tide->amphidromes->others(), 0);
  return all;
}

bool CoastalCase::is_driven_by(const Constituent& wanted) const {
  return std::ranges::find(constituents_, wanted) != constituents_.end();
}

const std::optional<CoastalCase::ComparedTide>& CoastalCase::compared_tide() {
  if (compared_ || !analysis_) return compared_;
  compared_.emplace();
  for (std::size_t n = 0; n < constituents_.size(); ++n) {
    const ModelTide tide{
        constituents_[n], analysis_->amplitude(n), analysis_->phase(n), basin_, metrics_,
        *domain_,         config_.flow.level};
    if (ComparedGauges gauges(gauges_, tide, flow().sea()); !gauges.empty())
      compared_->gauges.push_back(std::move(gauges));
    if (constituents_[n] == m2) compared_->amphidromes.emplace(known_amphidromes_, tide);
  }
  return compared_;
}

std::vector<std::string> CoastalCase::remarks_on_tide() {
  if (gauges_.empty() && known_amphidromes_.empty()) return {};
  if (constituents_.empty()) return {"no tide comes in that could be compared with what is known"};
  const auto& tide = compared_tide();
  if (!tide)
    return {fmt::format(
        "the run is too short to compare its tide with what is known: that takes {} tides, {} "
        "steps",
        tides_before_analysis + analysed_tides(), steps_to_analyse(dt_))};
  std::vector<std::string> lines;
  if (!is_driven_by(m2))
    lines.emplace_back("there is no M2 tide to be compared with what is known of it");
  const auto add = [&](const std::vector<std::string>& more) {
    std::ranges::copy(more, std::back_inserter(lines));
  };
  if (tide->amphidromes) add(tide->amphidromes->remarks());
  for (const ComparedGauges& gauges : tide->gauges) add(gauges.remarks());
  return lines;
}

std::vector<std::string> CoastalCase::remarks() {
  std::vector<std::string> lines = remarks_on_tide();
  if (shelf_)
    std::ranges::copy(remarks_on_held_back(*shelf_, dt_, domain_->comm), std::back_inserter(lines));
  return lines;
}

std::vector<Measure> CoastalCase::measures() {
  std::vector<Measure> all = flow_measures();
  const auto& tide = compared_tide();
  if (!tide) return all;
  const auto add = [&](const std::vector<Measure>& more) {
    std::ranges::copy(more, std::back_inserter(all));
  };
  if (tide->amphidromes) add(tide->amphidromes->measures());
  for (const ComparedGauges& gauges : tide->gauges) add(gauges.measures());
  return all;
}

}  // namespace seafret
