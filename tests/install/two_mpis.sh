#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Two MPIs in one prefix: each has its libraries, modules and program, who asks for none has those of the last.
set -euo pipefail
other=$(dirname "$SEAFRET_BUILD")/release-mpich
fail() { echo "FAILED: $*" && exit 1; }
for file in seafret libseafret_c.a libseafret_physics.a; do
  [[ -e $other/$file ]] || { echo "there is no $other/$file: built for one MPI only" && exit 77; }
done
declare -A build=([openmpi]=$SEAFRET_BUILD [mpich]=$other)
prefix=$PWD/prefix
rm -rf "$prefix"
install_for() { cmake --install "${build[$1]}" --prefix "$prefix" >log || fail "$(cat log)"; }

libraries_of() { # <file of pkg-config>: the MPI in whose folder they are
  PKG_CONFIG_PATH=$folder pkg-config --libs-only-L "$1" | sed 's|.*/\([a-z]*\) *$|\1|'
}
program_of() { # <name>: the MPI that it is linked with
  ldd "$prefix/bin/$1" | grep -oE 'libmpi(ch)?\.so' | sort -u | sed 's/libmpi.so/openmpi/; s/libmpich.so/mpich/' | paste -sd ' '
}

for last in openmpi mpich; do
  install_for "$last"
  folder=$(dirname "$(find "$prefix" -name seafret.pc)")
  [[ $(libraries_of seafret) == "$last" ]] || fail "seafret.pc is of $(libraries_of seafret), not of $last"
  [[ $(program_of seafret) == "$last" ]] || fail "bin/seafret is of $(program_of seafret), not of $last"
done
for mpi in openmpi mpich; do
  [[ $(libraries_of "seafret-$mpi") == "$mpi" && $(program_of "seafret-$mpi") == "$mpi" ]] || fail "seafret-$mpi is not of $mpi"
  flags=$(PKG_CONFIG_PATH=$folder pkg-config --cflags --libs "seafret-$mpi")
  # shellcheck disable=SC2086
  "mpicc.$mpi" "$prefix/share/seafret/examples/heat.c" $flags -o "heat-$mpi"
  "mpiexec.$mpi" -n 2 "./heat-$mpi" | tail -1 >"sum-$mpi"
done
diff sum-openmpi sum-mpich || fail "the two have other checksums"

# By CMake: the one that is asked for, or the last.
cat >CMakeLists.txt <<'T'
cmake_minimum_required(VERSION 3.21)
project(asks LANGUAGES CXX)
find_package(seafret REQUIRED)
get_target_property(library seafret::c LOCATION)
message(STATUS "library: ${library}")
T
for asked in "" openmpi mpich; do
  rm -rf asks
  cmake -S . -B asks -DCMAKE_PREFIX_PATH="$prefix" -DSEAFRET_MPI="$asked" >log 2>&1 || fail "$(cat log)"
  grep -q "library: .*/${asked:-mpich}/libseafret_c.a" log || fail "asked for '$asked': $(grep library: log)"
done
! cmake -S . -B asks -DCMAKE_PREFIX_PATH="$prefix" -DSEAFRET_MPI=other >log 2>&1 || fail "found an MPI that is not there"
grep -q "not installed for the MPI 'other'" log || fail "does not say what is missing: $(cat log)"
