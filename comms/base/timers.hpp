// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <string>

#include "comms/base/event_counters.hpp"
#include "comms/base/profiling.hpp"

namespace seafret {

/// A place in the program whose time is counted, from where it is made to where it is destroyed.
/// Its own count and seconds are there however seafret was built; the list of all sites is not
/// where regions are not listed.
class RegionSite {
 public:
  explicit RegionSite(std::string name);
  ~RegionSite();
  RegionSite(const RegionSite&) = delete;
  RegionSite& operator=(const RegionSite&) = delete;

  std::string name;
  [[no_unique_address]] ToolRegion tool;
  std::int64_t count = 0;
  double seconds = 0;
  EventCounters::Values counted = {};
};

/// Counts the time until its own end, and shows itself to a profiler.  On one thread a rank,
/// outside parallel regions; regions lie beside or inside each other.  Reading the clock costs
/// 0.2 us on a virtual machine: what takes less than 10 us is timed once in `weight` times, and
/// counted as often; in between the weight is 0 and the clock is left alone.
class Region {
 public:
  explicit Region(RegionSite& site, int weight = 1) : site_(site), weight_(weight) {
    site_.tool.begin();
    if (weight_ == 0) return;
    if (EventCounters::is_on()) before_ = EventCounters::now();
    start_ = std::chrono::steady_clock::now();
  }
  ~Region() {
    if (weight_ > 0) {
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
      site_.seconds += weight_ * passed.count();
      site_.count += weight_;
      if (EventCounters::is_on()) count_events();
    }
    site_.tool.end();
  }
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;

 private:
  void count_events() {
    const EventCounters::Values now = EventCounters::now();
    for (std::size_t e = 0; e < now.size(); ++e)
      site_.counted[e] += weight_ * (now[e] - before_[e]);
  }

  RegionSite& site_;
  int weight_;
  std::chrono::steady_clock::time_point start_ = {};
  EventCounters::Values before_;  // where they are on
};

/// What was counted under one name.
struct RegionTotal {
  std::int64_t count = 0;
  double seconds = 0;
  EventCounters::Values counted = {};
};

/// What this rank counted so far, by name; sites of the same name are added up.  Empty where
/// regions are not listed.
std::map<std::string, RegionTotal> region_totals();
/// Forgets what the listed sites counted so far, on this rank.
void reset_region_times();

}  // namespace seafret
