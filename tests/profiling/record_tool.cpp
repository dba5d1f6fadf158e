// SPDX-License-Identifier: BSD-3-Clause
// A tool as PerfStubs describes it, which the program finds by the names of its functions.
#include "recorder.hpp"

extern "C" {
void* ps_tool_timer_create(const char* name) { return new std::string(name); }
void ps_tool_timer_start(const void* timer) {
  told().push_back({true, *static_cast<const std::string*>(timer)});
}
void ps_tool_timer_stop(const void* timer) {
  told().push_back({false, *static_cast<const std::string*>(timer)});
}
}

Told begun(const std::string& name) { return {true, name}; }
Told ended(const std::string& name) { return {false, name}; }
