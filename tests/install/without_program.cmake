# SPDX-License-Identifier: BSD-3-Clause
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

set(build "${CMAKE_CURRENT_BINARY_DIR}/a build")
set(prefix "${CMAKE_CURRENT_BINARY_DIR}/a prefix")
set(configure ${CMAKE_COMMAND} -S ${SOURCE} -B "${build}" -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Debug
    -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}"
    -DSEAFRET_MPI=${MPI} -DSEAFRET_BUILD_TESTS=OFF)
file(REMOVE_RECURSE "${build}" "${prefix}")
run(${configure})

file(REMOVE_RECURSE "${build}")
list(APPEND configure -DSEAFRET_BUILD_PROGRAM=OFF -DSEAFRET_LIBFABRIC_LIBRARY=no)
foreach(package IN ITEMS HDF5 yaml-cpp CLI11 nlohmann_json doctest)
  list(APPEND configure -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
run(${configure})
run(${CMAKE_COMMAND} --build "${build}")
run(${CMAKE_COMMAND} --install "${build}" --prefix "${prefix}")
consume("${prefix}" "consumer;base_only;ring;heat")
separate_arguments(launch UNIX_COMMAND "$ENV{SEAFRET_LAUNCH}")
run(${launch} -n 3 "${CMAKE_CURRENT_BINARY_DIR}/consumer/ring")
