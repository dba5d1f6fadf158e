// SPDX-License-Identifier: BSD-3-Clause
// What of Score-P's header of this name seafret uses, as it is declared and defined there.
#pragma once
#include <stdint.h>

typedef struct SCOREP_User_Region* SCOREP_User_RegionHandle;
typedef uint32_t SCOREP_User_RegionType;
typedef uint32_t SCOREP_SourceFileHandle;
#define SCOREP_USER_INVALID_REGION nullptr
#define SCOREP_USER_REGION_TYPE_COMMON 0

static const char* SCOREP_User_LastFileName = nullptr;
static SCOREP_SourceFileHandle SCOREP_User_LastFileHandle = 0;

extern "C" {
void SCOREP_User_RegionBegin(SCOREP_User_RegionHandle* handle, const char** lastFileName,
                             SCOREP_SourceFileHandle* lastFile, const char* name,
                             const SCOREP_User_RegionType regionType, const char* fileName,
                             const uint32_t lineNo);
void SCOREP_User_RegionEnd(const SCOREP_User_RegionHandle handle);
}

#define SCOREP_USER_REGION_BEGIN(handle, name, type)                                             \
  SCOREP_User_RegionBegin(&handle, &SCOREP_User_LastFileName, &SCOREP_User_LastFileHandle, name, \
                          type, __FILE__, __LINE__);
#define SCOREP_USER_REGION_END(handle) SCOREP_User_RegionEnd(handle);
