#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The installed program in a folder that has nothing to do with it: its case files, references and tools.
set -euo pipefail
prefix=$1 share=$1/share/seafret
read -ra launch <<<"$SEAFRET_LAUNCH"
fail() { echo "FAILED: $*" && exit 1; }
seafret() { "${launch[@]}" -n 2 "$prefix/bin/seafret" "$@"; }

rm -rf out
for name in $("$prefix/bin/seafret" list cases); do
  "$prefix/bin/seafret" run "$share/inputs/$name.yaml" --check >said 2>&1 || fail "$name: $(cat said)"
done
seafret run "$share/inputs/coastal.yaml" --set grid.coarsen=16 --set time.steps=2 >said 2>&1 || fail "coastal: $(cat said)"
tail -1 said | grep -q '^FOM: .* VALID$' || fail "coastal: $(cat said)"
seafret validate lake_at_rest --inputs "$share/inputs" >said 2>&1 || fail "lake_at_rest: $(cat said)"

drawing=/usr/bin/python3
if "$drawing" -c 'import h5py, matplotlib' 2>/dev/null; then
  "$drawing" "$share/tools/plot.py" out/coastal >said 2>&1 || fail "no picture: $(cat said)"
  [[ -s out/coastal/picture.png ]] || fail "there is no picture"
else
  echo "there is no h5py or matplotlib to draw with"
fi
