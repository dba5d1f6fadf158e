# SPDX-License-Identifier: BSD-3-Clause
# Which socket a rank is bound to is known where hwloc is found; partition.node needs it for that
# alone. The object registers itself, so it must be linked although nobody calls it.
set(SEAFRET_SOCKET_SOURCES miniapp/run/sockets_by_hwloc.cpp)

function(seafret_link_sockets target)
  find_path(SEAFRET_hwloc_INCLUDE hwloc.h)
  find_library(SEAFRET_hwloc_LIBRARY hwloc)
  mark_as_advanced(SEAFRET_hwloc_INCLUDE SEAFRET_hwloc_LIBRARY)
  if(SEAFRET_hwloc_INCLUDE AND SEAFRET_hwloc_LIBRARY)
    target_sources(${target} PRIVATE ${SEAFRET_SOCKET_SOURCES})
    target_include_directories(${target} SYSTEM PRIVATE ${SEAFRET_hwloc_INCLUDE})
    target_link_libraries(${target} PRIVATE ${SEAFRET_hwloc_LIBRARY})
  endif()
endfunction()
