// SPDX-License-Identifier: BSD-3-Clause
#include <hwloc.h>

#include "miniapp/run/sockets.hpp"

namespace seafret {
namespace {

/// What hwloc knows of this host, for as long as it lives.
class Host {
 public:
  Host() {
    hwloc_topology_init(&topology_);
    hwloc_topology_load(topology_);
    bound_ = hwloc_bitmap_alloc();
  }
  ~Host() {
    hwloc_bitmap_free(bound_);
    hwloc_topology_destroy(topology_);
  }
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  int socket_of_this_process() const {
    if (hwloc_get_cpubind(topology_, bound_, HWLOC_CPUBIND_PROCESS) != 0) return -1;
    const int sockets = hwloc_get_nbobjs_by_type(topology_, HWLOC_OBJ_PACKAGE);
    for (int s = 0; s < sockets; ++s) {
      const hwloc_obj_t socket =
          hwloc_get_obj_by_type(topology_, HWLOC_OBJ_PACKAGE, static_cast<unsigned>(s));
      if (hwloc_bitmap_isincluded(bound_, socket->cpuset) != 0) return s;
    }
    return -1;
  }

 private:
  hwloc_topology_t topology_ = nullptr;
  hwloc_bitmap_t bound_ = nullptr;
};

const bool registered = [] {
  socket_finder() = [] { return Host().socket_of_this_process(); };
  return true;
}();

}  // namespace
}  // namespace seafret
