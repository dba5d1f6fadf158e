// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <nvtx3/nvToolsExt.h>

namespace seafret {

/// A region as NVTX sees it: a range of this thread, closed by whatever ends next.
class ToolRegion {
 public:
  ToolRegion(const char* name, int /*number*/) : name_(name) {}
  void begin() { nvtxRangePushA(name_); }
  void end() { nvtxRangePop(); }

 private:
  const char* name_;
};

}  // namespace seafret
