#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Part of run.sh: what is to hold between nodes (`./run.sh testbed all`).

# Whose words do not match what is asked for is left out.
check() { # <command>...
  local began=$SECONDS
  [[ $* =~ $asked_for ]] || return 0
  if "$@" >"$scratch/said" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    say "FAILED after $((SECONDS - began)) s: $*"
    tail -12 "$scratch/said" >&2
  fi
}

seafret_there() { # <nodes> <ranks> <argument of seafret>...
  set_testbed_launcher "$preset" "$1" "$rails" "$2"
  launch=(timeout 200 "${launch[@]}")
  on_nodes "$seafret" "${@:3}"
}

# Sets `words` to how the case is run, as small as the tests have it.
describe_run() { # <case> <setting>...
  local setting
  local -a sizes
  read -ra sizes < <(sed -n 's/^same_bits //p' "$root/tests/cases/small/$1")
  words=(run "$root/inputs/$1.yaml" --progress none)
  for setting in time.steps=2 "${sizes[@]}" "${@:2}"; do words+=(--set "$setting"); done
}

# Bit for bit what one process computes.
same_bits() { # <nodes> <ranks> <case> <setting>...
  local -a words
  describe_run "${@:3}"
  rm -rf "$scratch/there"
  seafret_there "$1" "$2" "${words[@]}" --output "$scratch/there" &&
    "$seafret" compare "$scratch/$3/fields.h5" "$scratch/there/fields.h5"
}

refused() { # <its name> <nodes> <ranks> <case> <setting>...
  local -a words
  describe_run "${@:4}"
  ! seafret_there "$2" "$3" "${words[@]}" --output "$scratch/there" &&
    grep -q "^seafret: .*$1.* is refused: " "$scratch/said"
}

# `seafret list` has a second line, in brackets, for what cannot be had there.
refused_there() { # <nodes> <ranks>
  seafret_there "$1" "$2" list transports | awk '/^ +\(/ { print name } { name = $1 }'
}

every_transport() { # <nodes> <ranks>
  local transport bad
  local -a checked
  bad=$(refused_there "$@")
  for transport in $("$seafret" list | sed -n 's/^transports *//p'); do
    if grep -qx "$transport" <<<"$bad"; then
      check refused "$transport" "$@" "$case_name" "halo.transport=$transport"
    else
      checked=("$@" "$case_name" "halo.transport=$transport")
      check same_bits "${checked[@]}"
      (($1 == $2)) || check same_bits "${checked[@]}" halo.on_node=direct
    fi
  done
  check same_bits "$@" "$case_name" halo.packing=datatype
  check same_bits "$@" "$case_name" halo.transport=notified halo.packing=unpacked
}

# By libfabric between the nodes, over so many of the rails, with so few custom bits.
notified_puts() { # <nodes> <ranks>
  local networks bits thread
  for networks in '[r0]' '[10.77.0.0/24,10.77.1.0/24]'; do
    for bits in 0 8 32 128; do
      for thread in none pausing; do
        check same_bits "$@" "$case_name" halo.transport=notified "notify.libfabric.rails=$networks" \
          notify.sub_messages=2 notify.cut_from=512 "notify.bits=$bits" "notify.thread=$thread"
      done
    done
  done
  check same_bits "$@" "$case_name" halo.transport=notified 'notify.channels=[mpi]'
  check refused channels "$@" "$case_name" halo.transport=notified 'notify.channels=[shared_memory]'
}

rank_on() { # <node>
  local process
  for process in $(ip netns pids "$(node "$1")"); do
    if [[ $(<"/proc/$process/comm") == seafret ]]; then echo "$process"; fi
  done
}
stop() { kill -STOP "$(rank_on 1)"; }
end() { kill -KILL "$(rank_on 1)"; }
cut() { ip -n "$(node 1)" link set r0 down; }

# A run ends soon after one of its nodes is lost, and says whom it has waited for. Of a rank that has
# ended the launcher tells, where it is not quiet.
lost() { # <how> <what is said> <transport>
  local -a words
  local status=0 run
  describe_run stratus time.steps=1000000 comm.timeout=3 "halo.transport=$3" 'notify.libfabric.rails=[r0]'
  OMPI_MCA_orte_execute_quiet=0 seafret_there 2 2 "${words[@]}" --output "$scratch/there" &
  run=$!
  until grep -q '^  memory ' "$scratch/said"; do kill -0 "$run" && sleep 0.1; done
  sleep 1
  "$1"
  wait "$run" || status=$?
  ip -n "$(node 1)" link set r0 up
  ((status != 0 && status != 124)) && grep -qE "$2" "$scratch/said" &&
    [[ -z $(rank_on 0; rank_on 1) ]]
}

lost_nodes() {
  local transport
  for transport in p2p pscw notified; do
    check lost stop '^seafret: rank 0: .* has waited for (rank 1|the others) .*lost or stuck' "$transport"
    check lost cut '^seafret: rank .: .* has waited for (rank .|the others) .*lost or stuck' "$transport"
    check lost end 'rank 1 .*exited on signal 9' "$transport"
  done
}

check_between_nodes() { # [regular expression]
  local asked_for=${1:-} passed=0 failed=0 case_name seafret=$root/build/$preset/seafret
  local -a words
  for case_name in $("$seafret" list cases); do
    say "testbed: $case_name"
    describe_run "$case_name"
    "$seafret" "${words[@]}" --output "$scratch/$case_name" >/dev/null
    every_transport 2 4
    every_transport 4 4
    notified_puts 2 2
  done
  say "testbed: every byte of bench signal and bench halo"
  check seafret_there 2 2 bench signal --bytes 8,1000,300000 --blocks 1
  check seafret_there 2 4 bench halo --fields 3 --blocks 1 --swaps 2 --on-node transport,direct
  check seafret_there 4 4 bench halo --fields 3 --blocks 1 --swaps 2
  say "testbed: lost nodes"
  lost_nodes
  echo "$passed passed, $failed failed"
  ((failed == 0))
}
