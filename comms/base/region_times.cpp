// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/region_times.hpp"

#include <set>
#include <utility>

#include "comms/base/job.hpp"
#include "comms/base/progress.hpp"

namespace seafret {
namespace {

constexpr auto gathering = "the gathering of the regions' names";
const Awaited the_names(gathering);

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
  const Awaited theirs(gathering, job_ranks(comm, {from}));
  const Wait wait(theirs);
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

}  // namespace

std::vector<RegionTime> region_times(const Communicator& comm) {
  auto totals = region_totals();
  Names names;
  for (const auto& [name, total] : totals) names.insert(name);
  std::vector<RegionTime> times;
  for (const std::string& name : known_to_any(std::move(names), comm)) {
    const RegionTotal& here = totals[name];
    times.push_back({.name = name,
                     .count = comm.max(here.count),
                     .mean_s = comm.mean(here.seconds),
                     .min_s = comm.min(here.seconds),
                     .max_s = comm.max(here.seconds)});
    if (comm.any(EventCounters::is_on())) {
      times.back().counted = here.counted;
      comm.sum(times.back().counted);
    }
  }
  return times;
}

}  // namespace seafret
