# SPDX-License-Identifier: BSD-3-Clause
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "status ${status}: ${ARGN}")
  endif()
endfunction()

# Builds the project that uses what was installed, and runs these of its programs.
function(consume prefix programs)
  set(build "${CMAKE_CURRENT_BINARY_DIR}/consumer")
  file(REMOVE_RECURSE "${build}")
  run(${CMAKE_COMMAND} -S ${CONSUMER} -B "${build}" -G ${GENERATOR} "-DCMAKE_PREFIX_PATH=${prefix}"
      -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}")
  run(${CMAKE_COMMAND} --build "${build}")
  foreach(program IN LISTS programs)
    run("${build}/${program}")
  endforeach()
endfunction()
