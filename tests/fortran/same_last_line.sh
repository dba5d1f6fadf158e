#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# same_last_line.sh PROGRAM RANKS...: an example says the same by itself, on so many ranks, with other
# transports and by direct copy where it can; and ends where a transport does not exist.
set -uo pipefail
read -ra launch <<<"$SEAFRET_LAUNCH"
last() { "${launch[@]}" -n "$1" "$program" 2>said | tail -1; }

program=$1 && shift
serial=$("$program" | tail -1)
[[ $serial =~ ^[0-9a-fA-F]{16}$ ]] || { echo "by itself: '$serial'" && exit 1; }
for ranks in "$@"; do
  for way in transport=p2p transport=pscw transport=shared packing=datatype,combine=2; do
    same=$(SEAFRET_HALO=$way SEAFRET_REPORT=report.json last "$ranks")
    [[ $same == "$serial" ]] || { cat said && echo "$ranks ranks, $way: '$same', not $serial" && exit 1; }
    grep -q '"swaps": [1-9]' report.json || { echo "no report" && exit 1; }
  done
done
if SEAFRET_HALO=transport=nonsense "${launch[@]}" -n 2 "$program" >out 2>said; then
  echo "takes a transport that does not exist" && exit 1
fi
grep -q "no transport 'nonsense'; there are:" said || { cat said && exit 1; }
