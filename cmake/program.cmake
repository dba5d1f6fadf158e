# SPDX-License-Identifier: BSD-3-Clause
# The program, what it alone links with, and that MPI and HDF5 belong together.
enable_language(C)  # for the sake of FindHDF5

# The HDF5 of the MPI that was found, where it goes by its suffix.
if(NOT HDF5_ROOT AND NOT HDF5_C_COMPILER_EXECUTABLE)
  find_program(h5pcc NAMES h5pcc.${SEAFRET_MPI_FAMILY} NO_CACHE)
  if(h5pcc)
    set(HDF5_C_COMPILER_EXECUTABLE ${h5pcc} CACHE FILEPATH "HDF5's compiler wrapper")
  endif()
endif()
set(HDF5_PREFER_PARALLEL ON)
set(build_folder ${CMAKE_CURRENT_BINARY_DIR})
if(build_folder MATCHES " ")  # HDF5's wrapper, which is tried in there, breaks a path at a space
  execute_process(COMMAND mktemp -d OUTPUT_VARIABLE CMAKE_CURRENT_BINARY_DIR
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
endif()
find_package(HDF5 REQUIRED COMPONENTS C HL)
if(build_folder MATCHES " ")
  file(REMOVE_RECURSE ${CMAKE_CURRENT_BINARY_DIR})
  set(CMAKE_CURRENT_BINARY_DIR ${build_folder})
endif()
add_library(seafret_hdf5 INTERFACE IMPORTED)
target_link_libraries(seafret_hdf5 INTERFACE ${HDF5_HL_LIBRARIES} ${HDF5_LIBRARIES} MPI::MPI_CXX)
target_include_directories(seafret_hdf5 INTERFACE ${HDF5_INCLUDE_DIRS})
target_compile_definitions(seafret_hdf5 INTERFACE ${HDF5_DEFINITIONS})
include(cmake/one_mpi.cmake)
seafret_check_one_mpi()

find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(yaml-cpp REQUIRED)
add_library(seafret_yaml_cpp INTERFACE)  # the target's name changed with yaml-cpp 0.8
if(TARGET yaml-cpp::yaml-cpp)
  target_link_libraries(seafret_yaml_cpp INTERFACE yaml-cpp::yaml-cpp)
else()
  target_link_libraries(seafret_yaml_cpp INTERFACE yaml-cpp)
endif()

include(cmake/version.cmake)
include(cmake/general_partitioners.cmake)
include(cmake/sockets.cmake)

seafret_library(miniapp EXCEPT miniapp/main.cpp ${SEAFRET_GENERAL_PARTITIONER_SOURCES} ${SEAFRET_SOCKET_SOURCES}
                USES seafret::physics seafret::c seafret_version seafret_hdf5 seafret_yaml_cpp CLI11::CLI11
                     nlohmann_json::nlohmann_json)

# No kernel is in there, and a sanitizer makes compiling it optimised three times slower.
if(SEAFRET_SANITIZE)
  target_compile_options(seafret_miniapp PRIVATE -O0)
endif()
# One check takes half of clang-tidy's time on the templates of CLI11 and nlohmann_json.
if(CMAKE_CXX_CLANG_TIDY)
  set_property(TARGET seafret_miniapp APPEND PROPERTY CXX_CLANG_TIDY --checks=-performance-unnecessary-value-param)
endif()

add_executable(seafret miniapp/main.cpp)
target_link_libraries(seafret PRIVATE seafret::miniapp)
seafret_compile_options(seafret)
set_target_properties(seafret PROPERTIES ENABLE_EXPORTS ${SEAFRET_TOOLS_LOOK_IN})  # so that a tool finds the regions
seafret_link_general_partitioners(seafret)
seafret_link_sockets(seafret)
