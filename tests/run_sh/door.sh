#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# run.sh from a user's side: real runs from another folder, its refusals, Slurm, the second start.
set -uo pipefail

case $SEAFRET_BUILD in
  "$SEAFRET_SOURCE"/build/release | "$SEAFRET_SOURCE"/build/release-mpich) ;;
  *) echo "run.sh runs another build than $SEAFRET_BUILD" && exit 77 ;;
esac
unset SLURM_JOB_ID
rm -rf ./*

failures=0
fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# The words go to the files `stdout` and `stderr`, the exit status to `status`.
door() {
  "$SEAFRET_SOURCE/run.sh" "$@" --mpi "$SEAFRET_MPI" >stdout 2>stderr </dev/null
  status=$?
}
refused() { # <word of the message> <argument>...
  door "${@:2}"
  [[ $status == 1 && ! -s stdout && $(wc -l <stderr) == 1 ]] ||
    fail "refusal of '${*:2}' is not one line with status 1: $status $(cat stdout stderr)"
  grep -q -- "$1" stderr || fail "refusal of '${*:2}' does not say '$1': $(cat stderr)"
}
ran() { # <output folder> <ranks> <threads>
  [[ $status == 0 && $(tail -1 stdout) == FOM:*\ VALID ]] || fail "$1: $status $(tail -3 stdout) $(cat stderr)"
  [[ -s $1/fields.h5 ]] || fail "$1: no fields.h5"
  grep -q "$1/fields.h5" stdout || fail "$1: does not say where the files are: $(cat stdout)"
  grep -q "picture: " stderr || fail "$1: does not say where the picture is: $(cat stderr)"
  for pair in "ranks\": $2" "threads\": $3"; do
    grep -qE "\"$pair,?\$" "$1/result.json" || fail "$1: not ${pair/\":/ is}"
  done
}
one_step=(--set time.steps=1 --set grid.points=16x16x40)

refused "'two'" -n two
refused "'0'" -t 0
refused "'tset'" tset
refused "'verify'" verify # what is offered is there:
door --help
for word in $(grep -oE '^\./run\.sh [a-z|]+' stdout | sed 's/.* //' | tr '|' ' '); do
  "$SEAFRET" --help | grep -qw "$word" || [[ " build test testbed packages " == *" $word "* ]] ||
    fail "--help offers '$word', which the program has not"
done
refused "nothing.yaml" nothing.yaml
refused "did you mean 'transport'" inputs/stratus.yaml -n 2 --set halo.transprot=p2p

door inputs/stratus.yaml -n 2 "${one_step[@]}"
ran out/stratus 2 1

cp "$SEAFRET_SOURCE/inputs/stratus.yaml" mine.yaml
door "${one_step[@]}" mine.yaml --output elsewhere -t 2 -n 1
ran elsewhere 1 2

# A stand-in for Slurm's launcher: notes what it was asked for and lets MPI's own do it.
mkdir tools
cat >tools/srun <<'T'
#!/bin/bash
echo "$1 $2 $3 $4" >srun.log
read -ra launch <<<"$SEAFRET_LAUNCH"
exec "${launch[@]}" -n "$2" "${@:5}"
T
chmod +x tools/srun
PATH=$PWD/tools:$PATH SLURM_JOB_ID=1 SLURM_NTASKS=2 SLURM_CPUS_PER_TASK=1 door mine.yaml "${one_step[@]}"
ran out/mine 2 1
[[ $(cat srun.log) == "-n 2 -c 1" ]] || fail "srun was asked for '$(cat srun.log)'"

# The best of three: other work on the machine is not run.sh's fault.
fastest=99999
for _ in 1 2 3; do
  begin=$(date +%s%3N)
  door list transports
  took=$(($(date +%s%3N) - begin))
  ((took < fastest)) && fastest=$took
done
[[ $status == 0 && $(cat stdout) == *p2p* ]] || fail "list: $status $(cat stdout stderr)"
((fastest < 2000)) || fail "a start with nothing to build takes $fastest ms"

((failures == 0)) && echo "started in $fastest ms"
