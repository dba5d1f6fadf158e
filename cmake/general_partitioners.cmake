# SPDX-License-Identifier: BSD-3-Clause
# General graph partitioners that `seafret bench search --compare` sets ours beside, where found;
# never needed. Each registers itself, so its object must be linked although nobody calls it.
set(SEAFRET_GENERAL_PARTITIONERS metis scotch)
list(TRANSFORM SEAFRET_GENERAL_PARTITIONERS PREPEND miniapp/bench/general/ OUTPUT_VARIABLE
     SEAFRET_GENERAL_PARTITIONER_SOURCES)
list(TRANSFORM SEAFRET_GENERAL_PARTITIONER_SOURCES APPEND .cpp)

function(seafret_link_general_partitioners target)
  foreach(name IN LISTS SEAFRET_GENERAL_PARTITIONERS)
    find_path(SEAFRET_${name}_INCLUDE ${name}.h PATH_SUFFIXES ${name})
    find_library(SEAFRET_${name}_LIBRARY ${name})
    mark_as_advanced(SEAFRET_${name}_INCLUDE SEAFRET_${name}_LIBRARY)
    if(SEAFRET_${name}_INCLUDE AND SEAFRET_${name}_LIBRARY)
      target_sources(${target} PRIVATE miniapp/bench/general/${name}.cpp)
      target_include_directories(${target} SYSTEM PRIVATE ${SEAFRET_${name}_INCLUDE})
      target_link_libraries(${target} PRIVATE ${SEAFRET_${name}_LIBRARY})
      if(name STREQUAL "scotch")
        find_library(SEAFRET_scotcherr_LIBRARY scotcherr)
        mark_as_advanced(SEAFRET_scotcherr_LIBRARY)
        target_link_libraries(${target} PRIVATE ${SEAFRET_scotcherr_LIBRARY})
      endif()
    endif()
  endforeach()
endfunction()
