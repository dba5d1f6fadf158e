// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/result.hpp"

#include <sys/resource.h>

#include <algorithm>

#include "comms/base/together.hpp"
#include "miniapp/files/files.hpp"

namespace seafret {
namespace {

/// The most memory that this process ever had.
double peak_mb() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

}  // namespace

bool Result::all_passed() const {
  return std::ranges::all_of(checks, [](const Check& c) { return c.passed; });
}

std::vector<SwapTotals> total_swaps(const std::vector<const HaloExchange*>& swaps,
                                    const Communicator& comm) {
  std::vector<SwapTotals> totals;
  for (const HaloExchange* swap : swaps) {
    const Traffic& t = swap->traffic();
    totals.push_back({.name = swap->name(),
                      .neighbours = static_cast<int>(comm.max(std::int64_t{t.neighbours})),
                      .messages = static_cast<int>(comm.max(std::int64_t{t.messages})),
                      .bytes = comm.max(t.bytes),
                      .messages_total = comm.sum(std::int64_t{t.messages}),
                      .bytes_total = comm.sum(t.bytes),
                      .bytes_direct = comm.max(t.bytes_direct),
                      .x_faces = comm.max(t.x_faces),
                      .y_faces = comm.max(t.y_faces),
                      .corners = comm.max(t.corners),
                      .points = name_of(swap->points()),
                      .columns = {.rectangles = comm.sum(t.columns.rectangles),
                                  .clipped = comm.sum(t.columns.clipped),
                                  .wet = comm.sum(t.columns.wet),
                                  .bytes = comm.sum(t.columns.bytes)},
                      .bytes_saved = comm.sum(t.bytes_saved),
                      .swaps = comm.max(t.swaps),
                      .exposed_s = comm.mean(swap->phases().exposed_s())});
  }
  return totals;
}

Result collect_result(Case& model, const LoopTime& time, std::int64_t steps,
                      const Communicator& comm) {
  Result r;
  r.cells = model.cells();
  r.time = {comm.max(time.all_s), comm.max(time.steps_s)};
  r.peak_mb = comm.max(peak_mb());
  r.peak_mb_total = comm.mean(peak_mb()) * comm.size();
  r.regions = region_times(comm);
  r.swaps = total_swaps(model.swaps(), comm);
  r.checks = model.checks();
  r.remarks = model.remarks();
  r.fom.value = static_cast<double>(r.cells) * static_cast<double>(steps) / r.time.steps_s / 1e6;
  r.fom.valid = r.all_passed();
  return r;
}

void write_result(const std::string& path, const std::string& json, const Communicator& comm) {
  together<RunError>(comm, [&] {
    if (comm.rank() != 0) return;
    replace_text(path, json);
  });
}

}  // namespace seafret
