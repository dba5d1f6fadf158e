// SPDX-License-Identifier: BSD-3-Clause
#include <hdf5.h>
#include <mpi.h>

int main() {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL);
  return H5Pclose(access);
}
