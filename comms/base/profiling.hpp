// SPDX-License-Identifier: BSD-3-Clause
// The one place that knows how seafret was told to be profiled, by CMake's SEAFRET_PROFILING: it
// chooses what a ToolRegion is (comms/base/profiling/), whether regions are listed, and what
// SEAFRET_REGION comes to.
#pragma once

#if defined(SEAFRET_PROFILING_AUTO) && defined(SCOREP_USER_ENABLE)
#define SEAFRET_PROFILING_SCOREP
#elif defined(SEAFRET_PROFILING_AUTO) && defined(CRAYPAT)
#define SEAFRET_PROFILING_CRAYPAT
#elif defined(SEAFRET_PROFILING_SCOREP) && !defined(SCOREP_USER_ENABLE)
#error \
    "SEAFRET_PROFILING is SCOREP, but the compiler is not Score-P's with --user (docs/profiling.md)"
#endif

#if defined(SEAFRET_PROFILING_NONE) || defined(SEAFRET_PROFILING_TIMER)
#include "comms/base/profiling/no_tool.hpp"
#elif defined(SEAFRET_PROFILING_SCOREP)
#include "comms/base/profiling/scorep.hpp"
#elif defined(SEAFRET_PROFILING_CRAYPAT)
#include "comms/base/profiling/craypat.hpp"
#elif defined(SEAFRET_PROFILING_CALIPER)
#include "comms/base/profiling/caliper.hpp"
#elif defined(SEAFRET_PROFILING_NVTX)
#include "comms/base/profiling/nvtx.hpp"
#else
#include "comms/base/profiling/tool_hook.hpp"
#endif

namespace seafret {

#if defined(SEAFRET_PROFILING_NONE)
inline constexpr bool regions_are_listed = false;
#define SEAFRET_REGION(name) static_assert(sizeof(name) > 1)
#else
inline constexpr bool regions_are_listed = true;
#define SEAFRET_JOIN_(a, b) a##b
#define SEAFRET_JOIN(a, b) SEAFRET_JOIN_(a, b)
/// Times the rest of the enclosing block under a literal name such as "halo/finish".
#define SEAFRET_REGION(name)                                                \
  static ::seafret::RegionSite SEAFRET_JOIN(seafret_site_, __LINE__){name}; \
  const ::seafret::Region SEAFRET_JOIN(seafret_region_, __LINE__) {         \
    SEAFRET_JOIN(seafret_site_, __LINE__)                                   \
  }
#endif

}  // namespace seafret
