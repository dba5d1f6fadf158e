#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What is installed goes below DESTDIR, all of it is in the manifest, by which it is removed, none of it
# knows where it was made or is to lie; then it is moved to where the other tests use it.
set -euo pipefail
moved=$1 parent=$PWD/destdir prefix=/nowhere/seafret
fail() { echo "FAILED: $*" && exit 1; }

rm -rf "$parent" "$moved"
DESTDIR=$parent cmake --install "$SEAFRET_BUILD" --prefix "$prefix" >log
[[ ! -e $prefix ]] || fail "$prefix is there, in spite of DESTDIR"

find "$parent" -type f -o -type l | sed "s|^$parent||" | sort >there
sort "$SEAFRET_BUILD/install_manifest.txt" | diff - there || fail "the manifest has other files"
grep -q '\.mod$' there || echo "there is no Fortran compiler, and so no module"

strangers=$(grep -rIlF -e "$SEAFRET_BUILD" -e "$SEAFRET_SOURCE" -e "$parent" -e "$prefix" "$parent" || true)
[[ -z $strangers ]] || fail "they know where they were made: $strangers"

for file in bin/{seafret,seafret-"$SEAFRET_MPI"} include/{seafret.h,seafret/comms/exchange/halo_exchange.hpp} \
  share/{man/man1/seafret.1,bash-completion/completions/seafret,doc/seafret/{LICENSE,NOTICE}} \
  share/seafret/{inputs/{masks/hrcs.h5,reference/tide_gauges.csv,validation/cone.yaml},tools/plot.py,examples/heat.c}; do
  [[ -s $parent$prefix/$file ]] || fail "there is no $file"
done
for file in libseafret_c.a cmake/seafret/seafret-{config,"$SEAFRET_MPI"}.cmake pkgconfig/seafret{,-"$SEAFRET_MPI"}.pc; do
  grep -q "/$file\$" there || fail "there is no $file"
done
mv "$parent$prefix" "$moved"
echo "$(wc -l <there) files are installed, and moved to $moved"
