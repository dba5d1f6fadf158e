// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/timers.hpp"

#include <map>
#include <utility>

namespace seafret {
namespace {

std::vector<RegionSite*>& sites() {
  static std::vector<RegionSite*> all;
  return all;
}

/// The names that any rank knows, sorted, one a line, the same on every rank.
std::map<std::string, RegionTime> all_names(const Communicator& comm) {
  std::string mine;
  for (const RegionSite* s : sites()) mine += s->name + '\n';
  std::string names;
  for (const std::string& text : comm.gather(mine)) names += text;
  comm.broadcast(names);
  std::map<std::string, RegionTime> regions;
  for (std::size_t from = 0, to; from < names.size(); from = to + 1) {
    to = names.find('\n', from);
    const std::string name = names.substr(from, to - from);
    regions[name].name = name;
  }
  return regions;
}

}  // namespace

RegionSite::RegionSite(std::string n) : name(std::move(n)) { sites().push_back(this); }
RegionSite::~RegionSite() { std::erase(sites(), this); }

std::vector<RegionTime> region_times(const Communicator& comm) {
  auto regions = all_names(comm);
  for (const RegionSite* s : sites()) {
    regions[s->name].count += s->count;
    regions[s->name].mean_s += s->seconds;
  }
  std::vector<RegionTime> times;
  for (auto& [name, r] : regions) {
    const double mine = r.mean_s;
    r.count = comm.max(r.count);
    r.min_s = comm.min(mine);
    r.max_s = comm.max(mine);
    r.mean_s = comm.mean(mine);
    times.push_back(r);
  }
  return times;
}

void reset_region_times() {
  for (RegionSite* s : sites()) {
    s->count = 0;
    s->seconds = 0;
  }
}

}  // namespace seafret
