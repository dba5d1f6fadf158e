// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <pat_api.h>

namespace seafret {

/// A region as CrayPat sees it: by its number, from 1.
class ToolRegion {
 public:
  ToolRegion(const char* name, int number) : name_(name), number_(number) {}
  void begin() { PAT_region_begin(number_, name_); }
  void end() { PAT_region_end(number_); }

 private:
  const char* name_;
  int number_;
};

}  // namespace seafret
