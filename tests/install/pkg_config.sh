#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The installed examples in C, C++ and Fortran, built as their first lines say, by pkg-config and MPI's compilers;
# one also as a shared library. Each has the same checksum on one rank and on two.
set -euo pipefail
prefix=$1 flags=("${@:2}")
examples=$prefix/share/seafret/examples
fail() { echo "FAILED: $*" && exit 1; }
command -v pkg-config >/dev/null || { echo "there is no pkg-config" && exit 77; }
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name seafret.pc)")
export PKG_CONFIG_PATH
read -ra launch <<<"$SEAFRET_LAUNCH"
read -ra compile < <(pkg-config --cflags seafret)
read -ra libraries < <(pkg-config --libs seafret)
[[ ${compile[*]} == *-I$prefix/* && ${libraries[*]} == *-L$prefix/* ]] || fail "not of the moved prefix: ${libraries[*]}"
pkg-config --exact-version="$("$prefix/bin/seafret" --version | cut -d' ' -f2)" seafret || fail "of another version"
profiling=$(sed -n 's/^SEAFRET_PROFILING:[A-Z]*=//p' "$SEAFRET_BUILD/CMakeCache.txt")
[[ " ${compile[*]} " == *" -DSEAFRET_PROFILING_$profiling "* ]] || fail "headers that do not fit the libraries: ${compile[*]}"

wrapper() { # <name>: MPI's compiler, by Debian's name or by its own
  command -v "$1.$SEAFRET_MPI" || command -v "$1"
}
same_sum() { # <program>
  "${launch[@]}" -n 1 "$1" | tail -1 >one
  "${launch[@]}" -n 2 "$1" | tail -1 >two
  diff one two || fail "$1 has another checksum on two ranks"
  grep -qE '^[0-9A-Fa-f]{16}$' two || fail "$1 has no checksum: $(cat two)"
  echo "$1: $(cat two)"
}

"$(wrapper mpicxx)" -std=c++20 "${flags[@]}" "${compile[@]}" "$examples/ring.cpp" "${libraries[@]}" -o ring
"${launch[@]}" -n 2 ./ring | grep -q right || fail "ring"

"$(wrapper mpicc)" "${flags[@]}" "${compile[@]}" "$examples/heat.c" "${libraries[@]}" -o heat
same_sum ./heat

"$(wrapper mpicc)" "${flags[@]}" -fPIC -shared -Wl,-z,defs -Dmain=heat_main "${compile[@]}" "$examples/heat.c" \
  "${libraries[@]}" -o libheat.so
echo 'int heat_main(int, char**); int main(int n, char** v) { return heat_main(n, v); }' >main.c
"$(wrapper mpicc)" "${flags[@]}" main.c -L. -lheat -Wl,-rpath,"$PWD" -o heat_in_a_library
same_sum ./heat_in_a_library

modules=$(pkg-config --variable=moduledir seafret)
if [[ -e $modules/seafret.mod ]]; then
  for example in shallow_water columns; do
    "$(wrapper mpifort)" "${flags[@]}" -I"$modules" "$examples/$example.f90" "${libraries[@]}" -o "$example"
    same_sum "./$example"
  done
else
  echo "there is no Fortran module"
fi
