// SPDX-License-Identifier: BSD-3-Clause
// What of CrayPat's header of this name seafret uses, as it is declared there.
#pragma once
extern "C" {
int PAT_region_begin(int id, const char* label);
int PAT_region_end(int id);
}
