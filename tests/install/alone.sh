#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Every source of the program and the libraries includes what it uses: it compiles by itself, not only behind
# the others of its folder.
set -euo pipefail
cmake -S "$SEAFRET_SOURCE" -B build -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DSEAFRET_MPI="$SEAFRET_MPI" \
  -DSEAFRET_UNITY=OFF -DSEAFRET_WERROR=ON -DSEAFRET_BUILD_TESTS=OFF >log 2>&1 || { cat log && exit 1; }
cmake --build build --parallel 2 >log 2>&1 || { tail -30 log && exit 1; }
