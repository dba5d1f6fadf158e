// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <string>

#include "comms/base/mpi.hpp"
#include "decomposition/base/error.hpp"

namespace seafret {

/// The name of a file that is gone at the end, and that no other test has, which may run beside
/// this.
class ScratchFile {
 public:
  ScratchFile(const Communicator& comm, const std::string& name)
      : comm_(comm),
        path_(name + "." + std::to_string(comm.max(std::int64_t{::getpid()})) + ".tmp") {}
  /// Filled by rank 0, as by fill().
  template <class Write>
  ScratchFile(const Communicator& comm, const std::string& name, const Write& write)
      : ScratchFile(comm, name) {
    fill(write);
  }
  ~ScratchFile() {
    comm_.barrier();
    if (comm_.rank() == 0) std::remove(path_.c_str());
  }
  const std::string& path() const { return path_; }
  /// Lets rank 0 fill it.
  template <class Write>
  void fill(Write write) const {
    comm_.barrier();
    if (comm_.rank() == 0) write(path_);
    comm_.barrier();
  }

 private:
  const Communicator& comm_;
  std::string path_;
};

/// What is refused with an InputError, "" where nothing is.
template <class Work>
std::string refusal(Work work) {
  try {
    work();
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

}  // namespace seafret
