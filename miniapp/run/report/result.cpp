// SPDX-License-Identifier: BSD-3-Clause
#include <sys/resource.h>

#include "miniapp/run/report/report.hpp"

namespace seafret {
namespace {

/// The most memory that this process ever had.
double peak_mb() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

SwapTotals totals(const Exchange& swap, double exposed_s, const Communicator& comm) {
  SwapTotals all{.name = swap.name(),
                 .points = swap.halo_points(),
                 .exposed_s = comm.mean(exposed_s),
                 .way = swap.way(),
                 .apart = swap.is_apart()};
  const auto add = [&](auto mine, auto& most, auto& total) {
    most = static_cast<std::remove_reference_t<decltype(most)>>(comm.max(std::int64_t{mine}));
    total = static_cast<std::remove_reference_t<decltype(total)>>(comm.sum(std::int64_t{mine}));
  };
  const Traffic& mine = swap.traffic();
  for (const auto figure : {&Traffic::neighbours, &Traffic::messages})
    add(mine.*figure, all.most.*figure, all.total.*figure);
  for (const auto figure :
       {&Traffic::bytes, &Traffic::bytes_direct, &Traffic::x_faces, &Traffic::y_faces,
        &Traffic::corners, &Traffic::bytes_saved, &Traffic::swaps})
    add(mine.*figure, all.most.*figure, all.total.*figure);
  for (const auto figure :
       {&HaloColumns::rectangles, &HaloColumns::clipped, &HaloColumns::wet, &HaloColumns::bytes})
    add(mine.columns.*figure, all.most.columns.*figure, all.total.columns.*figure);
  return all;
}

std::vector<notify::ChannelReport> channels(const Domain& domain) {
  std::vector<notify::ChannelReport> all;
  if (domain.endpoint != nullptr) all = domain.endpoint->report();
  for (notify::ChannelReport& c : all)
    for (std::int64_t* const figure : {&c.transfers, &c.bytes, &c.told_apart})
      *figure = domain.comm.sum(*figure);
  return all;
}

}  // namespace

Result collect_result(Case& the_case, const LoopTime& time, const StepsTaken& steps,
                      const Domain& domain, const HaloOptions& halo) {
  const Communicator& comm = domain.comm;
  Result r;
  r.cells = the_case.cells();
  r.steps = steps;
  r.time = {.all_s = comm.max(time.all_s), .steps_s = comm.max(time.steps_s)};
  r.peak_mb = comm.max(peak_mb());
  r.peak_mb_total = comm.mean(peak_mb()) * comm.size();
  r.regions = region_times(comm);
  for (const Exchange* swap : the_case.swaps())
    r.swaps.push_back(totals(*swap, time.exposed_s[r.swaps.size()], comm));
  for (const Exchange* swap : the_case.swaps())
    if (!swap->tried().empty()) r.trials.push_back({swap->name(), swap->tried()});
  r.halo = in_words(halo);
  r.trial_cost = halo.trials->cost();
  r.trial_share = halo.trials->share();
  r.channels = channels(domain);
  r.checks = the_case.checks();
  r.measures = the_case.measures();
  r.remarks = the_case.remarks();
  r.pictures = the_case.pictures();
  r.mcells_per_s =
      static_cast<double>(r.cells) * static_cast<double>(steps.count) / r.time.steps_s / 1e6;
  return r;
}

}  // namespace seafret
