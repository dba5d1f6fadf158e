#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Score-P rewrites sources that have OpenMP in them, by OPARI2: what comes out must compile. The sources of a
# folder are rewritten as one, which is faster, each header by itself. `opari.sh COMPILER FLAG...`.
set -euo pipefail
command -v opari2 opari2-config >/dev/null || { echo "skipped: opari2 is not here" && exit 77; }

cd "$SEAFRET_SOURCE"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mapfile -t sources < <(grep -rlE '#pragma omp' decomposition comms physics miniapp)
((${#sources[@]} > 30))
for source in "${sources[@]}"; do
  unit=$(dirname "$source")
  [[ $source != *.hpp ]] || unit=$source
  { echo "#line 1 \"$source\"" && cat "$source"; } >>"$folder/${unit//\//_}.cpp"
done
for unit in "$folder"/*.cpp; do
  opari2 --disable=pomp "$unit" "$unit.opari.cc" >"$folder/log" 2>&1 ||
    { echo "OPARI2 fails in ${unit##*/}" && cat "$folder/log" && exit 1; }
done

read -ra opari <<<"$(opari2-config --cflags)"
printf '%s\0' "$folder"/*.opari.cc |
  xargs -0 -n 1 -P "$(nproc)" "$1" -fsyntax-only -w -std=c++20 -fopenmp -I. "${@:2}" "${opari[@]}"
echo "${#sources[@]} sources pass"
