# SPDX-License-Identifier: BSD-3-Clause
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
set(programs consumer base_only ring heat)
file(GLOB_RECURSE modules ${PREFIX}/seafret.mod)
if(modules)
  list(APPEND programs shallow_water)
endif()
consume(${PREFIX} "${programs}")
