// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <stdexcept>

namespace seafret {

/// The input or the command line is wrong.  Thrown by every rank alike, from what all of them know,
/// so the program can end in good order: one rank prints the message, the exit status is 1.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The run could not go on (NaN, CFL).  Thrown by every rank alike; the exit status is 3.
struct RunError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace seafret
