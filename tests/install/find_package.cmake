# SPDX-License-Identifier: BSD-3-Clause
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

set(prefix ${CMAKE_CURRENT_BINARY_DIR}/prefix)
file(REMOVE_RECURSE ${prefix})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
consume(${prefix} consumer)
run(${prefix}/bin/seafret --help)
