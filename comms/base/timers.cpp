// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/timers.hpp"

#include <mutex>
#include <utility>
#include <vector>

namespace seafret {
namespace {

/// All that there are; any thread may come by a new one.
struct Sites {
  std::mutex busy;
  std::vector<RegionSite*> all;
  std::map<std::string, int> numbers;  // of their names, from 1

  static Sites& known() {
    static Sites sites;
    return sites;
  }
};

/// A tool may keep the text it is given, so that lasts as long as the program; places of one name
/// are one region of the tool.
ToolRegion tool_region(const std::string& name) {
  if constexpr (regions_are_listed) {
    const std::lock_guard lock(Sites::known().busy);
    const int next = static_cast<int>(Sites::known().numbers.size()) + 1;
    const auto& [text, number] = *Sites::known().numbers.emplace(name, next).first;
    return {text.c_str(), number};
  }
  return {"", 0};
}

}  // namespace

RegionSite::RegionSite(std::string n) : name(std::move(n)), tool(tool_region(name)) {
  if constexpr (regions_are_listed) {
    const std::lock_guard lock(Sites::known().busy);
    Sites::known().all.push_back(this);
  }
}
RegionSite::~RegionSite() {
  if constexpr (regions_are_listed) {
    const std::lock_guard lock(Sites::known().busy);
    std::erase(Sites::known().all, this);
  }
}

std::map<std::string, RegionTotal> region_totals() {
  std::map<std::string, RegionTotal> totals;
  if constexpr (regions_are_listed) {
    const std::lock_guard lock(Sites::known().busy);
    for (const RegionSite* s : Sites::known().all) {
      RegionTotal& total = totals[s->name];
      total.count += s->count;
      total.seconds += s->seconds;
      for (std::size_t e = 0; e < total.counted.size(); ++e) total.counted[e] += s->counted[e];
    }
  }
  return totals;
}

void reset_region_times() {
  if constexpr (regions_are_listed) {
    const std::lock_guard lock(Sites::known().busy);
    for (RegionSite* s : Sites::known().all) {
      s->count = 0;
      s->seconds = 0;
      s->counted = {};
    }
  }
}

}  // namespace seafret
