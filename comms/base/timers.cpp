// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/timers.hpp"

#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "comms/base/progress.hpp"

namespace seafret {
namespace {

const Awaited the_names("the gathering of the regions' names");

/// All that there are; any thread may come by a new one.
struct Sites {
  std::mutex busy;
  std::vector<RegionSite*> all;
};
Sites& sites() {
  static Sites sites;
  return sites;
}

using Names = std::set<std::string>;

std::string in_lines(const Names& names) {
  std::string lines;
  for (const std::string& name : names) lines += name + '\n';
  return lines;
}

void add_lines(Names& names, const std::string& lines) {
  for (std::size_t from = 0, to; from < lines.size(); from = to + 1) {
    to = lines.find('\n', from);
    names.insert(lines.substr(from, to - from));
  }
}

void receive(Names& names, int from, MPI_Comm comm) {
  MPI_Status status;
  int length = 0;
  MPI_Probe(from, 0, comm, &status);
  MPI_Get_count(&status, MPI_CHAR, &length);
  std::string lines(static_cast<std::size_t>(length), '\0');
  MPI_Recv(lines.data(), length, MPI_CHAR, from, 0, comm, MPI_STATUS_IGNORE);
  add_lines(names, lines);
}

/// The names that any rank knows, the same on every rank.  They go up a tree, and each is told on
/// only once: no rank ever holds the lists of many.
Names known_to_any(Names names, const Communicator& comm) {
  const CollectiveWait wait(the_names, comm.get());
  const int me = comm.rank();
  int step = 1;
  for (; step < comm.size() && me % (2 * step) == 0; step *= 2)
    if (me + step < comm.size()) receive(names, me + step, comm.get());
  std::string lines = in_lines(names);
  if (me > 0)
    MPI_Send(lines.data(), static_cast<int>(lines.size()), MPI_CHAR, me - step, 0, comm.get());
  comm.broadcast(lines);
  add_lines(names, lines);
  return names;
}

/// What was counted on this rank, by name.
std::map<std::string, RegionTime> counted_here() {
  const std::lock_guard lock(sites().busy);
  std::map<std::string, RegionTime> regions;
  for (const RegionSite* s : sites().all) {
    RegionTime& region = regions[s->name];
    region.name = s->name;
    region.count += s->count;
    region.mean_s += s->seconds;
  }
  return regions;
}

}  // namespace

RegionSite::RegionSite(std::string n) : name(std::move(n)) {
  const std::lock_guard lock(sites().busy);
  sites().all.push_back(this);
}
RegionSite::~RegionSite() {
  const std::lock_guard lock(sites().busy);
  std::erase(sites().all, this);
}

std::vector<RegionTime> region_times(const Communicator& comm) {
  auto regions = counted_here();
  Names names;
  for (const auto& [name, region] : regions) names.insert(name);
  std::vector<RegionTime> times;
  for (const std::string& name : known_to_any(std::move(names), comm)) {
    const RegionTime& here = regions[name];
    times.push_back({.name = name,
                     .count = comm.max(here.count),
                     .mean_s = comm.mean(here.mean_s),
                     .min_s = comm.min(here.mean_s),
                     .max_s = comm.max(here.mean_s)});
  }
  return times;
}

void reset_region_times() {
  const std::lock_guard lock(sites().busy);
  for (RegionSite* s : sites().all) {
    s->count = 0;
    s->seconds = 0;
  }
}

}  // namespace seafret
