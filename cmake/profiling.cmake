# SPDX-License-Identifier: BSD-3-Clause
# Who sees the regions of a run (docs/profiling.md). NONE compiles nothing of them; TIMER counts them for the
# report; TOOL also shows them to tools that are loaded with the program; the others are profilers that the
# program is built with. AUTO is SCOREP or CRAYPAT where their compiler wrappers are at work, else TOOL.
set(values AUTO NONE TIMER TOOL SCOREP CRAYPAT CALIPER NVTX)
set(SEAFRET_PROFILING AUTO CACHE STRING "Who sees the regions of a run: ${values}")
set_property(CACHE SEAFRET_PROFILING PROPERTY STRINGS ${values})
if(NOT SEAFRET_PROFILING IN_LIST values)
  list(JOIN values ", " values)
  message(FATAL_ERROR "SEAFRET_PROFILING is '${SEAFRET_PROFILING}', which is none of ${values}.")
endif()

if(SEAFRET_PROFILING MATCHES "^(AUTO|TOOL)$")
  set(SEAFRET_TOOLS_LOOK_IN ON)
else()
  set(SEAFRET_TOOLS_LOOK_IN OFF)
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} comms/base/profiling/*.cpp)
  set_property(GLOBAL APPEND PROPERTY SEAFRET_TAKEN_SOURCES ${sources})
endif()

# Everybody who includes a region must mean the same by it, so `target` passes the choice on.
function(seafret_link_profiler target)
  target_compile_definitions(${target} PUBLIC SEAFRET_PROFILING_${SEAFRET_PROFILING})
  if(SEAFRET_TOOLS_LOOK_IN)
    target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
  elseif(SEAFRET_PROFILING STREQUAL "CALIPER")
    find_package(caliper REQUIRED)
    target_link_libraries(${target} PUBLIC caliper)
  elseif(SEAFRET_PROFILING STREQUAL "NVTX")
    find_path(SEAFRET_NVTX_INCLUDE nvtx3/nvToolsExt.h REQUIRED)
    target_include_directories(${target} SYSTEM PUBLIC $<BUILD_INTERFACE:${SEAFRET_NVTX_INCLUDE}>)
    target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
  endif()
endfunction()
