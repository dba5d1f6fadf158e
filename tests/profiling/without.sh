#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A profiler that is not known is an error that names those that are; with NONE nothing of regions is left in
# the libraries. The first argument is the compiler.
set -euo pipefail

configure() { # <profiler>
  cmake -S "$SEAFRET_SOURCE" -B build -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 \
    -DCMAKE_CXX_COMPILER="$compiler" -DSEAFRET_MPI="$SEAFRET_MPI" -DSEAFRET_BUILD_PROGRAM=OFF \
    -DSEAFRET_BUILD_TESTS=OFF -DSEAFRET_LIBFABRIC_LIBRARY=no -DSEAFRET_PROFILING="$1" >log 2>&1
}

compiler=$1
rm -rf build
if configure SCORPE; then echo "SCORPE was accepted" && exit 1; fi
tr '\n' ' ' <log | tr -s ' ' | grep -q "'SCORPE', which is none of AUTO, NONE, .* SCOREP" || { cat log && exit 1; }
configure NONE || { cat log && exit 1; }
cmake --build build --target seafret_comms >log || { cat log && exit 1; }

of_tools='PAT_|[Ss][Cc][Oo][Rr][Ee][Pp]_|cali_|ps_tool|nvtx|seafret_region_(begin|end)|ToolTimers'
of_the_table='Sites|seafret_site_'
nm -C build/libseafret_comms*.a >symbols
grep -q 'seafret::RegionSite::RegionSite' symbols || { echo "no clock of the swaps is left" && exit 1; }
if grep -E "$of_tools|$of_the_table" symbols; then exit 1; fi
