// SPDX-License-Identifier: BSD-3-Clause
// What of Caliper's header of this name seafret uses, as it is declared and defined there.
#pragma once
extern "C" {
void cali_begin_region(const char* name);
void cali_end_region(const char* name);
}
#define CALI_MARK_BEGIN(name) cali_begin_region(name)
#define CALI_MARK_END(name) cali_end_region(name)
