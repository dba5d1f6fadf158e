// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <scorep/SCOREP_User.h>

namespace seafret {

/// A region as Score-P sees it, which fills in the handle when it first comes by.
class ToolRegion {
 public:
  ToolRegion(const char* name, int /*number*/) : name_(name) {}
  void begin() { SCOREP_USER_REGION_BEGIN(handle_, name_, SCOREP_USER_REGION_TYPE_COMMON) }
  void end() { SCOREP_USER_REGION_END(handle_) }

 private:
  const char* name_;
  SCOREP_User_RegionHandle handle_ = SCOREP_USER_INVALID_REGION;
};

}  // namespace seafret
