// SPDX-License-Identifier: BSD-3-Clause
// Partitioned point-to-point calls, which came with MPI-4.0.  Being weak they are null where an
// MPI has none of them, instead of keeping the program from being linked.
#pragma once
#include <mpi.h>

#include <string>

extern "C" {
[[gnu::weak]] int MPI_Psend_init(const void* data, int partitions, MPI_Count count,
                                 MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Info info,
                                 MPI_Request* request);
[[gnu::weak]] int MPI_Precv_init(void* data, int partitions, MPI_Count count, MPI_Datatype type,
                                 int from, int tag, MPI_Comm comm, MPI_Info info,
                                 MPI_Request* request);
[[gnu::weak]] int MPI_Pready(int partition, MPI_Request request);
[[gnu::weak]] int MPI_Parrived(MPI_Request request, int partition, int* flag);

// The names by which a tool that stands in for the calls reaches MPI.
[[gnu::weak]] int PMPI_Psend_init(const void* data, int partitions, MPI_Count count,
                                  MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Info info,
                                  MPI_Request* request);
[[gnu::weak]] int PMPI_Precv_init(void* data, int partitions, MPI_Count count, MPI_Datatype type,
                                  int from, int tag, MPI_Comm comm, MPI_Info info,
                                  MPI_Request* request);
[[gnu::weak]] int PMPI_Pready(int partition, MPI_Request request);
[[gnu::weak]] int PMPI_Parrived(MPI_Request request, int partition, int* flag);
}

namespace seafret {

/// Why they cannot be called here; empty if they can.  A tool may have them where MPI has not.
inline std::string missing_partitioned_calls() {
  return PMPI_Psend_init != nullptr
             ? ""
             : "this MPI has no MPI_Psend_init (MPI-4.0); use p2p_persistent";
}

}  // namespace seafret
