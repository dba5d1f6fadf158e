// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Empty, and called for each region: a place for a debugger or a probe to stop at.
extern "C" {
void seafret_region_begin(const char* name);
void seafret_region_end(const char* name);
}

namespace seafret {

/// The timers of a tool that was loaded with the program, found by the names that PerfStubs gave
/// them; all or none.
struct ToolTimers {
  ToolTimers();
  void* (*create)(const char* name) = nullptr;
  void (*start)(const void* timer) = nullptr;
  void (*stop)(const void* timer) = nullptr;
};

/// A region as tools see it that need no other build of the program.
class ToolRegion {
 public:
  ToolRegion(const char* name, int number);
  void begin() {
    seafret_region_begin(name_);
    if (timer_ != nullptr) timers().start(timer_);
  }
  void end() {
    if (timer_ != nullptr) timers().stop(timer_);
    seafret_region_end(name_);
  }

 private:
  static const ToolTimers& timers();

  const char* name_;
  const void* timer_ = nullptr;
};

}  // namespace seafret
