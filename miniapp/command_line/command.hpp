// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>

#include "comms/base/mpi.hpp"
#include "decomposition/base/registry.hpp"

namespace CLI {
class App;
}

namespace seafret {

/// One thing that the program can do.
struct Command {
  /// Returns the exit status: 0 good, 2 a check failed.  Throws InputError (1) and RunError (3).
  /// Collective.
  using Execute = std::function<int(const Communicator& comm)>;

  std::string what;  ///< one line for --help
  /// Declares the command's options.  What it returns is called when they have been read.
  Execute (*declare)(CLI::App& options);
};
Registry<Command>& commands();

/// Does what the command line says; returns the exit status.  Throws InputError where the command
/// line is wrong.  Collective.
int execute(int argc, char** argv, const Communicator& comm);

}  // namespace seafret
