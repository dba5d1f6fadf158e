// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <rdma/fabric.h>

namespace seafret::notify {

/// Those functions of libfabric that no table of its objects has.  It is loaded when it is first
/// needed, and stays: Debian's takes a quarter of a second to load (psm's library measures its
/// clock), which no run is to wait for that does not use it.
struct Library {
  /// Throws std::runtime_error where it cannot be loaded.
  static const Library& get();

  decltype(&fi_getinfo) getinfo = nullptr;
  decltype(&fi_dupinfo) dupinfo = nullptr;
  decltype(&fi_freeinfo) freeinfo = nullptr;
  decltype(&fi_fabric) fabric = nullptr;
  decltype(&fi_strerror) strerror = nullptr;
};

}  // namespace seafret::notify
