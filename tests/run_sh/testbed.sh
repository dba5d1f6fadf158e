#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# `run.sh testbed`: who is not root hears so; a run between two nodes has the bits of one process, and
# leaves nothing, however run.sh ends.
set -uo pipefail

fail() {
  echo "FAILED: $*"
  exit 1
}
begin_testbed() {
  "$SEAFRET_SOURCE/run.sh" testbed "$@" >stdout 2>stderr </dev/null &
  bed=$!
}
testbed() { begin_testbed "$@" && wait "$bed"; }

rm -rf ./* && mkdir tools
printf '#!/bin/bash\necho 1000\n' >tools/id
chmod +x tools/id
PATH=$PWD/tools:$PATH testbed all || fail "status $? for who is not root: $(cat stderr)"
[[ ! -s stdout && $(cat stderr) == "run.sh: testbed: skipped: network namespaces need root" ]] ||
  fail "not one line for who is not root: $(cat stdout stderr)"

# As where the kernel has none.
printf '#!/bin/bash\n[[ $* == "netns list" ]] || { echo no such luck >&2 && exit 1; }\n' >tools/ip
printf '#!/bin/bash\necho 0\n' >tools/id
chmod +x tools/ip
printf '#!/bin/bash\n' | tee tools/tc >/dev/null && chmod +x tools/tc
PATH=$PWD/tools:$PATH testbed list || fail "status $? where there are no namespaces: $(cat stderr)"
grep -q "testbed: skipped: .*: no such luck$" stderr || fail "does not say why it is skipped: $(cat stderr)"

[[ $SEAFRET_BUILD == "$SEAFRET_SOURCE/build/release" ]] || { echo "run.sh runs another build" && exit 77; }
if ! ip netns add "seafret-test-$$" || ! ip -n "seafret-test-$$" link add there type veth; then
  echo "no network namespaces here" && exit 77
fi
trap 'ip netns delete "seafret-test-$$"' EXIT

left() { # <process>: of the nodes that it has made
  ip netns list | grep "^seafret-$1-"
}
case_of_one() { # <time.steps>
  echo run "$SEAFRET_SOURCE/inputs/tide.yaml" --set grid.coarsen=8 --set "time.steps=$1" --progress none
}

# shellcheck disable=SC2046 # words
"$SEAFRET" $(case_of_one 2) --output one >/dev/null || fail "one process: status $?"
# shellcheck disable=SC2046
testbed -n 2 $(case_of_one 2) --set halo.transport=notified --output two ||
  fail "two nodes: status $?: $(cat stderr)"
[[ $(grep -cE "2 on 2 nodes|^  libfabric +[1-3] +[0-9]+ +[1-9]" stdout) == 2 ]] ||
  fail "no puts between two nodes: $(cat stdout)"
"$SEAFRET" compare one/fields.h5 two/fields.h5 || fail "the bits are not those of one process"
[[ -z $(left "$bed") ]] || fail "nodes are left: $(left "$bed")"

for signal in TERM KILL; do
  # shellcheck disable=SC2046
  begin_testbed -n 2 $(case_of_one 1000000) --output "$PWD/long"
  for _ in {1..200}; do
    if grep -qs '^  memory ' stdout; then break; fi
    sleep 0.1
  done
  lost=$bed
  kill -s "$signal" "$lost"
  wait "$lost" && fail "a run that was ended by $signal has status 0"
  [[ $signal == TERM ]] || testbed list || fail "status $? after one that was killed: $(cat stderr)"
  [[ -z $(left "$lost") ]] || fail "nodes are left after $signal: $(left "$lost")"
done
if pgrep -f "$PWD/long" >/dev/null; then fail "ranks are left"; fi
echo "ranks on nodes that are apart"
