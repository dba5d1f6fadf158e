// SPDX-License-Identifier: BSD-3-Clause
#include "tests/comms/exchange/counted_handles.hpp"

#include <mpi.h>

#include <algorithm>

#include "comms/transports/partitioned_mpi.hpp"

namespace {

seafret::Handles open;

int held(int count, const MPI_Request* requests) {
  return static_cast<int>(std::count_if(requests, requests + count,
                                        [](MPI_Request r) { return r != MPI_REQUEST_NULL; }));
}

/// Calls something that completes requests; those that it set to null are freed.
template <class Complete>
int completing(int count, MPI_Request* requests, Complete complete) {
  const int before = held(count, requests);
  const int result = complete();
  open.requests -= before - held(count, requests);
  return result;
}

/// Counts a handle that a call has just made or is about to free.
int made(int& handles, int result) {
  ++handles;
  return result;
}
int freed(int& handles, int result) {
  --handles;
  return result;
}

}  // namespace

seafret::Handles seafret::open_handles() { return open; }

extern "C" {

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* result) {
  return made(open.communicators, PMPI_Comm_dup(comm, result));
}
int MPI_Comm_split(MPI_Comm comm, int colour, int key, MPI_Comm* result) {
  return made(open.communicators, PMPI_Comm_split(comm, colour, key, result));
}
int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* result) {
  return made(open.communicators, PMPI_Comm_split_type(comm, type, key, info, result));
}
int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* result) {
  return made(open.communicators, PMPI_Comm_create_group(comm, group, tag, result));
}
int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int from, const int sources[],
                                   const int source_weights[], int to, const int targets[],
                                   const int target_weights[], MPI_Info info, int reorder,
                                   MPI_Comm* result) {
  return made(open.communicators,
              PMPI_Dist_graph_create_adjacent(comm, from, sources, source_weights, to, targets,
                                              target_weights, info, reorder, result));
}
int MPI_Comm_free(MPI_Comm* comm) { return freed(open.communicators, PMPI_Comm_free(comm)); }

int MPI_Comm_group(MPI_Comm comm, MPI_Group* group) {
  return made(open.groups, PMPI_Comm_group(comm, group));
}
int MPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group* result) {
  return made(open.groups, PMPI_Group_incl(group, n, ranks, result));
}
int MPI_Group_free(MPI_Group* group) { return freed(open.groups, PMPI_Group_free(group)); }

int MPI_Win_create(void* base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm,
                   MPI_Win* win) {
  return made(open.windows, PMPI_Win_create(base, size, unit, info, comm, win));
}
int MPI_Win_allocate(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base,
                     MPI_Win* win) {
  return made(open.windows, PMPI_Win_allocate(size, unit, info, comm, base, win));
}
int MPI_Win_free(MPI_Win* win) { return freed(open.windows, PMPI_Win_free(win)); }
int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void* base) {
  return made(open.memory, PMPI_Alloc_mem(size, info, base));
}
int MPI_Free_mem(void* base) { return freed(open.memory, PMPI_Free_mem(base)); }

int MPI_Info_create(MPI_Info* info) { return made(open.infos, PMPI_Info_create(info)); }
int MPI_Info_free(MPI_Info* info) { return freed(open.infos, PMPI_Info_free(info)); }

int MPI_Type_commit(MPI_Datatype* type) { return made(open.types, PMPI_Type_commit(type)); }
int MPI_Type_free(MPI_Datatype* type) { return freed(open.types, PMPI_Type_free(type)); }

int MPI_Isend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
  return made(open.requests, PMPI_Isend(data, count, type, to, tag, comm, request));
}
int MPI_Irecv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request* request) {
  return made(open.requests, PMPI_Irecv(data, count, type, from, tag, comm, request));
}
int MPI_Send_init(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  return made(open.requests, PMPI_Send_init(data, count, type, to, tag, comm, request));
}
int MPI_Recv_init(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  return made(open.requests, PMPI_Recv_init(data, count, type, from, tag, comm, request));
}
int MPI_Psend_init(const void* data, int partitions, MPI_Count count, MPI_Datatype type, int to,
                   int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return made(open.requests,
              PMPI_Psend_init(data, partitions, count, type, to, tag, comm, info, request));
}
int MPI_Precv_init(void* data, int partitions, MPI_Count count, MPI_Datatype type, int from,
                   int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return made(open.requests,
              PMPI_Precv_init(data, partitions, count, type, from, tag, comm, info, request));
}
int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  return made(open.requests, PMPI_Ibarrier(comm, request));
}
int MPI_Ineighbor_alltoallv(const void* from, const int send_counts[], const int send_places[],
                            MPI_Datatype send_type, void* to, const int receive_counts[],
                            const int receive_places[], MPI_Datatype receive_type, MPI_Comm comm,
                            MPI_Request* request) {
  return made(open.requests, PMPI_Ineighbor_alltoallv(from, send_counts, send_places, send_type, to,
                                                      receive_counts, receive_places, receive_type,
                                                      comm, request));
}
int MPI_Request_free(MPI_Request* request) {
  return freed(open.requests, PMPI_Request_free(request));
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  return completing(1, request, [&] { return PMPI_Wait(request, status); });
}
int MPI_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
  return completing(count, requests, [&] { return PMPI_Waitany(count, requests, index, status); });
}
int MPI_Waitsome(int count, MPI_Request requests[], int* done, int indices[],
                 MPI_Status statuses[]) {
  return completing(count, requests,
                    [&] { return PMPI_Waitsome(count, requests, done, indices, statuses); });
}
int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  return completing(count, requests, [&] { return PMPI_Waitall(count, requests, statuses); });
}
int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  return completing(1, request, [&] { return PMPI_Test(request, flag, status); });
}
int MPI_Testany(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
  return completing(count, requests,
                    [&] { return PMPI_Testany(count, requests, index, flag, status); });
}
int MPI_Testall(int count, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  return completing(count, requests, [&] { return PMPI_Testall(count, requests, flag, statuses); });
}
}
