# SPDX-License-Identifier: BSD-3-Clause
# Tests: one line makes a test for each number of ranks. The tests of a folder are one program.
find_package(doctest REQUIRED)
option(SEAFRET_TEST_ONCE "Have the tests that no other MPI can make fail (off in the second MPI's preset)" ON)

# The folders whose tests have a main without MPI.
set(SEAFRET_SERIAL_LABELS "^(decomposition|profiling|races)$")

# Who waits lets others run: tests side by side have more ranks than the machine has cores. And Open
# MPI's launcher does not wait for a second whenever a run has ended with a status, nor its ranks for
# a fifth of one for a network of Intel's, nor does each endpoint of libfabric clear 100 MB of buffers
# for messages that are short.
set(SEAFRET_TEST_ENVIRONMENT
    OMP_WAIT_POLICY=passive OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_odls_base_sigkill_timeout=0
    OMPI_MCA_pml=ob1 FI_OFI_RXM_BUFFER_SIZE=1024
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1)
set(SEAFRET_MPI_TEST_ENVIRONMENT)
if(SEAFRET_SANITIZE)
  set(suppressions suppressions=${PROJECT_SOURCE_DIR}/tests/sanitizers)
  # Without the slow unwinder the suppressions do not see through MPI's unloaded plugins.
  list(APPEND SEAFRET_MPI_TEST_ENVIRONMENT ASAN_OPTIONS=fast_unwind_on_malloc=0:malloc_context_size=40)
  list(APPEND SEAFRET_TEST_ENVIRONMENT
       LSAN_OPTIONS=${suppressions}/lsan.supp:print_suppressions=0
       UBSAN_OPTIONS=print_stacktrace=1
       TSAN_OPTIONS=ignore_noninstrumented_modules=1:${suppressions}/tsan.supp)
endif()

# The launcher without its -n. Ranks float: tests that run side by side must not share a core
# because each was bound to the first. Nor do their launchers share a folder.
set(SEAFRET_LAUNCH ${SEAFRET_MPIEXEC})
if(SEAFRET_MPI_FAMILY STREQUAL "openmpi")
  list(PREPEND SEAFRET_LAUNCH ${PROJECT_SOURCE_DIR}/tests/launch.sh ${PROJECT_BINARY_DIR}/launchers)
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

# Seconds after which a test has failed. What waits ends by itself long before; this is for what does
# not, and a crowded machine has taken ten times as long as an idle one.
set(SEAFRET_TEST_TIMEOUT 900)

function(seafret_describe_test name label processors threads)
  set(environment ${SEAFRET_TEST_ENVIRONMENT} ${SEAFRET_SCRIPT_ENVIRONMENT})
  if(NOT label MATCHES "${SEAFRET_SERIAL_LABELS}")
    list(APPEND environment ${SEAFRET_MPI_TEST_ENVIRONMENT})
  endif()
  # What is not finite ends a test of physics.  Clang computes ahead what a select then drops, and
  # would be trapped for it.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT SEAFRET_SANITIZE AND label MATCHES "^(physics|cases)$")
    list(APPEND environment SEAFRET_TRAPS=1)
  endif()
  set_tests_properties(${name} PROPERTIES
    LABELS ${label} TIMEOUT ${SEAFRET_TEST_TIMEOUT} PROCESSORS ${processors} SKIP_RETURN_CODE 77
    ENVIRONMENT "${environment};OMP_NUM_THREADS=${threads}")
endfunction()

# The ranks of a list that this MPI can be tested with: MPICH polls while it waits, so more ranks
# than a small machine has cores take minutes.
function(seafret_affordable_ranks result ranks)
  if(SEAFRET_MPI_FAMILY STREQUAL "mpich")
    list(FILTER ranks INCLUDE REGEX "^[1-4]$")
  endif()
  set(${result} ${ranks} PARENT_SCOPE)
endfunction()

# What add_test() is told of a test that is nightly where one of the list is: ctest without -C leaves it out.
function(seafret_level result one in)
  set(level)
  if(one IN_LIST ARGN)
    set(level CONFIGURATIONS nightly)
  endif()
  set(${result} ${level} PARENT_SCOPE)
endfunction()

# Makes `target`, a program of tests, from what is usually in them.
function(seafret_test_program target label)
  set(main seafret_test_main)
  if(label MATCHES "${SEAFRET_SERIAL_LABELS}")
    set(main seafret_serial_test_main)
  endif()
  add_executable(${target})
  target_link_libraries(${target} PRIVATE ${main})
  target_compile_definitions(${target} PRIVATE SEAFRET_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_precompile_headers(${target} REUSE_FROM ${main})
  seafret_compile_test_options(${target})
  add_dependencies(seafret_tests_${label} ${target})
endfunction()

# seafret_test(NAME <name> LABEL <folder> SOURCES <source>... [ALONE]
#              [RANKS 1 2 4 ...] [RANKS_MPICH 1 2 ...] [NIGHTLY 6 8 ...] [THREADS <n>]
#              [LIBRARIES <target>...] [ARGS <argument>...])
# Without RANKS it runs by itself, without a launcher, and with one MPI only. It runs the cases of
# its own sources in the program of all tests of its folder, test_<folder>; ALONE, in a program of
# its own: where a source replaces what all would share, like operator new, a function of MPI or an
# entry of a registry. It links with the library of its folder, with all of seafret if there is no
# such library, unless LIBRARIES says otherwise. NIGHTLY: on these ranks only with `ctest -C nightly`,
# as what rarely breaks where the rest has passed; RANKS_MPICH 0 leaves all to them.
function(seafret_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "ALONE" "NAME;LABEL;THREADS"
                        "SOURCES;RANKS;RANKS_MPICH;NIGHTLY;LIBRARIES;ARGS")
  # The thread sanitizer's operator new cannot be replaced by one that counts.
  if(SEAFRET_SANITIZE MATCHES "thread" AND arg_SOURCES MATCHES "/allocations.cpp")
    return()
  endif()
  if(NOT arg_RANKS AND NOT SEAFRET_TEST_ONCE)
    return()
  endif()
  if(NOT arg_LIBRARIES)
    set(arg_LIBRARIES seafret::miniapp)
    if(TARGET seafret::${arg_LABEL})
      set(arg_LIBRARIES seafret::${arg_LABEL})
    endif()
  endif()
  if(NOT arg_THREADS)
    set(arg_THREADS 1)
  endif()

  set(target test_${arg_LABEL})
  if(arg_ALONE)
    string(APPEND target _${arg_NAME})
  else()
    list(TRANSFORM arg_SOURCES PREPEND "*/${arg_LABEL}/" OUTPUT_VARIABLE own)
    list(JOIN own "," own)
    list(PREPEND arg_ARGS --source-file=${own})
  endif()
  if(NOT TARGET ${target})
    seafret_test_program(${target} ${arg_LABEL})
  endif()
  get_target_property(there ${target} SOURCES)
  if(NOT arg_ALONE)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${SEAFRET_UNITY} UNITY_BUILD_BATCH_SIZE 6)
  endif()
  list(TRANSFORM arg_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  if(there)
    list(REMOVE_ITEM arg_SOURCES ${there})  # several tests may be of one source
  endif()
  target_sources(${target} PRIVATE ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES})

  set(name ${arg_LABEL}/${arg_NAME})
  if(NOT arg_RANKS)
    add_test(NAME ${name} COMMAND ${target} ${arg_ARGS})
    seafret_describe_test(${name} ${arg_LABEL} ${arg_THREADS} ${arg_THREADS})
    set(tests ${name})
  elseif(DEFINED arg_RANKS_MPICH AND SEAFRET_MPI_FAMILY STREQUAL "mpich")
    set(arg_RANKS ${arg_RANKS_MPICH})
  endif()
  seafret_affordable_ranks(ranks "${arg_RANKS}")
  seafret_affordable_ranks(nightly "${arg_NIGHTLY}")
  list(REMOVE_ITEM nightly ${ranks})
  foreach(n IN LISTS ranks nightly)
    seafret_level(level ${n} IN ${nightly})
    add_test(NAME ${name}_${n} COMMAND ${SEAFRET_LAUNCH} -n ${n} $<TARGET_FILE:${target}> ${arg_ARGS} ${level})
    math(EXPR processors "${n} * ${arg_THREADS}")
    seafret_describe_test(${name}_${n} ${arg_LABEL} ${processors} ${arg_THREADS})
    list(APPEND tests ${name}_${n})
  endforeach()
  # A test that finds none of its cases has tested nothing.
  if(tests)
    set_tests_properties(${tests} PROPERTIES FAIL_REGULAR_EXPRESSION "test cases: +0 ")
  endif()
endfunction()

# seafret_script_test(NAME <name> LABEL <folder> COMMAND <program> <argument>... [ONCE]
#                     [NIGHTLY openmpi mpich] [PROCESSORS <n>] [THREADS <n>])
# A script that runs the program itself. It finds in its environment SEAFRET (the program),
# SEAFRET_LAUNCH (the launcher with its flags; add -n), SEAFRET_MPI, SEAFRET_SOURCE, SEAFRET_BUILD;
# it runs in a folder of its own and exits with 77 to say that something it needs is not here. ONCE:
# no other MPI can make it fail. NIGHTLY: with these MPIs only with `ctest -C nightly`.
function(seafret_script_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "ONCE" "NAME;LABEL;PROCESSORS;THREADS"
                        "COMMAND;NIGHTLY")
  if(arg_ONCE AND NOT SEAFRET_TEST_ONCE)
    return()
  endif()
  set(processors 1)
  if(SEAFRET_MPI_FAMILY STREQUAL "mpich")  # whose ranks poll
    set(processors 2)
  endif()
  foreach(default IN ITEMS PROCESSORS=${processors} THREADS=1)
    string(REPLACE "=" ";" default ${default})
    list(POP_FRONT default option)
    if(NOT arg_${option})
      set(arg_${option} ${default})
    endif()
  endforeach()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}.run)
  file(MAKE_DIRECTORY ${folder})
  set(name ${arg_LABEL}/${arg_NAME})
  seafret_level(level ${SEAFRET_MPI_FAMILY} IN ${arg_NIGHTLY})
  add_test(NAME ${name} WORKING_DIRECTORY ${folder} COMMAND ${arg_COMMAND} ${level})
  seafret_describe_test(${name} ${arg_LABEL} ${arg_PROCESSORS} ${arg_THREADS})
endfunction()
