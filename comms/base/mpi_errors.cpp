// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/mpi_errors.hpp"

#include <stdexcept>

#include "comms/base/progress.hpp"

namespace seafret {
namespace {

const Awaited an_agreement("an agreement of all ranks");

std::string text_of(int error) {
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(error, text, &length);
  return {text, static_cast<std::size_t>(length)};
}

/// As MPI calls it.
extern "C" void keep_error(MPI_Comm* /*comm*/, int* error, ...) {
  Patience::keep_for_later("MPI failed: " + text_of(*error));
}

}  // namespace

ErrorsReturned::ErrorsReturned(MPI_Comm comm) : comm_(comm) {
  MPI_Comm_get_errhandler(comm_, &before_);
  MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
}

ErrorsReturned::~ErrorsReturned() {
  MPI_Comm_set_errhandler(comm_, before_);
  MPI_Errhandler_free(&before_);
}

void keep_errors(MPI_Comm comm) {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(comm, &handler);
  const bool returns = handler == MPI_ERRORS_RETURN;
  MPI_Errhandler_free(&handler);
  if (!returns) return;
  MPI_Comm_create_errhandler(keep_error, &handler);
  MPI_Comm_set_errhandler(comm, handler);
  MPI_Errhandler_free(&handler);  // the communicator keeps it
}

void insist_on_made(int error) {
  if (error != MPI_SUCCESS)
    throw std::runtime_error("MPI makes no communicator: " + text_of(error));
}

std::string refusal(int error, MPI_Comm comm) {
  const CollectiveWait wait(an_agreement, comm);
  int worst = MPI_SUCCESS;
  MPI_Allreduce(&error, &worst, 1, MPI_INT, MPI_MAX, comm);
  if (worst == MPI_SUCCESS) return "";
  return text_of(worst);
}

}  // namespace seafret
