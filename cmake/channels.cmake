# SPDX-License-Identifier: BSD-3-Clause
# The channel libfabric, where its headers and library are found, 1.17 or later: then the list of channels
# includes it, by way of a header that is made here. Else nobody compiles its sources.
find_path(SEAFRET_LIBFABRIC_INCLUDE rdma/fabric.h)
find_library(SEAFRET_LIBFABRIC_LIBRARY fabric)
mark_as_advanced(SEAFRET_LIBFABRIC_INCLUDE SEAFRET_LIBFABRIC_LIBRARY)

set(libfabric_version 0)
if(SEAFRET_LIBFABRIC_INCLUDE AND SEAFRET_LIBFABRIC_LIBRARY)
  file(STRINGS ${SEAFRET_LIBFABRIC_INCLUDE}/rdma/fabric.h lines REGEX "define +FI_(MAJOR|MINOR)_VERSION")
  string(REGEX MATCHALL "[0-9]+" libfabric_version "${lines}")
  list(JOIN libfabric_version . libfabric_version)
endif()
if(libfabric_version VERSION_LESS 1.17)
  message(STATUS "Notified puts go without the channel libfabric: there is no libfabric 1.17 or later")
  set(SEAFRET_HAS_LIBFABRIC OFF)
  set(includes "")
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} comms/notify/channels/libfabric.cpp
       comms/notify/channels/libfabric/*.cpp)
  set_property(GLOBAL APPEND PROPERTY SEAFRET_TAKEN_SOURCES ${sources})
else()
  set(SEAFRET_HAS_LIBFABRIC ON)
  set(includes "#include \"comms/notify/channels/libfabric.hpp\"\n")
endif()
file(CONFIGURE OUTPUT generated/comms/notify/channels_found.hpp
     CONTENT "// SPDX-License-Identifier: BSD-3-Clause\n#pragma once\n${includes}")

# It is loaded when it is used, so that nobody needs it to link.
function(seafret_link_channels target)
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/generated)
  if(SEAFRET_HAS_LIBFABRIC)
    target_include_directories(${target} SYSTEM PRIVATE ${SEAFRET_LIBFABRIC_INCLUDE})
    target_compile_definitions(${target} PRIVATE SEAFRET_LIBFABRIC="${SEAFRET_LIBFABRIC_LIBRARY}")
    target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
  endif()
endfunction()
