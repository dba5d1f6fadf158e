// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <string>

namespace seafret {

/// While it lives, what goes wrong in MPI calls on the communicator is returned to the caller.
class ErrorsReturned {
 public:
  explicit ErrorsReturned(MPI_Comm comm);
  ~ErrorsReturned();
  ErrorsReturned(const ErrorsReturned&) = delete;
  ErrorsReturned& operator=(const ErrorsReturned&) = delete;

 private:
  MPI_Comm comm_;
  MPI_Errhandler before_ = MPI_ERRHANDLER_NULL;
};

/// Calls of MPI on a communicator that would return their errors, which nobody here looks at, keep
/// them for the next wait (Patience).  Communicators made of it do as it does.
void keep_errors(MPI_Comm comm);

/// Throws std::runtime_error where making a communicator returned this error.
void insist_on_made(int error);

/// What MPI says against the call that returned `error` on any rank; empty if it worked on all.
/// Collective, so that all ranks give up together.
std::string refusal(int error, MPI_Comm comm);

}  // namespace seafret
