#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Preset cray, where cc, CC and ftn know MPI and HDF5 by themselves: here those of Debian's wrappers. The program is
# configured, the libraries are built and used.
set -euo pipefail
fail() { echo "FAILED: $*" && exit 1; }
read -ra launch <<<"$SEAFRET_LAUNCH"
build=$PWD/build prefix=$PWD/prefix
rm -rf wrappers "$build" "$prefix"

for wrapper in mpicc mpicxx mpifort h5pcc; do
  command -v "$wrapper.$SEAFRET_MPI" >/dev/null || { echo "there is no $wrapper.$SEAFRET_MPI" && exit 77; }
done
hdf5=$("h5pcc.$SEAFRET_MPI" -show | tr ' ' '\n' | grep -E '^-[IL]/.*hdf5' | tr '\n' ' ')
mkdir wrappers
stand_in() { # <its name> <MPI's wrapper>
  cat >"wrappers/$1" <<T
#!/bin/sh
case " \$* " in *" -c "* | *" -E "*) libraries= ;; *) libraries="-lhdf5_hl -lhdf5" ;; esac
exec $2.$SEAFRET_MPI $hdf5 "\$@" \$libraries
T
  chmod +x "wrappers/$1"
}
stand_in cc mpicc
stand_in CC mpicxx
stand_in ftn mpifort
PATH=$PWD/wrappers:$PATH
configure() { (cd "$SEAFRET_SOURCE" && cmake --preset cray -B "$build" -DSEAFRET_BUILD_TESTS=OFF "$@") >log 2>&1 || fail "$(cat log)"; }

configure
grep -q "^MPI_CXX_COMPILER:.*=$PWD/wrappers/CC$" "$build/CMakeCache.txt" || fail "MPI was looked for beside CC: $(cat log)"
grep -q "Included by compiler wrappers" log || fail "HDF5 was looked for beside cc: $(cat log)"
! grep -q march= "$build/compile_commands.json" || fail "another machine's instructions"

rm -rf "$build"
configure -DSEAFRET_BUILD_PROGRAM=OFF -DCMAKE_CXX_FLAGS_RELEASE=-O0
cmake --build "$build" --parallel 2 >log 2>&1 || fail "$(tail -30 log)"
cmake --install "$build" --prefix "$prefix" >log || fail "$(cat log)"
[[ ! -e $prefix/bin && ! -e $prefix/share/seafret ]] || fail "there is a program"

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name seafret.pc)") || fail "there is no seafret.pc"
export PKG_CONFIG_PATH
read -ra flags < <(pkg-config --cflags --libs seafret)
cc "$SEAFRET_SOURCE/examples/heat.c" "${flags[@]}" -o heat
ftn -I"$(pkg-config --variable=moduledir seafret)" "$SEAFRET_SOURCE/examples/shallow_water.f90" "${flags[@]}" -o shallow_water
for example in heat shallow_water; do
  "${launch[@]}" -n 2 "./$example" | tail -1 | grep -E '^[0-9A-Fa-f]{16}$' || fail "$example has no checksum"
done
