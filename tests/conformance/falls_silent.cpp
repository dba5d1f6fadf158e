// SPDX-License-Identifier: BSD-3-Clause
// Linked with the program.  FALLS_SILENT="RANK CALL N" has a rank stop at its Nth call of that
// function of MPI, counted from where the time loop begins; there rank 0 says that it does.
#include <mpi.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

namespace {

bool has_begun = false;

void may_stop_in(const std::string& call) {
  static int calls = 0;
  const char* const silence = std::getenv("FALLS_SILENT");
  if (!has_begun || silence == nullptr) return;
  std::istringstream in(silence);
  int silent_rank = -1, count = 0, rank = 0;
  std::string where;
  in >> silent_rank >> where >> count;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == silent_rank && call == where && ++calls == count) std::raise(SIGSTOP);
}

}  // namespace

extern "C" {

int MPI_Pcontrol(const int level, ...) {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  has_begun = has_begun || level == 1;
  if (level == 1 && rank == 0) std::fputs("the loop begins\n", stderr);
  may_stop_in("MPI_Pcontrol");
  return MPI_SUCCESS;
}
int MPI_Allreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
  may_stop_in("MPI_Allreduce");
  return PMPI_Allreduce(from, to, count, type, op, comm);
}
int MPI_Isend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
  may_stop_in("MPI_Isend");
  return PMPI_Isend(data, count, type, to, tag, comm, request);
}
int MPI_Win_fence(int assertions, MPI_Win win) {
  may_stop_in("MPI_Win_fence");
  return PMPI_Win_fence(assertions, win);
}
int MPI_Win_flush_all(MPI_Win win) {
  may_stop_in("MPI_Win_flush_all");
  return PMPI_Win_flush_all(win);
}
int MPI_File_write_at_all(MPI_File file, MPI_Offset offset, const void* data, int count,
                          MPI_Datatype type, MPI_Status* status) {
  may_stop_in("MPI_File_write_at_all");
  return PMPI_File_write_at_all(file, offset, data, count, type, status);
}
int MPI_Finalize() {
  may_stop_in("MPI_Finalize");
  return PMPI_Finalize();
}
int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int error = PMPI_Init_thread(argc, argv, required, provided);
  if (std::getenv("NO_THREADS") != nullptr) *provided = MPI_THREAD_SINGLE;
  return error;
}
}
