#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Every source, those of tests too, includes what it uses: it compiles by itself, not only behind the others of
# its folder. By Clang, which reads in CI only what the sanitizers need, and is stricter.
set -euo pipefail
command -v clang++-14 clang++ >/dev/null || { echo "there is no Clang" && exit 77; }
cmake -S "$SEAFRET_SOURCE" -B build -DCMAKE_TOOLCHAIN_FILE="$SEAFRET_SOURCE/cmake/clang.cmake" -DCMAKE_BUILD_TYPE=Debug \
  -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DSEAFRET_MPI="$SEAFRET_MPI" -DSEAFRET_UNITY=OFF -DSEAFRET_WERROR=ON \
  -DSEAFRET_BUILD_TESTS=ON >log 2>&1 || { cat log && exit 1; }
cmake --build build --parallel 2 >log 2>&1 || { tail -30 log && exit 1; }
