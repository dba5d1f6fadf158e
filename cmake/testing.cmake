# SPDX-License-Identifier: BSD-3-Clause
# Tests: one line makes an executable and a test for each number of ranks.
find_package(doctest REQUIRED)

# Who waits lets others run: tests side by side have more ranks than the machine has cores.
set(SEAFRET_TEST_ENVIRONMENT
    OMP_WAIT_POLICY=passive OMPI_MCA_mpi_yield_when_idle=1
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1)
if(SEAFRET_SANITIZE)
  # Without the slow unwinder the suppressions do not see through MPI's unloaded plugins.
  set(suppressions suppressions=${PROJECT_SOURCE_DIR}/tests/sanitizers)
  list(APPEND SEAFRET_TEST_ENVIRONMENT
       ASAN_OPTIONS=fast_unwind_on_malloc=0:malloc_context_size=40
       LSAN_OPTIONS=${suppressions}/lsan.supp:print_suppressions=0
       UBSAN_OPTIONS=print_stacktrace=1
       TSAN_OPTIONS=ignore_noninstrumented_modules=1:${suppressions}/tsan.supp)
endif()

# The launcher without its -n. Ranks float: tests that run side by side must not share a core
# because each was bound to the first.
set(SEAFRET_LAUNCH ${SEAFRET_MPIEXEC})
if(SEAFRET_MPI_FAMILY STREQUAL "openmpi")
  list(APPEND SEAFRET_LAUNCH -q --oversubscribe --bind-to none)
endif()

# Where a test finds the program, the launcher and the sources.
set(SEAFRET_SCRIPT_ENVIRONMENT
    SEAFRET=${PROJECT_BINARY_DIR}/seafret SEAFRET_MPI=${SEAFRET_MPI_FAMILY}
    SEAFRET_SOURCE=${PROJECT_SOURCE_DIR} SEAFRET_BUILD=${PROJECT_BINARY_DIR})
string(JOIN " " launch ${SEAFRET_LAUNCH})
list(APPEND SEAFRET_SCRIPT_ENVIRONMENT "SEAFRET_LAUNCH=${launch}")

# A test's own code is compiled more often than it runs: what it tests is optimised, it is less so.
function(seafret_compile_test_options target)
  seafret_compile_options(${target})
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

function(seafret_describe_test name label timeout processors threads)
  if(SEAFRET_SANITIZE)
    math(EXPR timeout "4 * ${timeout}")
  endif()
  set_tests_properties(${name} PROPERTIES
    LABELS ${label} TIMEOUT ${timeout} PROCESSORS ${processors} SKIP_RETURN_CODE 77
    ENVIRONMENT "${SEAFRET_TEST_ENVIRONMENT};${SEAFRET_SCRIPT_ENVIRONMENT};OMP_NUM_THREADS=${threads}")
endfunction()

# The ranks of a list that this MPI can be tested with: MPICH polls while it waits, so more ranks
# than a small machine has cores take minutes.
function(seafret_affordable_ranks result ranks)
  if(SEAFRET_MPI_FAMILY STREQUAL "mpich")
    list(FILTER ranks INCLUDE REGEX "^[1-4]$")
  endif()
  set(${result} ${ranks} PARENT_SCOPE)
endfunction()

# seafret_test(NAME <name> LABEL <folder> SOURCES <source>...
#              [RANKS 1 2 4 ...] [RANKS_MPICH 1 2 ...] [THREADS <n>] [TIMEOUT <seconds>]
#              [LIBRARIES <target>...] [ARGS <argument>...])
# Without RANKS it runs alone, without a launcher. It links with the library of its folder, with
# all of the program if there is no such library, unless LIBRARIES says otherwise. Tests of
# decomposition and of races have a main without MPI.
function(seafret_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;LABEL;THREADS;TIMEOUT"
                        "SOURCES;RANKS;RANKS_MPICH;LIBRARIES;ARGS")
  # The thread sanitizer's operator new cannot be replaced by one that counts.
  if(SEAFRET_SANITIZE MATCHES "thread" AND arg_SOURCES MATCHES "/allocations.cpp")
    return()
  endif()
  if(NOT arg_LIBRARIES)
    set(arg_LIBRARIES seafret::miniapp)
    if(TARGET seafret::${arg_LABEL})
      set(arg_LIBRARIES seafret::${arg_LABEL})
    endif()
  endif()
  set(main seafret_test_main)
  if(arg_LABEL MATCHES "^(decomposition|races)$")
    set(main seafret_serial_test_main)
  endif()
  foreach(default IN ITEMS THREADS=1 TIMEOUT=120)
    string(REPLACE "=" ";" default ${default})
    list(POP_FRONT default option)
    if(NOT arg_${option})
      set(arg_${option} ${default})
    endif()
  endforeach()

  set(target test_${arg_LABEL}_${arg_NAME})
  add_executable(${target} ${arg_SOURCES})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${arg_NAME})
  target_link_libraries(${target} PRIVATE ${main} ${arg_LIBRARIES})
  target_compile_definitions(${target} PRIVATE SEAFRET_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  seafret_compile_test_options(${target})
  add_dependencies(seafret_tests_${arg_LABEL} ${target})

  set(name ${arg_LABEL}/${arg_NAME})
  if(NOT arg_RANKS)
    add_test(NAME ${name} COMMAND ${target} ${arg_ARGS})
    seafret_describe_test(${name} ${arg_LABEL} ${arg_TIMEOUT} ${arg_THREADS} ${arg_THREADS})
    return()
  endif()
  if(arg_RANKS_MPICH AND SEAFRET_MPI_FAMILY STREQUAL "mpich")
    set(arg_RANKS ${arg_RANKS_MPICH})
  endif()
  seafret_affordable_ranks(ranks "${arg_RANKS}")
  foreach(n IN LISTS ranks)
    add_test(NAME ${name}_${n} COMMAND ${SEAFRET_LAUNCH} -n ${n} $<TARGET_FILE:${target}> ${arg_ARGS})
    math(EXPR processors "${n} * ${arg_THREADS}")
    seafret_describe_test(${name}_${n} ${arg_LABEL} ${arg_TIMEOUT} ${processors} ${arg_THREADS})
  endforeach()
endfunction()

# seafret_script_test(NAME <name> LABEL <folder> COMMAND <program> <argument>...
#                     [PROCESSORS <n>] [THREADS <n>] [TIMEOUT <seconds>])
# A script that runs the program itself. It finds in its environment SEAFRET (the program),
# SEAFRET_LAUNCH (the launcher with its flags; add -n), SEAFRET_MPI, SEAFRET_SOURCE, SEAFRET_BUILD;
# it runs in a folder of its own and exits with 77 to say that something it needs is not here.
function(seafret_script_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;LABEL;PROCESSORS;THREADS;TIMEOUT" "COMMAND")
  foreach(default IN ITEMS PROCESSORS=1 THREADS=1 TIMEOUT=120)
    string(REPLACE "=" ";" default ${default})
    list(POP_FRONT default option)
    if(NOT arg_${option})
      set(arg_${option} ${default})
    endif()
  endforeach()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}.run)
  file(MAKE_DIRECTORY ${folder})
  set(name ${arg_LABEL}/${arg_NAME})
  add_test(NAME ${name} WORKING_DIRECTORY ${folder} COMMAND ${arg_COMMAND})
  seafret_describe_test(${name} ${arg_LABEL} ${arg_TIMEOUT} ${arg_PROCESSORS} ${arg_THREADS})
endfunction()
