# SPDX-License-Identifier: BSD-3-Clause
# The three libraries below the program can be used by other projects: find_package(seafret).
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/seafret)
install(TARGETS seafret_decomposition seafret_comms_base seafret_notify seafret_comms seafret_physics EXPORT seafret ARCHIVE)
install(EXPORT seafret NAMESPACE seafret:: DESTINATION ${package} FILE seafret-targets.cmake)
install(DIRECTORY decomposition comms physics DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/seafret
        FILES_MATCHING PATTERN "*.hpp")
install(FILES LICENSE NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(cmake/seafret-config.cmake.in ${PROJECT_BINARY_DIR}/seafret-config.cmake
                              INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/seafret-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/seafret-config.cmake
              ${PROJECT_BINARY_DIR}/seafret-config-version.cmake DESTINATION ${package})
