# SPDX-License-Identifier: BSD-3-Clause

# An HDF5 built for another MPI may well link, with both MPI libraries in one program, and then die
# in its first collective call. So link a program that opens a file through MPI and count them.
function(seafret_check_one_mpi)
  if(SEAFRET_ONE_MPI_CHECKED STREQUAL "${MPI_CXX_LIBRARIES};${HDF5_C_LIBRARIES}")
    return()
  endif()
  set(program ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/one_mpi)
  try_compile(linked ${program}.dir SOURCES ${PROJECT_SOURCE_DIR}/cmake/one_mpi.cpp
              LINK_LIBRARIES seafret_hdf5 OUTPUT_VARIABLE log COPY_FILE ${program})
  list(GET HDF5_C_LIBRARIES 0 hdf5)
  set(advice "pass the HDF5 that was built for ${MPI_CXX_COMPILER}:\n"
             "  -DHDF5_C_COMPILER_EXECUTABLE=<its h5pcc>, on Debian h5pcc.${SEAFRET_MPI_FAMILY}, "
             "or -DHDF5_ROOT=<its folder>\n"
             "(and clear the old choice: remove the build folder).")
  if(NOT linked)
    message(FATAL_ERROR "No parallel HDF5 that links with this MPI: ${hdf5};\n"
                        ${advice} "\n${log}")
  endif()

  find_program(ldd ldd NO_CACHE)
  if(ldd AND NOT CMAKE_CROSSCOMPILING)
    execute_process(COMMAND ${ldd} ${program} OUTPUT_VARIABLE needed ERROR_QUIET)
    # libmpi.so.40 and libmpich.so.12 count, their C++ and Fortran bindings do not.
    string(REGEX MATCHALL "libmpi(ch)?(_[a-z]+(_[0-9]+)?)?\\.so[.0-9]*" mpis "${needed}")
    list(FILTER mpis EXCLUDE REGEX "_(cxx|mpifh|usempi)")
    list(REMOVE_DUPLICATES mpis)
    list(LENGTH mpis count)
    if(count GREATER 1)
      list(JOIN mpis " and " both)
      message(FATAL_ERROR "${hdf5} belongs to another MPI: ${both} would be in one "
                          "program;\n" ${advice})
    endif()
  endif()
  set(SEAFRET_ONE_MPI_CHECKED "${MPI_CXX_LIBRARIES};${HDF5_C_LIBRARIES}" CACHE INTERNAL "")
endfunction()
