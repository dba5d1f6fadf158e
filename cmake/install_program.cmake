# SPDX-License-Identifier: BSD-3-Clause
# What those use who run the program: it, its manual page, completion, case files, tools and examples.
# The program too belongs to one MPI and lies in that one's folder; bin/seafret leads to the last installed,
# bin/seafret-mpich and the like to each.
set_target_properties(seafret PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)  # HDF5 may be in nobody's path
install(TARGETS seafret RUNTIME DESTINATION ${compiled})
file(RELATIVE_PATH program /${CMAKE_INSTALL_BINDIR} /${compiled}/seafret)
foreach(name IN ITEMS seafret seafret-${SEAFRET_MPI_FAMILY})
  set(link ${PROJECT_BINARY_DIR}/links/${name})
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/links)
  file(CREATE_LINK ${program} ${link} SYMBOLIC)
  install(FILES ${link} DESTINATION ${CMAKE_INSTALL_BINDIR})
endforeach()

# The page is made when it is installed: only then is the program sure to be there, which says what its
# commands are. On a machine that cannot run it there is no page.
set(page ${PROJECT_BINARY_DIR}/seafret.1)
install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" \"-DPROGRAM=$<TARGET_FILE:seafret>\"
  \"-DPAGE=${page}\" \"-DVERSION=${PROJECT_VERSION}\" -P \"${PROJECT_SOURCE_DIR}/cmake/manual.cmake\")")
install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
install(FILES packaging/seafret.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME seafret)

set(share ${CMAKE_INSTALL_DATADIR}/seafret)
install(DIRECTORY inputs tools examples DESTINATION ${share} PATTERN __pycache__ EXCLUDE)
