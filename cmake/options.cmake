# SPDX-License-Identifier: BSD-3-Clause
# How every target of seafret is compiled. Nothing here reaches a project that links seafret.

# The same bits in a loop's vector body, its remainder and every inlined copy: no multiply and add
# may be contracted in one of them only. The other two flags change no value; they let loops with
# square roots and selections vectorise.
set(SEAFRET_FLOATING_POINT -ffp-contract=off -fno-math-errno -fno-trapping-math)

set(SEAFRET_WARNINGS
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wcast-qual
    -Wcast-align -Wdouble-promotion -Wextra-semi -Wformat=2 -Wnon-virtual-dtor -Woverloaded-virtual
    -Wundef -Wunused)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND SEAFRET_WARNINGS -Wduplicated-branches -Wduplicated-cond -Wlogical-op)
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # At -O1 and under a sanitizer few simd loops are vectorised; that is no fault of theirs.
  list(APPEND SEAFRET_WARNINGS -Wno-pass-failed)
endif()

set(SEAFRET_FLAGS ${SEAFRET_FLOATING_POINT})
if(SEAFRET_NATIVE)
  list(APPEND SEAFRET_FLAGS -march=native)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # What is done with a row's vectors is written as small functions, of which Clang by itself
    # leaves the larger ones calls: a sea with levels takes a sixth more time.
    list(APPEND SEAFRET_FLAGS -mllvm -inline-threshold=1500)
    # How wide vectors are (physics/vectors.hpp) is what GCC says of the largest alignment; Clang
    # says 16 bytes of every x86, and is a third as fast.
    include(CheckCXXSourceCompiles)
    set(CMAKE_REQUIRED_FLAGS -march=native)
    set(instructions AVX AVX512F)
    set(widths 32 64)
    foreach(name width IN ZIP_LISTS instructions widths)
      check_cxx_source_compiles("#ifndef __${name}__\n#error\n#endif\nint main() {}" SEAFRET_HAS_${name})
      if(SEAFRET_HAS_${name})
        set(widest ${width})
      endif()
    endforeach()
    unset(CMAKE_REQUIRED_FLAGS)
    if(widest)
      list(APPEND SEAFRET_FLAGS -U__BIGGEST_ALIGNMENT__ -D__BIGGEST_ALIGNMENT__=${widest}
           -Wno-builtin-macro-redefined)
    endif()
  endif()
endif()
if(SEAFRET_SANITIZE)
  list(JOIN SEAFRET_SANITIZE "," sanitizers)
  set(SEAFRET_SANITIZE_FLAGS -fsanitize=${sanitizers})
  list(APPEND SEAFRET_FLAGS ${SEAFRET_SANITIZE_FLAGS} -fno-omit-frame-pointer)
  if("undefined" IN_LIST SEAFRET_SANITIZE)
    list(APPEND SEAFRET_FLAGS -fno-sanitize-recover=undefined)
  endif()
endif()

function(seafret_compile_options target)
  # Messages name lines of the sources, wherever these lay when they were compiled.
  set(flags ${SEAFRET_WARNINGS} ${SEAFRET_FLAGS} -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${flags}>")
  target_link_options(${target} PRIVATE ${SEAFRET_SANITIZE_FLAGS})
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  if(SEAFRET_WERROR)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
  endif()
endfunction()
