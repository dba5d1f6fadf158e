#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# All validation cases of level ci, on one rank: their slices leave nothing to share; and, on two, that
# a reference which is missed is not passed over. What this needs of its surroundings is in cmake/testing.cmake.
set -euo pipefail

read -ra launch <<<"$SEAFRET_LAUNCH"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$SEAFRET" validate --level ci --inputs "$SEAFRET_SOURCE/inputs" \
  --output "$folder/out" --json "$folder/result.json"
grep -q '"kind": "reference"' "$folder/result.json"

mkdir -p "$folder/inputs/reference" "$folder/inputs/validation"
sed -e 's/reference: 4.26858498/reference: 4.3/' -e 's/time.dt=0.4/time.dt=0.3/' \
  "$SEAFRET_SOURCE/inputs/reference/cone.yaml" >"$folder/inputs/reference/cone.yaml"
cp "$SEAFRET_SOURCE/inputs/reference/cone.h5" "$folder/inputs/reference"
cp "$SEAFRET_SOURCE/inputs/validation/cone.yaml" "$folder/inputs/validation"

validate_cone() { # <status> <what it must say> [option]...
  local status=0
  "${launch[@]}" -n 2 "$SEAFRET" validate cone --inputs "$folder/inputs" --output "$folder/out" "${@:3}" \
    >"$folder/log" 2>&1 || status=$?
  [[ $status == "$1" ]] && grep -q "$2" "$folder/log" && return
  echo "status $status, not $1 with '$2':" && cat "$folder/log" && exit 1
}
validate_cone 2 '2 passed, 2 failed' # what is kept is another thing too
validate_cone 0 '1 passed, 0 failed' --keep-fields
validate_cone 2 '3 passed, 1 failed'
rm "$folder/inputs/reference/cone.h5"
validate_cone 2 'cone: there is no .*cone.h5; .*--keep-fields'

# What would spoil the end of an hour's work is said before it begins: no case has its line.
refuse_before_the_first_case() { # <what it must say> [option]...
  local status=0
  "$SEAFRET" validate --level ci --inputs "$folder/inputs" --output "$folder/out" "${@:2}" \
    >"$folder/log" 2>&1 || status=$?
  [[ $status == 1 ]] && grep -q "$1" "$folder/log" && ! grep -q '^cone ' "$folder/log" && return
  echo "status $status, not 1 with '$1' alone:" && cat "$folder/log" && exit 1
}
echo 'no place' >"$folder/page.md"
refuse_before_the_first_case 'no <!-- ci: begin -->' --markdown "$folder/page.md"
refuse_before_the_first_case 'cannot write' --json "$folder/nowhere/result.json"
