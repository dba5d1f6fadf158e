#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# All validation cases of level ci on two ranks; and that a reference which is missed is not passed
# over. What this needs of its surroundings is in cmake/testing.cmake.
set -euo pipefail

read -ra launch <<<"$SEAFRET_LAUNCH"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"${launch[@]}" -n 2 "$SEAFRET" validate --level ci --inputs "$SEAFRET_SOURCE/inputs" \
  --output "$folder/out" --json "$folder/result.json"
grep -q '"kind": "reference"' "$folder/result.json"

mkdir -p "$folder/inputs/reference" "$folder/inputs/validation"
sed 's/reference: 4.26858498/reference: 4.3/' "$SEAFRET_SOURCE/inputs/reference/cone.yaml" \
  >"$folder/inputs/reference/cone.yaml"
cp "$SEAFRET_SOURCE/inputs/validation/cone.yaml" "$folder/inputs/validation"
status=0
"$SEAFRET" validate cone --inputs "$folder/inputs" --output "$folder/out" >"$folder/log" || status=$?
[[ $status == 2 ]] || { echo "a missed reference ends with status $status" && exit 1; }
grep -q '2 passed, 1 failed' "$folder/log"
