# SPDX-License-Identifier: BSD-3-Clause
# Makes miniapp/version.hpp in the build tree: what a result must say about the program that made it.
# Included by CMakeLists.txt it sets up the target; run as a script (cmake -P), at every build, it
# asks git and rewrites the header only if something changed.

if(CMAKE_SCRIPT_MODE_FILE)
  set(SEAFRET_DESCRIPTION ${SEAFRET_VERSION})
  if(EXISTS ${SOURCE}/.git)
    find_program(git git NO_CACHE)
    if(git)
      execute_process(COMMAND ${git} -c safe.directory=${SOURCE} describe --always --dirty --tags
                      WORKING_DIRECTORY ${SOURCE}
                      OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE
                      RESULT_VARIABLE status ERROR_QUIET)
      if(status EQUAL 0)
        set(SEAFRET_DESCRIPTION ${described})
      endif()
    endif()
  endif()
  configure_file(${SOURCE}/cmake/version.hpp.in ${HEADER} @ONLY)
  return()
endif()

string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
string(JOIN " " flags ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}} ${SEAFRET_FLAGS})
set(header ${PROJECT_BINARY_DIR}/generated/miniapp/version.hpp)
add_custom_target(seafret_version_header BYPRODUCTS ${header}
  COMMAND ${CMAKE_COMMAND}
          -DSOURCE=${PROJECT_SOURCE_DIR} -DHEADER=${header} -DSEAFRET_VERSION=${PROJECT_VERSION}
          "-DSEAFRET_COMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
          "-DSEAFRET_FLAGS=${flags}" "-DSEAFRET_BUILD_TYPE=${CMAKE_BUILD_TYPE}"
          -P ${PROJECT_SOURCE_DIR}/cmake/version.cmake
  COMMENT "" VERBATIM)

add_library(seafret_version INTERFACE)
target_include_directories(seafret_version INTERFACE ${PROJECT_BINARY_DIR}/generated)
add_dependencies(seafret_version seafret_version_header)
