// SPDX-License-Identifier: BSD-3-Clause
// What of NVTX's header of this name seafret uses, as it is declared there.
#pragma once
extern "C" {
int nvtxRangePushA(const char* message);
int nvtxRangePop(void);
}
