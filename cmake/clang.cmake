# SPDX-License-Identifier: BSD-3-Clause
# Toolchain of the sanitizer presets, and of install/alone: clang by whichever name it goes here.
find_program(SEAFRET_CLANG NAMES clang++-14 clang++)
set(CMAKE_CXX_COMPILER ${SEAFRET_CLANG})
