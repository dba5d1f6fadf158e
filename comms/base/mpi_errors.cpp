// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/mpi_errors.hpp"

#include "comms/base/progress.hpp"

namespace seafret {
namespace {

const Awaited an_agreement("an agreement of all ranks");

}  // namespace

ErrorsReturned::ErrorsReturned(MPI_Comm comm) : comm_(comm) {
  MPI_Comm_get_errhandler(comm_, &before_);
  MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
}

ErrorsReturned::~ErrorsReturned() {
  MPI_Comm_set_errhandler(comm_, before_);
  MPI_Errhandler_free(&before_);
}

std::string refusal(int error, MPI_Comm comm) {
  const CollectiveWait wait(an_agreement, comm);
  int worst = MPI_SUCCESS;
  MPI_Allreduce(&error, &worst, 1, MPI_INT, MPI_MAX, comm);
  if (worst == MPI_SUCCESS) return "";
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(worst, text, &length);
  return {text, static_cast<std::size_t>(length)};
}

}  // namespace seafret
