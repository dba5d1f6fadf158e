// SPDX-License-Identifier: BSD-3-Clause
// Every way to a peer's memory.  To add one: write channels/<name>.hpp, and a line here.
#include "comms/notify/channels/emulated.hpp"
#include "comms/notify/channels/mpi.hpp"
#include "comms/notify/channels/shared_memory.hpp"
#include "comms/notify/channels_found.hpp"  // those whose library is there (cmake/channels.cmake)

namespace seafret::notify {

Registry<ChannelKind>& channels() {
  static Registry<ChannelKind> all("channel");
  return all;
}

}  // namespace seafret::notify
