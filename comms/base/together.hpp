// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <stdexcept>
#include <string>
#include <utility>

#include "comms/base/mpi.hpp"
#include "comms/base/progress.hpp"

namespace seafret {

/// Does work that may fail on some ranks only.  If it does, all ranks throw the message of the
/// first one that failed, as an Error, so that they stay together.  Collective.
template <class Error, class Work>
void together(const Communicator& comm, Work&& work) {
  std::string trouble;
  bool failed = false;
  try {
    std::forward<Work>(work)();
  } catch (const LostRank&) {
    throw;  // the others would not hear of it
  } catch (const std::runtime_error& e) {
    failed = true;
    trouble = e.what();
  }
  const auto size = static_cast<std::int64_t>(comm.size());
  const std::int64_t first = size - comm.max(failed ? size - comm.rank() : std::int64_t{0});
  if (first == size) return;
  comm.broadcast(trouble, static_cast<int>(first));
  throw Error(trouble);
}

}  // namespace seafret
