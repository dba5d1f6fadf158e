# SPDX-License-Identifier: BSD-3-Clause
# Finds everything seafret links with, and sees to it that MPI and HDF5 belong together.
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

# The launcher and the HDF5 of the MPI that was found, where they go by its suffix.
find_program(launcher NAMES mpiexec.${SEAFRET_MPI_FAMILY} NO_CACHE)
if(NOT launcher)
  set(launcher ${MPIEXEC_EXECUTABLE})
endif()
set(SEAFRET_MPIEXEC ${launcher} CACHE INTERNAL "The launcher of this MPI")
if(NOT HDF5_ROOT AND NOT HDF5_C_COMPILER_EXECUTABLE)
  find_program(h5pcc NAMES h5pcc.${SEAFRET_MPI_FAMILY} NO_CACHE)
  if(h5pcc)
    set(HDF5_C_COMPILER_EXECUTABLE ${h5pcc} CACHE FILEPATH "HDF5's compiler wrapper")
  endif()
endif()
set(HDF5_PREFER_PARALLEL ON)
find_package(HDF5 REQUIRED COMPONENTS C HL)
add_library(seafret_hdf5 INTERFACE IMPORTED)
target_link_libraries(seafret_hdf5 INTERFACE ${HDF5_HL_LIBRARIES} ${HDF5_LIBRARIES} MPI::MPI_CXX)
target_include_directories(seafret_hdf5 INTERFACE ${HDF5_INCLUDE_DIRS})
target_compile_definitions(seafret_hdf5 INTERFACE ${HDF5_DEFINITIONS})
include(cmake/one_mpi.cmake)
seafret_check_one_mpi()

find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(yaml-cpp REQUIRED)
add_library(seafret_yaml_cpp INTERFACE)  # the target's name changed with yaml-cpp 0.8
if(TARGET yaml-cpp::yaml-cpp)
  target_link_libraries(seafret_yaml_cpp INTERFACE yaml-cpp::yaml-cpp)
else()
  target_link_libraries(seafret_yaml_cpp INTERFACE yaml-cpp)
endif()
