// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "comms/base/mpi.hpp"

namespace seafret {

/// A place in the program whose time is counted, from where it is made to where it is destroyed.
class RegionSite {
 public:
  explicit RegionSite(std::string name);
  ~RegionSite();
  RegionSite(const RegionSite&) = delete;
  RegionSite& operator=(const RegionSite&) = delete;

  std::string name;
  std::int64_t count = 0;
  double seconds = 0;
};

/// Counts the time until its own end.  On one thread a rank, outside parallel regions.  Reading the
/// clock costs 0.2 us on a virtual machine: what takes less than 10 us is timed once in `weight`
/// times, and counted as often; in between the weight is 0 and the clock is left alone.
class Region {
 public:
  explicit Region(RegionSite& site, int weight = 1) : site_(site), weight_(weight) {
    if (weight_ > 0) start_ = std::chrono::steady_clock::now();
  }
  ~Region() {
    if (weight_ == 0) return;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    site_.seconds += weight_ * passed.count();
    site_.count += weight_;
  }
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;

 private:
  RegionSite& site_;
  int weight_;
  std::chrono::steady_clock::time_point start_ = {};
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
