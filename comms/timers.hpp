// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "comms/mpi.hpp"

namespace seafret {

/// A place in the program whose time is counted.  Made once, where control first comes by.
class RegionSite {
 public:
  explicit RegionSite(const char* name);

  const char* name;
  std::int64_t count = 0;
  double seconds = 0;
};

/// Counts the time until its own end.  On one thread a rank, outside parallel regions; not for
/// anything below 10 us, because reading the clock costs 0.2 us on a virtual machine.
class Region {
 public:
  explicit Region(RegionSite& site) : site_(site), start_(std::chrono::steady_clock::now()) {}
  ~Region() {
    site_.seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    ++site_.count;
  }
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;

 private:
  RegionSite& site_;
  std::chrono::steady_clock::time_point start_;
};

/// One region as seen by all ranks; sites of the same name are added up first.
struct RegionTime {
  std::string name;
  std::int64_t count = 0;  ///< the most that any rank came by
  double mean_s = 0, min_s = 0, max_s = 0;
};

/// Collective.  Sorted by name; the same list on every rank, also where some ranks never came by.
std::vector<RegionTime> region_times(const Communicator& comm);
/// Forgets what was counted so far, on this rank.
void reset_region_times();

}  // namespace seafret

#define SEAFRET_JOIN_(a, b) a##b
#define SEAFRET_JOIN(a, b) SEAFRET_JOIN_(a, b)
/// Times the rest of the enclosing block under a literal name such as "halo/finish".
#define SEAFRET_REGION(name)                                                \
  static ::seafret::RegionSite SEAFRET_JOIN(seafret_site_, __LINE__){name}; \
  const ::seafret::Region SEAFRET_JOIN(seafret_region_, __LINE__) {         \
    SEAFRET_JOIN(seafret_site_, __LINE__)                                   \
  }
