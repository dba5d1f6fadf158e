// SPDX-License-Identifier: BSD-3-Clause
// Stands between the transports and MPI, through MPI's profiling interface, and tells the recorder
// what they do.
#include <map>
#include <vector>

#include "tests/conformance/epoch_recorder.hpp"

using seafret::conformance::fences_by_lock;
using seafret::conformance::recorder;

namespace {

/// The windows whose fences are done by other means, and over whom.
std::map<MPI_Win, MPI_Comm> lenient;

int opened(int error, MPI_Win win, MPI_Comm comm, const void* base, MPI_Aint size) {
  if (error != MPI_SUCCESS) return error;
  recorder().open(win, comm, base, size);
  if (!fences_by_lock) return error;
  lenient[win] = comm;
  return PMPI_Win_lock_all(MPI_MODE_NOCHECK, win);
}

MPI_Aint bytes_of(int count, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return MPI_Aint{count} * size;
}

}  // namespace

extern "C" {

int MPI_Win_create(void* base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm,
                   MPI_Win* win) {
  const int error = PMPI_Win_create(base, size, unit, info, comm, win);
  return opened(error, *win, comm, base, size);
}
int MPI_Win_allocate(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base,
                     MPI_Win* win) {
  const int error = PMPI_Win_allocate(size, unit, info, comm, base, win);
  return opened(error, *win, comm, *static_cast<void**>(base), size);
}
int MPI_Win_free(MPI_Win* win) {
  recorder().close(*win);
  if (lenient.erase(*win) > 0) PMPI_Win_unlock_all(*win);
  return PMPI_Win_free(win);
}
int MPI_Comm_free(MPI_Comm* comm) {
  recorder().forget(*comm);
  return PMPI_Comm_free(comm);
}

int MPI_Put(const void* from, int count, MPI_Datatype type, int target, MPI_Aint place,
            int target_count, MPI_Datatype target_type, MPI_Win win) {
  recorder().put(from, bytes_of(count, type), target, place, win);
  return PMPI_Put(from, count, type, target, place, target_count, target_type, win);
}
int MPI_Get(void* to, int count, MPI_Datatype type, int target, MPI_Aint place, int target_count,
            MPI_Datatype target_type, MPI_Win win) {
  recorder().get(to, bytes_of(count, type), target, place, win);
  return PMPI_Get(to, count, type, target, place, target_count, target_type, win);
}

int MPI_Win_fence(int assertions, MPI_Win win) {
  recorder().fence(assertions, win);
  const auto lenient_one = lenient.find(win);
  if (lenient_one == lenient.end()) return PMPI_Win_fence(assertions, win);
  if ((assertions & MPI_MODE_NOPRECEDE) != 0) return MPI_SUCCESS;
  PMPI_Win_flush_all(win);
  PMPI_Barrier(lenient_one->second);
  return PMPI_Win_sync(win);
}
int MPI_Win_post(MPI_Group writers, int assertions, MPI_Win win) {
  recorder().post(writers, assertions, win);
  return PMPI_Win_post(writers, assertions, win);
}
int MPI_Win_start(MPI_Group readers, int assertions, MPI_Win win) {
  recorder().start(readers, win);
  return PMPI_Win_start(readers, assertions, win);
}
int MPI_Win_complete(MPI_Win win) {
  recorder().complete(win);
  return PMPI_Win_complete(win);
}
int MPI_Win_wait(MPI_Win win) {
  recorder().wait(win);
  return PMPI_Win_wait(win);
}
int MPI_Win_lock(int kind, int target, int assertions, MPI_Win win) {
  recorder().lock(target, win);
  return PMPI_Win_lock(kind, target, assertions, win);
}
int MPI_Win_lock_all(int assertions, MPI_Win win) {
  recorder().lock_all(win);
  return PMPI_Win_lock_all(assertions, win);
}
int MPI_Win_unlock(int target, MPI_Win win) {
  recorder().unlock(target, win);
  return PMPI_Win_unlock(target, win);
}
int MPI_Win_unlock_all(MPI_Win win) {
  recorder().unlock_all(win);
  return PMPI_Win_unlock_all(win);
}
int MPI_Win_flush(int target, MPI_Win win) {
  recorder().flush(target, win);
  return PMPI_Win_flush(target, win);
}
int MPI_Win_flush_all(MPI_Win win) {
  recorder().flush_all(win);
  return PMPI_Win_flush_all(win);
}

int MPI_Win_sync(MPI_Win win) {
  recorder().sync(win);
  return PMPI_Win_sync(win);
}

int MPI_Isend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
  recorder().send(to, tag, comm);
  return PMPI_Isend(data, count, type, to, tag, comm, request);
}
int MPI_Irecv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request* request) {
  const int error = PMPI_Irecv(data, count, type, from, tag, comm, request);
  recorder().receive(from, tag, comm, *request);
  return error;
}
int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  const int error = PMPI_Ibarrier(comm, request);
  recorder().barrier(comm, *request);
  return error;
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  const MPI_Request waited_for = *request;
  const int error = PMPI_Wait(request, status);
  recorder().completed(waited_for);
  return error;
}
int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  const std::vector<MPI_Request> waited_for(requests, requests + count);
  const int error = PMPI_Waitall(count, requests, statuses);
  for (const MPI_Request r : waited_for) recorder().completed(r);
  return error;
}
int MPI_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
  const std::vector<MPI_Request> waited_for(requests, requests + count);
  const int error = PMPI_Waitany(count, requests, index, status);
  if (*index != MPI_UNDEFINED) recorder().completed(waited_for[static_cast<std::size_t>(*index)]);
  return error;
}
int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  const MPI_Request tested = *request;
  const int error = PMPI_Test(request, flag, status);
  if (*flag != 0) recorder().completed(tested);
  return error;
}
int MPI_Testany(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
  const std::vector<MPI_Request> tested(requests, requests + count);
  const int error = PMPI_Testany(count, requests, index, flag, status);
  if (*flag != 0 && *index != MPI_UNDEFINED)
    recorder().completed(tested[static_cast<std::size_t>(*index)]);
  return error;
}
}
