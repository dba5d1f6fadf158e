# SPDX-License-Identifier: BSD-3-Clause
# What other projects use: the libraries below the program, by find_package(seafret) or by pkg-config.
# They hold the calls of one MPI: what is compiled stands in a folder of its own for each, so that
# several can be installed in one place, of which the last is taken where nobody asks for another
# (SEAFRET_MPI=mpich, or seafret-mpich.pc).
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/seafret)
set(compiled ${CMAKE_INSTALL_LIBDIR}/seafret/${SEAFRET_MPI_FAMILY})
# In the order in which a linker wants them; all but physics are for the swaps of other models.
set(libraries c comms notify comms_base decomposition)
if(SEAFRET_HAS_FORTRAN)
  list(PREPEND libraries fortran)
  install(DIRECTORY ${SEAFRET_MODULES}/ DESTINATION ${compiled}/modules)
  target_include_directories(seafret_fortran PUBLIC $<INSTALL_INTERFACE:${compiled}/modules>)
endif()
target_include_directories(seafret_c PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/comms/c>
                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

set(targets ${libraries} physics)
list(TRANSFORM targets PREPEND seafret_)
# The other model may be a shared library; physics is for programs.
foreach(target IN LISTS targets)
  if(NOT target STREQUAL seafret_physics)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-semantic-interposition>)
  endif()
endforeach()
install(TARGETS ${targets} EXPORT seafret ARCHIVE DESTINATION ${compiled})
install(EXPORT seafret NAMESPACE seafret:: DESTINATION ${package} FILE seafret-targets-${SEAFRET_MPI_FAMILY}.cmake)
install(DIRECTORY decomposition comms physics DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/seafret
        FILES_MATCHING PATTERN "*.hpp")
install(FILES comms/c/seafret.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(made ${PROJECT_BINARY_DIR}/installed)
configure_package_config_file(cmake/seafret-mpi.cmake.in ${made}/seafret-${SEAFRET_MPI_FAMILY}.cmake
                              INSTALL_DESTINATION ${package})
configure_file(cmake/seafret-config.cmake.in ${made}/seafret-config.cmake @ONLY)
write_basic_package_version_file(${made}/seafret-config-version.cmake COMPATIBILITY SameMinorVersion)
install(DIRECTORY ${made}/ DESTINATION ${package})

# For those without CMake: what a C or Fortran compiler must link besides, and all relative to where
# the file lies.
set(folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH SEAFRET_PREFIX /${folder} /)
list(TRANSFORM libraries PREPEND -lseafret_)
list(JOIN libraries " " SEAFRET_LIBRARIES)
set(runtimes ${OpenMP_CXX_LIBRARIES})
set(own ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
list(FILTER own INCLUDE REGEX "^(stdc[+][+]|c[+][+]|m)$")
foreach(library IN LISTS own CMAKE_DL_LIBS)
  list(APPEND runtimes -l${library})
endforeach()
if(SEAFRET_PROFILING STREQUAL "CALIPER")
  list(APPEND runtimes -lcaliper)
endif()
list(JOIN runtimes " " SEAFRET_RUNTIMES)
foreach(name IN ITEMS seafret seafret-${SEAFRET_MPI_FAMILY})
  configure_file(cmake/seafret.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${folder})
endforeach()
if(SEAFRET_BUILD_PROGRAM)
  include(cmake/install_program.cmake)
endif()
