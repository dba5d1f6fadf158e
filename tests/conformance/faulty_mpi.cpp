// SPDX-License-Identifier: BSD-3-Clause
#include "tests/conformance/faulty_mpi.hpp"

#include <fcntl.h>
#include <mpi.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "comms/transports/partitioned_mpi.hpp"

namespace {

std::optional<std::mt19937> chance;  // none: all goes well
long faults = 0;

bool one_in(unsigned n) {
  const bool now = chance && (*chance)() % n == 0;
  faults += now;
  return now;
}

template <class T>
void shuffle(std::vector<T>& all) {
  if (chance) std::shuffle(all.begin(), all.end(), *chance);
}

void delay() {
  if (one_in(40)) std::this_thread::sleep_for(std::chrono::microseconds((*chance)() % 500));
}

/// Delays before and after a call.
template <class Call>
int slowly(Call call) {
  delay();
  const int error = call();
  delay();
  return error;
}

/// Puts and gets that have been called for and not begun.
std::map<MPI_Win, std::vector<std::function<int()>>> put_off;

int now_or_later(MPI_Win win, std::function<int()> call) {
  delay();
  if (!one_in(2)) return call();
  put_off[win].push_back(std::move(call));
  return MPI_SUCCESS;
}

/// For a call that ends an epoch, or completes what has been done in it so far.
template <class Call>
int completing(MPI_Win win, Call call) {
  auto& all = put_off[win];
  shuffle(all);
  for (const auto& operation : all) slowly(operation);
  all.clear();
  return slowly(call);
}

enum class NextWindow { good, on_others_only, here_too };
NextWindow next_window = NextWindow::good;
std::vector<MPI_Win> half_made;
int freed_by_some = 0;

/// Makes a window; one of which the program does not know that it is there cannot be freed by it.
template <class Make>
int half_making(MPI_Win* win, Make make) {
  const int error = make();
  const NextWindow which = std::exchange(next_window, NextWindow::good);
  if (which == NextWindow::good || error != MPI_SUCCESS) return error;
  half_made.push_back(*win);
  if (which == NextWindow::here_too) return MPI_SUCCESS;
  *win = MPI_WIN_NULL;
  return MPI_ERR_NO_MEM;
}

}  // namespace

void seafret::conformance::fail_next_window(bool here) {
  next_window = here ? NextWindow::on_others_only : NextWindow::here_too;
}
int seafret::conformance::frees_of_half_made_windows() {
  for (MPI_Win& win : half_made) PMPI_Win_free(&win);
  half_made.clear();
  return std::exchange(freed_by_some, 0);
}

void seafret::conformance::make_mpi_faulty(unsigned seed, int rank) {
  chance.emplace(1000 * seed + static_cast<unsigned>(rank));
}
void seafret::conformance::mend_mpi() { chance.reset(); }
long seafret::conformance::faults_so_far() { return faults; }

extern "C" {

int posix_fallocate(int file, off_t begin, off_t bytes) {
  if (seafret::conformance::no_room_for_files) return ENOSPC;
  return ::fallocate(file, 0, begin, bytes) == 0 ? 0 : errno;
}

int MPI_Isend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
  return slowly([&] { return PMPI_Isend(data, count, type, to, tag, comm, request); });
}
int MPI_Irecv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request* request) {
  return slowly([&] { return PMPI_Irecv(data, count, type, from, tag, comm, request); });
}
int MPI_Start(MPI_Request* request) {
  return slowly([&] { return PMPI_Start(request); });
}
int MPI_Pready(int partition, MPI_Request request) {
  return slowly([&] { return PMPI_Pready(partition, request); });
}
/// What has arrived is not always seen at once.
int MPI_Parrived(MPI_Request request, int partition, int* flag) {
  const int error = PMPI_Parrived(request, partition, flag);
  if (one_in(3)) *flag = 0;
  return error;
}
int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  return slowly([&] { return PMPI_Ibarrier(comm, request); });
}
int MPI_Ineighbor_alltoallv(const void* from, const int send_counts[], const int send_places[],
                            MPI_Datatype send_type, void* to, const int receive_counts[],
                            const int receive_places[], MPI_Datatype receive_type, MPI_Comm comm,
                            MPI_Request* request) {
  return slowly([&] {
    return PMPI_Ineighbor_alltoallv(from, send_counts, send_places, send_type, to, receive_counts,
                                    receive_places, receive_type, comm, request);
  });
}
int MPI_Iprobe(int from, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  return slowly([&] { return PMPI_Iprobe(from, tag, comm, flag, status); });
}

/// Some of the requests are kept from MPI, so that another, or none, is said to be done.
int MPI_Testany(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  shuffle(order);
  std::vector<MPI_Request> shown;
  bool all_shown = true;
  for (const int i : order) {
    const bool shows = requests[i] == MPI_REQUEST_NULL || !one_in(3);
    shown.push_back(shows ? requests[i] : MPI_REQUEST_NULL);
    all_shown = all_shown && shows;
  }
  const int error = PMPI_Testany(count, shown.data(), index, flag, status);
  if (*flag == 0) return error;
  if (*index == MPI_UNDEFINED) {
    *flag = all_shown;  // only then there is none
  } else {
    const auto at = static_cast<std::size_t>(*index);
    *index = order[at];
    requests[*index] = shown[at];
  }
  return error;
}
int MPI_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
  for (;;) {
    int flag = 0;
    delay();
    const int error = MPI_Testany(count, requests, index, &flag, status);
    if (flag != 0 || error != MPI_SUCCESS) return error;
    std::this_thread::yield();
  }
}
int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  return slowly([&] { return PMPI_Wait(request, status); });
}
int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  return slowly([&] { return PMPI_Waitall(count, requests, statuses); });
}

int MPI_Win_allocate(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base,
                     MPI_Win* win) {
  return half_making(win, [&] { return PMPI_Win_allocate(size, unit, info, comm, base, win); });
}
int MPI_Win_create(void* base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm,
                   MPI_Win* win) {
  return half_making(win, [&] { return PMPI_Win_create(base, size, unit, info, comm, win); });
}
int MPI_Win_free(MPI_Win* win) {
  if (std::ranges::find(half_made, *win) == half_made.end()) return PMPI_Win_free(win);
  ++freed_by_some;
  return MPI_SUCCESS;
}

int MPI_Put(const void* from, int count, MPI_Datatype type, int target, MPI_Aint place,
            int target_count, MPI_Datatype target_type, MPI_Win win) {
  return now_or_later(win, [=] {
    return PMPI_Put(from, count, type, target, place, target_count, target_type, win);
  });
}
int MPI_Get(void* to, int count, MPI_Datatype type, int target, MPI_Aint place, int target_count,
            MPI_Datatype target_type, MPI_Win win) {
  return now_or_later(win, [=] {
    return PMPI_Get(to, count, type, target, place, target_count, target_type, win);
  });
}
int MPI_Win_fence(int assertions, MPI_Win win) {
  return completing(win, [&] { return PMPI_Win_fence(assertions, win); });
}
int MPI_Win_post(MPI_Group writers, int assertions, MPI_Win win) {
  return slowly([&] { return PMPI_Win_post(writers, assertions, win); });
}
int MPI_Win_start(MPI_Group readers, int assertions, MPI_Win win) {
  return slowly([&] { return PMPI_Win_start(readers, assertions, win); });
}
int MPI_Win_complete(MPI_Win win) {
  return completing(win, [&] { return PMPI_Win_complete(win); });
}
int MPI_Win_wait(MPI_Win win) {
  return slowly([&] { return PMPI_Win_wait(win); });
}
int MPI_Win_unlock(int target, MPI_Win win) {
  return completing(win, [&] { return PMPI_Win_unlock(target, win); });
}
int MPI_Win_unlock_all(MPI_Win win) {
  return completing(win, [&] { return PMPI_Win_unlock_all(win); });
}
int MPI_Win_flush_all(MPI_Win win) {
  return completing(win, [&] { return PMPI_Win_flush_all(win); });
}
}
