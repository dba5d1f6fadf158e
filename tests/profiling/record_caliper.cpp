// SPDX-License-Identifier: BSD-3-Clause
#include <caliper/cali.h>

#include "recorder.hpp"

void cali_begin_region(const char* name) { told().push_back({true, name}); }
void cali_end_region(const char* name) { told().push_back({false, name}); }

Told begun(const std::string& name) { return {true, name}; }
Told ended(const std::string& name) { return {false, name}; }
