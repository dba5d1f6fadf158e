// SPDX-License-Identifier: BSD-3-Clause
#include <hwloc.h>

#include <memory>

#include "miniapp/run/placing.hpp"

namespace seafret {
namespace {

using Topology = std::unique_ptr<hwloc_topology, decltype(&hwloc_topology_destroy)>;
using CpuSet = std::unique_ptr<hwloc_bitmap_s, decltype(&hwloc_bitmap_free)>;

int socket_of_this_process() {
  hwloc_topology_t made = nullptr;
  hwloc_topology_init(&made);
  const Topology host(made, hwloc_topology_destroy);
  hwloc_topology_load(made);
  const CpuSet bound(hwloc_bitmap_alloc(), hwloc_bitmap_free);
  if (hwloc_get_cpubind(made, bound.get(), HWLOC_CPUBIND_PROCESS) != 0) return -1;
  hwloc_obj_t socket = nullptr;
  while ((socket = hwloc_get_next_obj_by_type(made, HWLOC_OBJ_PACKAGE, socket)) != nullptr)
    if (hwloc_bitmap_isincluded(bound.get(), socket->cpuset) != 0)
      return static_cast<int>(socket->logical_index);
  return -1;
}

const bool registered = [] {
  find_socket = socket_of_this_process;
  return true;
}();

}  // namespace
}  // namespace seafret
