// SPDX-License-Identifier: BSD-3-Clause
// Stands between seafret and MPI.
#include "tests/c/parking_mpi.hpp"

#include <mpi.h>

#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "comms/base/wait.hpp"

namespace seafret::test {
namespace {

struct {
  std::mutex mutex;
  std::condition_variable changed;
  Where where = Where::meeting;
  int at = 0, calls = 0;
  bool watched = false, stays = false, over = false;
} lot;

bool has_met = false;
int without_meeting = 0;

void pass(Where where) {
  std::unique_lock lock(lot.mutex);
  if (!lot.watched || where != lot.where || ++lot.calls != lot.at) return;
  lot.stays = true;
  Wait::set_limit(0);  // it is the others who shall miss it
  lot.changed.notify_all();
  lot.changed.wait(lock, [] { return false; });
}

void meet() {
  pass(Where::meeting);
  has_met = true;
}

void block() {
  pass(Where::inside);
  without_meeting += lot.watched && !std::exchange(has_met, false);
}

}  // namespace

Parked run_until_parked(Where where, int at, std::function<void()> work) {
  std::unique_lock lock(lot.mutex);
  lot.where = where;
  lot.at = at;
  lot.calls = 0;
  lot.watched = true;
  lot.over = lot.stays = false;
  std::thread([work = std::move(work)] {
    work();
    const std::lock_guard done(lot.mutex);
    lot.over = true;
    lot.changed.notify_all();
  }).detach();
  lot.changed.wait(lock, [] { return lot.over || lot.stays; });
  lot.watched = false;
  return {lot.calls, lot.stays};
}

int calls_without_meeting() { return without_meeting; }

}  // namespace seafret::test

using namespace seafret::test;

extern "C" {

int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  meet();
  return PMPI_Ibarrier(comm, request);
}
int MPI_Allreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
  block();
  return PMPI_Allreduce(from, to, count, type, op, comm);
}
int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  block();
  return PMPI_Bcast(data, count, type, root, comm);
}
int MPI_Allgather(const void* from, int count, MPI_Datatype type, void* to, int to_count,
                  MPI_Datatype to_type, MPI_Comm comm) {
  block();
  return PMPI_Allgather(from, count, type, to, to_count, to_type, comm);
}
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* made) {
  block();
  return PMPI_Comm_dup(comm, made);
}
int MPI_Comm_split(MPI_Comm comm, int colour, int key, MPI_Comm* made) {
  block();
  return PMPI_Comm_split(comm, colour, key, made);
}
int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made) {
  block();
  return PMPI_Comm_split_type(comm, type, key, info, made);
}
int MPI_Comm_free(MPI_Comm* comm) {
  block();
  return PMPI_Comm_free(comm);
}
int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int in, const int from[],
                                   const int from_weights[], int out, const int to[],
                                   const int to_weights[], MPI_Info info, int reorder,
                                   MPI_Comm* made) {
  block();
  return PMPI_Dist_graph_create_adjacent(comm, in, from, from_weights, out, to, to_weights, info,
                                         reorder, made);
}
int MPI_Win_allocate(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* data,
                     MPI_Win* made) {
  block();
  return PMPI_Win_allocate(size, unit, info, comm, data, made);
}
int MPI_Win_create(void* data, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm,
                   MPI_Win* made) {
  block();
  return PMPI_Win_create(data, size, unit, info, comm, made);
}
int MPI_Win_free(MPI_Win* window) {
  block();
  return PMPI_Win_free(window);
}
int MPI_Win_fence(int assertions, MPI_Win window) {
  block();
  return PMPI_Win_fence(assertions, window);
}
}
