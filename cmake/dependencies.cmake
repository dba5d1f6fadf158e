# SPDX-License-Identifier: BSD-3-Clause
# Finds what the libraries link with: MPI, OpenMP, fmt.
include(CheckCXXSymbolExists)
include(CMakePushCheckState)

# Debian installs several MPIs side by side, each under its own suffix (mpicxx.openmpi, mpicxx.mpich).
# Elsewhere there is one, or a module has been loaded: then CMake's own search is right.
if(SEAFRET_MPI AND NOT MPI_CXX_COMPILER)
  find_program(SEAFRET_MPI_WRAPPER mpicxx.${SEAFRET_MPI})
  mark_as_advanced(SEAFRET_MPI_WRAPPER)
  if(SEAFRET_MPI_WRAPPER)
    set(MPI_CXX_COMPILER ${SEAFRET_MPI_WRAPPER} CACHE FILEPATH "MPI's compiler wrapper")
  endif()
endif()
set(MPI_CXX_SKIP_MPICXX ON)
find_package(MPI 3.1 REQUIRED COMPONENTS CXX)

# Sets `result` to openmpi, mpich (and what is built on it) or other, from the headers alone: no
# program can be run where a cluster is configured on its login node.
function(seafret_mpi_family result)
  cmake_push_check_state(RESET)
  set(CMAKE_REQUIRED_LIBRARIES MPI::MPI_CXX)
  set(CMAKE_REQUIRED_QUIET ON)
  check_cxx_symbol_exists(OMPI_MAJOR_VERSION mpi.h SEAFRET_MPI_IS_OPENMPI)
  check_cxx_symbol_exists(MPICH_VERSION mpi.h SEAFRET_MPI_IS_MPICH)
  cmake_pop_check_state()
  set(family other)
  if(SEAFRET_MPI_IS_OPENMPI)
    set(family openmpi)
  elseif(SEAFRET_MPI_IS_MPICH)
    set(family mpich)
  endif()
  set(${result} ${family} PARENT_SCOPE)
endfunction()

seafret_mpi_family(family)
set(SEAFRET_MPI_FAMILY ${family} CACHE INTERNAL "openmpi, mpich or other")
if(SEAFRET_MPI STREQUAL "mpich" AND NOT SEAFRET_MPI_FAMILY STREQUAL "mpich")
  message(FATAL_ERROR "SEAFRET_MPI is mpich, but ${MPI_CXX_COMPILER} is not MPICH's. "
                      "Install MPICH or pass -DMPI_CXX_COMPILER=<its mpicxx>.")
endif()

# The launcher of the MPI that was found, where it goes by its suffix.
find_program(launcher NAMES mpiexec.${SEAFRET_MPI_FAMILY} NO_CACHE)
if(NOT launcher)
  set(launcher ${MPIEXEC_EXECUTABLE})
endif()
set(SEAFRET_MPIEXEC ${launcher} CACHE INTERNAL "The launcher of this MPI")

find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(fmt REQUIRED)
