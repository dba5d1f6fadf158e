// SPDX-License-Identifier: BSD-3-Clause
// Stands between a program and MPI and counts what is made and freed, HDF5's handles too.  A
// program that ends with a handle too many says so and fails.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <initializer_list>

#include "comms/transports/partitioned_mpi.hpp"

namespace {

struct Count {
  const char* what;
  int open = 0;
};
Count communicators{"communicator"}, groups{"group"}, types{"data type"}, windows{"window"},
    requests{"request"}, operations{"operation"}, infos{"info"}, files{"file"};

/// For a call that made something, unless it made nothing (a split may).
template <class Handle>
int made(int status, Count& count, const Handle* handle, Handle null) {
  count.open += *handle != null;
  return status;
}

int freed(int status, Count& count) {
  --count.open;
  return status;
}

/// Requests are gone when a wait or a test turns them into MPI_REQUEST_NULL.
template <class Call>
int completed(int n, MPI_Request* all, Call call) {
  const auto count_active = [&] {
    int active = 0;
    for (int r = 0; r < n; ++r) active += all[r] != MPI_REQUEST_NULL;
    return active;
  };
  const int before = count_active();
  const int status = call();
  requests.open -= before - count_active();
  return status;
}

}  // namespace

extern "C" {

int MPI_Comm_dup(MPI_Comm c, MPI_Comm* n) {
  return made(PMPI_Comm_dup(c, n), communicators, n, MPI_COMM_NULL);
}
int MPI_Comm_split(MPI_Comm c, int color, int key, MPI_Comm* n) {
  return made(PMPI_Comm_split(c, color, key, n), communicators, n, MPI_COMM_NULL);
}
int MPI_Comm_split_type(MPI_Comm c, int type, int key, MPI_Info info, MPI_Comm* n) {
  return made(PMPI_Comm_split_type(c, type, key, info, n), communicators, n, MPI_COMM_NULL);
}
int MPI_Comm_create(MPI_Comm c, MPI_Group g, MPI_Comm* n) {
  return made(PMPI_Comm_create(c, g, n), communicators, n, MPI_COMM_NULL);
}
int MPI_Comm_create_group(MPI_Comm c, MPI_Group g, int tag, MPI_Comm* n) {
  return made(PMPI_Comm_create_group(c, g, tag, n), communicators, n, MPI_COMM_NULL);
}
int MPI_Dist_graph_create_adjacent(MPI_Comm c, int in, const int from[], const int fw[], int out,
                                   const int to[], const int tw[], MPI_Info i, int r, MPI_Comm* n) {
  return made(PMPI_Dist_graph_create_adjacent(c, in, from, fw, out, to, tw, i, r, n), communicators,
              n, MPI_COMM_NULL);
}
int MPI_Comm_free(MPI_Comm* c) { return freed(PMPI_Comm_free(c), communicators); }

int MPI_Comm_group(MPI_Comm c, MPI_Group* g) {
  return made(PMPI_Comm_group(c, g), groups, g, MPI_GROUP_EMPTY);
}
int MPI_Group_incl(MPI_Group g, int n, const int ranks[], MPI_Group* made_group) {
  return made(PMPI_Group_incl(g, n, ranks, made_group), groups, made_group, MPI_GROUP_EMPTY);
}
int MPI_Group_free(MPI_Group* g) {
  return *g == MPI_GROUP_EMPTY ? PMPI_Group_free(g) : freed(PMPI_Group_free(g), groups);
}

int MPI_Type_contiguous(int n, MPI_Datatype t, MPI_Datatype* m) {
  return made(PMPI_Type_contiguous(n, t, m), types, m, MPI_DATATYPE_NULL);
}
int MPI_Type_vector(int n, int length, int stride, MPI_Datatype t, MPI_Datatype* m) {
  return made(PMPI_Type_vector(n, length, stride, t, m), types, m, MPI_DATATYPE_NULL);
}
int MPI_Type_create_hvector(int n, int length, MPI_Aint stride, MPI_Datatype t, MPI_Datatype* m) {
  return made(PMPI_Type_create_hvector(n, length, stride, t, m), types, m, MPI_DATATYPE_NULL);
}
int MPI_Type_create_hindexed(int n, const int lengths[], const MPI_Aint at[], MPI_Datatype t,
                             MPI_Datatype* m) {
  return made(PMPI_Type_create_hindexed(n, lengths, at, t, m), types, m, MPI_DATATYPE_NULL);
}
int MPI_Type_create_struct(int n, const int lengths[], const MPI_Aint at[], const MPI_Datatype t[],
                           MPI_Datatype* m) {
  return made(PMPI_Type_create_struct(n, lengths, at, t, m), types, m, MPI_DATATYPE_NULL);
}
int MPI_Type_create_subarray(int d, const int all[], const int part[], const int from[], int order,
                             MPI_Datatype t, MPI_Datatype* m) {
  return made(PMPI_Type_create_subarray(d, all, part, from, order, t, m), types, m,
              MPI_DATATYPE_NULL);
}
int MPI_Type_create_resized(MPI_Datatype t, MPI_Aint low, MPI_Aint extent, MPI_Datatype* m) {
  return made(PMPI_Type_create_resized(t, low, extent, m), types, m, MPI_DATATYPE_NULL);
}
int MPI_Type_dup(MPI_Datatype t, MPI_Datatype* m) {
  return made(PMPI_Type_dup(t, m), types, m, MPI_DATATYPE_NULL);
}
int MPI_Type_free(MPI_Datatype* t) { return freed(PMPI_Type_free(t), types); }

int MPI_Win_create(void* base, MPI_Aint size, int unit, MPI_Info i, MPI_Comm c, MPI_Win* w) {
  return made(PMPI_Win_create(base, size, unit, i, c, w), windows, w, MPI_WIN_NULL);
}
int MPI_Win_allocate(MPI_Aint size, int unit, MPI_Info i, MPI_Comm c, void* base, MPI_Win* w) {
  return made(PMPI_Win_allocate(size, unit, i, c, base, w), windows, w, MPI_WIN_NULL);
}
int MPI_Win_create_dynamic(MPI_Info i, MPI_Comm c, MPI_Win* w) {
  return made(PMPI_Win_create_dynamic(i, c, w), windows, w, MPI_WIN_NULL);
}
int MPI_Win_free(MPI_Win* w) { return freed(PMPI_Win_free(w), windows); }

int MPI_Op_create(MPI_User_function* f, int commutes, MPI_Op* op) {
  return made(PMPI_Op_create(f, commutes, op), operations, op, MPI_OP_NULL);
}
int MPI_Op_free(MPI_Op* op) { return freed(PMPI_Op_free(op), operations); }

int MPI_Info_create(MPI_Info* i) { return made(PMPI_Info_create(i), infos, i, MPI_INFO_NULL); }
int MPI_Info_dup(MPI_Info i, MPI_Info* n) {
  return made(PMPI_Info_dup(i, n), infos, n, MPI_INFO_NULL);
}
int MPI_Info_free(MPI_Info* i) { return freed(PMPI_Info_free(i), infos); }

int MPI_File_open(MPI_Comm c, const char* name, int mode, MPI_Info i, MPI_File* f) {
  return made(PMPI_File_open(c, name, mode, i, f), files, f, MPI_FILE_NULL);
}
int MPI_File_close(MPI_File* f) { return freed(PMPI_File_close(f), files); }

int MPI_Isend(const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request* r) {
  return made(PMPI_Isend(b, n, t, to, tag, c, r), requests, r, MPI_REQUEST_NULL);
}
int MPI_Irecv(void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request* r) {
  return made(PMPI_Irecv(b, n, t, from, tag, c, r), requests, r, MPI_REQUEST_NULL);
}
int MPI_Send_init(const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c,
                  MPI_Request* r) {
  return made(PMPI_Send_init(b, n, t, to, tag, c, r), requests, r, MPI_REQUEST_NULL);
}
int MPI_Recv_init(void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request* r) {
  return made(PMPI_Recv_init(b, n, t, from, tag, c, r), requests, r, MPI_REQUEST_NULL);
}
int MPI_Psend_init(const void* b, int parts, MPI_Count n, MPI_Datatype t, int to, int tag,
                   MPI_Comm c, MPI_Info i, MPI_Request* r) {
  return made(PMPI_Psend_init(b, parts, n, t, to, tag, c, i, r), requests, r, MPI_REQUEST_NULL);
}
int MPI_Precv_init(void* b, int parts, MPI_Count n, MPI_Datatype t, int from, int tag, MPI_Comm c,
                   MPI_Info i, MPI_Request* r) {
  return made(PMPI_Precv_init(b, parts, n, t, from, tag, c, i, r), requests, r, MPI_REQUEST_NULL);
}
int MPI_Iallreduce(const void* b, void* to, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c,
                   MPI_Request* r) {
  return made(PMPI_Iallreduce(b, to, n, t, op, c, r), requests, r, MPI_REQUEST_NULL);
}
int MPI_Ibarrier(MPI_Comm c, MPI_Request* r) {
  return made(PMPI_Ibarrier(c, r), requests, r, MPI_REQUEST_NULL);
}
int MPI_Ineighbor_alltoallv(const void* b, const int n[], const int at[], MPI_Datatype t, void* to,
                            const int m[], const int there[], MPI_Datatype u, MPI_Comm c,
                            MPI_Request* r) {
  return made(PMPI_Ineighbor_alltoallv(b, n, at, t, to, m, there, u, c, r), requests, r,
              MPI_REQUEST_NULL);
}
int MPI_Request_free(MPI_Request* r) { return freed(PMPI_Request_free(r), requests); }
int MPI_Wait(MPI_Request* r, MPI_Status* s) {
  return completed(1, r, [=] { return PMPI_Wait(r, s); });
}
int MPI_Waitall(int n, MPI_Request r[], MPI_Status s[]) {
  return completed(n, r, [=] { return PMPI_Waitall(n, r, s); });
}
int MPI_Waitany(int n, MPI_Request r[], int* index, MPI_Status* s) {
  return completed(n, r, [=] { return PMPI_Waitany(n, r, index, s); });
}
int MPI_Waitsome(int n, MPI_Request r[], int* done, int which[], MPI_Status s[]) {
  return completed(n, r, [=] { return PMPI_Waitsome(n, r, done, which, s); });
}
int MPI_Test(MPI_Request* r, int* flag, MPI_Status* s) {
  return completed(1, r, [=] { return PMPI_Test(r, flag, s); });
}
int MPI_Testall(int n, MPI_Request r[], int* flag, MPI_Status s[]) {
  return completed(n, r, [=] { return PMPI_Testall(n, r, flag, s); });
}
int MPI_Testany(int n, MPI_Request r[], int* index, int* flag, MPI_Status* s) {
  return completed(n, r, [=] { return PMPI_Testany(n, r, index, flag, s); });
}
int MPI_Testsome(int n, MPI_Request r[], int* done, int which[], MPI_Status s[]) {
  return completed(n, r, [=] { return PMPI_Testsome(n, r, done, which, s); });
}

int MPI_Finalize() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int status = PMPI_Finalize();  // HDF5 frees the last of its own in there
  bool is_clean = true;
  for (const Count* count :
       {&communicators, &groups, &types, &windows, &requests, &operations, &infos, &files}) {
    if (count->open == 0) continue;
    std::fprintf(stderr, "rank %d: %d %s handles not freed\n", rank, count->open, count->what);
    is_clean = false;
  }
  if (!is_clean) std::_Exit(9);
  return status;
}
}
