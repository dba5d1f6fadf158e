// SPDX-License-Identifier: BSD-3-Clause
#include "tests/races/ranks_as_threads.hpp"

#include <mpi.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <vector>

namespace {

struct Comm {
  explicit Comm(std::vector<int> ranks) : members(std::move(ranks)), given(members.size()) {}

  std::vector<int> members;  // by their ranks in the world
  std::vector<const void*> given;
  std::size_t arrived = 0, freed = 0;
  long meetings = 0;
};

struct Receipt {
  void* to;
  int from;
};

std::mutex one_at_a_time;
std::condition_variable something_happened;
std::map<MPI_Comm, std::unique_ptr<Comm>> comms;
std::map<std::tuple<MPI_Comm, int, int>, std::deque<std::vector<std::byte>>> mail;
thread_local std::unique_lock<std::mutex> running;
thread_local int world_rank = -1;
thread_local std::vector<std::pair<MPI_Comm, Receipt>> expected;

Comm& of(MPI_Comm comm) { return *comms.at(comm); }

std::size_t rank_in(const Comm& comm) {
  return static_cast<std::size_t>(std::ranges::find(comm.members, world_rank) -
                                  comm.members.begin());
}

void meet(Comm& comm) {
  const long meeting = comm.meetings;
  if (++comm.arrived == comm.members.size()) {
    comm.arrived = 0;
    ++comm.meetings;
    something_happened.notify_all();
  }
  something_happened.wait(running, [&] { return comm.meetings != meeting; });
}

/// Calls use(given) on every rank, with what each has given.
template <class Use>
void together(MPI_Comm handle, const void* mine, Use use) {
  Comm& comm = of(handle);
  comm.given[rank_in(comm)] = mine;
  meet(comm);
  use(comm.given);
  meet(comm);
}

/// The value that each rank gives.
template <class T>
std::vector<T> everyones(MPI_Comm comm, const T& mine) {
  std::vector<T> all;
  together(comm, &mine, [&](const std::vector<const void*>& given) {
    for (const void* value : given) all.push_back(*static_cast<const T*>(value));
  });
  return all;
}

MPI_Comm add(std::vector<int> members) {
  auto comm = std::make_unique<Comm>(std::move(members));
  const auto handle = reinterpret_cast<MPI_Comm>(comm.get());
  comms[handle] = std::move(comm);
  return handle;
}

/// A communicator of these members, of which the first makes it for all.
MPI_Comm agree_on(MPI_Comm comm, const std::vector<int>& members) {
  const bool first = members.front() == world_rank;
  const std::vector<MPI_Comm> made = everyones(comm, first ? add(members) : MPI_COMM_NULL);
  return made[static_cast<std::size_t>(std::ranges::find(of(comm).members, members.front()) -
                                       of(comm).members.begin())];
}

template <class T>
void reduce(const void* from, void* to, int count, MPI_Op op, MPI_Comm comm) {
  const T* const mine = static_cast<const T*>(from == MPI_IN_PLACE ? to : from);
  std::vector<T> result(mine, mine + count);
  together(comm, mine, [&](const std::vector<const void*>& given) {
    for (std::size_t r = 0; r < given.size(); ++r)
      for (std::size_t n = 0; n < result.size(); ++n) {
        const T value = static_cast<const T*>(given[r])[n];
        if (r == 0)
          result[n] = value;
        else
          result[n] = op == MPI_SUM   ? result[n] + value
                      : op == MPI_MAX ? std::max(result[n], value)
                                      : std::min(result[n], value);
      }
  });
  std::copy(result.begin(), result.end(), static_cast<T*>(to));
}

}  // namespace

void seafret::run_ranks_as_threads(int ranks, const std::function<void(int rank)>& work) {
  std::vector<int> all(static_cast<std::size_t>(ranks));
  std::iota(all.begin(), all.end(), 0);
  comms[MPI_COMM_WORLD] = std::make_unique<Comm>(all);
  std::vector<std::thread> threads;
  for (const int rank : all)
    threads.emplace_back([rank, &work] {
      running = std::unique_lock(one_at_a_time);
      world_rank = rank;
      work(rank);
      running.unlock();
    });
  for (std::thread& thread : threads) thread.join();
  comms.clear();
}

void seafret::all_at_once(const std::function<void()>& work) {
  meet(of(MPI_COMM_WORLD));
  running.unlock();
  work();
  running.lock();
  meet(of(MPI_COMM_WORLD));
}

extern "C" {

int MPI_Comm_rank(MPI_Comm comm, int* rank) {
  *rank = static_cast<int>(rank_in(of(comm)));
  return MPI_SUCCESS;
}
int MPI_Comm_size(MPI_Comm comm, int* size) {
  *size = static_cast<int>(of(comm).members.size());
  return MPI_SUCCESS;
}
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* copy) {
  *copy = comm == MPI_COMM_SELF ? add({world_rank}) : agree_on(comm, of(comm).members);
  return MPI_SUCCESS;
}
int MPI_Comm_split(MPI_Comm comm, int colour, int key, MPI_Comm* part) {
  std::vector<std::pair<int, int>> order;
  const auto colours = everyones(comm, colour), keys = everyones(comm, key);
  for (std::size_t r = 0; r < colours.size(); ++r)
    if (colours[r] == colour) order.emplace_back(keys[r], of(comm).members[r]);
  std::ranges::stable_sort(order, {}, &std::pair<int, int>::first);
  std::vector<int> members;
  for (const auto& [its_key, member] : order) members.push_back(member);
  *part = agree_on(comm, members);
  return MPI_SUCCESS;
}
int MPI_Comm_split_type(MPI_Comm comm, int, int key, MPI_Info, MPI_Comm* part) {
  return MPI_Comm_split(comm, 0, key, part);
}
int MPI_Comm_free(MPI_Comm* comm) {
  if (++of(*comm).freed == of(*comm).members.size()) comms.erase(*comm);
  *comm = MPI_COMM_NULL;
  return MPI_SUCCESS;
}
int MPI_Comm_get_errhandler(MPI_Comm, MPI_Errhandler*) { return MPI_SUCCESS; }
int MPI_Comm_set_errhandler(MPI_Comm, MPI_Errhandler) { return MPI_SUCCESS; }
int MPI_Errhandler_free(MPI_Errhandler*) { return MPI_SUCCESS; }

int MPI_Allreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
  if (type == MPI_INT64_T)
    reduce<std::int64_t>(from, to, count, op, comm);
  else if (type == MPI_DOUBLE)
    reduce<double>(from, to, count, op, comm);
  else
    reduce<int>(from, to, count, op, comm);
  return MPI_SUCCESS;
}
int MPI_Allgather(const void* from, int count, MPI_Datatype type, void* to, int each, MPI_Datatype,
                  MPI_Comm comm) {
  const auto bytes = static_cast<std::size_t>(each) * (type == MPI_INT ? sizeof(int) : 1);
  auto* const all = static_cast<std::byte*>(to);
  const auto mine =
      from == MPI_IN_PLACE ? all + rank_in(of(comm)) * bytes : static_cast<const std::byte*>(from);
  if (count != each && from != MPI_IN_PLACE) throw std::logic_error("not of one size");
  std::vector<std::byte> result;
  together(comm, mine, [&](const std::vector<const void*>& given) {
    for (const void* its : given)
      result.insert(result.end(), static_cast<const std::byte*>(its),
                    static_cast<const std::byte*>(its) + bytes);
  });
  std::ranges::copy(result, all);
  return MPI_SUCCESS;
}

int MPI_Barrier(MPI_Comm comm) {
  meet(of(comm));
  return MPI_SUCCESS;
}
/// Waits at once.
int MPI_Ibarrier(MPI_Comm comm, MPI_Request*) { return MPI_Barrier(comm); }
int MPI_Test(MPI_Request*, int* done, MPI_Status*) {
  *done = 1;
  return MPI_SUCCESS;
}

/// Of bytes, as all that is sent here.
int MPI_Isend(const void* data, int count, MPI_Datatype, int to, int, MPI_Comm comm, MPI_Request*) {
  const auto* const bytes = static_cast<const std::byte*>(data);
  mail[{comm, static_cast<int>(rank_in(of(comm))), to}].emplace_back(bytes, bytes + count);
  something_happened.notify_all();
  return MPI_SUCCESS;
}
int MPI_Irecv(void* to, int, MPI_Datatype, int from, int, MPI_Comm comm, MPI_Request*) {
  expected.push_back({comm, {to, from}});
  return MPI_SUCCESS;
}
int MPI_Waitall(int, MPI_Request[], MPI_Status[]) {
  for (const auto& [comm, receipt] : expected) {
    auto& box = mail[{comm, receipt.from, static_cast<int>(rank_in(of(comm)))}];
    something_happened.wait(running, [&] { return !box.empty(); });
    std::memcpy(receipt.to, box.front().data(), box.front().size());
    box.pop_front();
  }
  expected.clear();
  return MPI_SUCCESS;
}
int MPI_Iprobe(int, int, MPI_Comm, int* flag, MPI_Status*) {
  *flag = 0;
  return MPI_SUCCESS;
}
}
