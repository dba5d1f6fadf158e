#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# One case file on several ranks, threads and partitions: every fields.h5 must be the first one's, bit for
# bit. `same_bits.sh CASE`; what it needs of its surroundings is in cmake/testing.cmake.
set -euo pipefail

case_name=$1
small=$SEAFRET_SOURCE/tests/cases/small
for name in $("$SEAFRET" list cases); do
  [[ -f $small/$name ]] || { echo "$name has no file in $small" && exit 1; }
done
read -ra size < <(sed -n 's/^same_bits / /p' "$small/$case_name" | sed 's/ / --set /g')

read -ra launch <<<"$SEAFRET_LAUNCH"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

run() { # <name> <ranks> <threads> <partition> <steps> [<option of seafret run>...]
  local -a overlaps=(none interior)
  OMP_NUM_THREADS=$3 "${launch[@]}" -n "$2" "$SEAFRET" run "$SEAFRET_SOURCE/inputs/$case_name.yaml" \
    "${size[@]}" --set partition.method="$4" --set time.steps="$5" --set halo.overlap="${overlaps[$2 % 2]}" \
    --output "$folder/$1" "${@:6}" >"$folder/log" 2>&1 || { cat "$folder/log" && exit 1; }
}

same_files() { # <folder> <folder>
  local file
  for file in "$1"/*.h5; do "$SEAFRET" compare "$file" "$2/${file##*/}" || return; done
}

differ=0 compared=0
same() { # <name> <ranks> <threads> <partition> <steps> [<option of seafret run>...]
  run "$@"
  compared=$((compared + 1))
  same_files "$folder/one-$5" "$folder/$1" >"$folder/log" 2>&1 && return
  differ=$((differ + 1))
  echo "$case_name on $2 ranks with $3 threads, $4, $5 steps is not what 1 rank computes:"
  cat "$folder/log"
}

steps=8
run one-$steps 1 1 blocks $steps
if [[ $SEAFRET_MPI == mpich ]]; then # its ranks poll while they wait: few steps beyond the cores
  run one-1 1 1 blocks 1
  same two 2 1 k_section $steps
  for ranks in 3 4; do same several $ranks 1 k_section 1; done
else
  for ranks in 2 3 4 6 8; do same several $ranks 1 k_section $steps; done
  same several 3 1 blocks $steps
  same threads 1 2 blocks $steps
  same deep 2 2 k_section $steps --set halo.depth=6
fi

# While every swap tries how to go about it, until most have tried all there is.
run one-60 1 1 blocks 60
same tried 2 1 k_section 60 --set halo.transport=auto --set halo.trial_share=1000
grep -q '"kept": true' "$folder/tried/result.json" || { echo "$case_name: nothing was tried" && exit 1; }

# A comparison that cannot fail proves nothing.
run longer 1 1 blocks $((steps + 1))
status=0
"$SEAFRET" compare "$folder/one-$steps/fields.h5" "$folder/longer/fields.h5" >/dev/null || status=$?
[[ $status == 2 ]] || { echo "compare does not see one step more: status $status" && exit 1; }

echo "$case_name: $((compared - differ)) of $compared runs are the same"
((differ == 0))
