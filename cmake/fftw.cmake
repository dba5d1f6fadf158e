# SPDX-License-Identifier: BSD-3-Clause
# The transforms of the pressure solver fft are the project's own, or FFTW's where SEAFRET_FFTW is on.
# The source of the other is left out; where FFTW is here, the tests try it all the same.
find_path(SEAFRET_FFTW_INCLUDE fftw3.h)
find_library(SEAFRET_FFTW_LIBRARY fftw3)
mark_as_advanced(SEAFRET_FFTW_INCLUDE SEAFRET_FFTW_LIBRARY)
set(SEAFRET_FFTW_FOUND OFF)
if(SEAFRET_FFTW_INCLUDE AND SEAFRET_FFTW_LIBRARY)
  set(SEAFRET_FFTW_FOUND ON)
elseif(SEAFRET_FFTW)
  message(FATAL_ERROR "SEAFRET_FFTW is on, but there is no FFTW 3. Install it (libfftw3-dev), or turn that off.")
endif()

set(left_out physics/fft/fftw.cpp)
if(SEAFRET_FFTW)
  set(left_out physics/fft/fft.cpp)
endif()
set_property(GLOBAL APPEND PROPERTY SEAFRET_TAKEN_SOURCES ${left_out})

function(seafret_link_fftw target)
  target_include_directories(${target} SYSTEM PRIVATE ${SEAFRET_FFTW_INCLUDE})
  target_link_libraries(${target} PRIVATE ${SEAFRET_FFTW_LIBRARY})
endfunction()
