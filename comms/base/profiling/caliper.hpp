// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <caliper/cali.h>

namespace seafret {

/// A region as Caliper sees it.
class ToolRegion {
 public:
  ToolRegion(const char* name, int /*number*/) : name_(name) {}
  void begin() { CALI_MARK_BEGIN(name_); }
  void end() { CALI_MARK_END(name_); }

 private:
  const char* name_;
};

}  // namespace seafret
