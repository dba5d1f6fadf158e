#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Part of run.sh: ranks that are really apart. The nodes are network namespaces of this machine, each
# with an interface r0, r1 ... to every rail, and one more, without a limit, by which ranks are started.

# Namespaces are called seafret-<process>-<node>, by the process of run.sh that has made them.
node() { echo "seafret-$$-$1"; }

remove_nodes() { # <process>
  local name
  for name in $(ip netns list | grep -o "^seafret-$1-[a-z0-9]*"); do
    ip netns pids "$name" | xargs -r kill -9 2>/dev/null || true
    ip netns delete "$name"
  done
}

# What a run.sh that was killed could not remove.
remove_leftovers() {
  local process
  for process in $(ip netns list | sed -n 's/^seafret-\([0-9]*\)-.*/\1/p' | sort -u); do
    grep -qs run.sh "/proc/$process/cmdline" || remove_nodes "$process"
  done
}

join_rail() { # <node> <rail> <Mbit/s, 0 for no limit>
  local inside
  inside=$(node "$1")
  ip link add "r$2" netns "$inside" type veth peer name "node$1r$2" netns "$(node switch)"
  ip -n "$(node switch)" link set "node$1r$2" master "rail$2" up
  ip -n "$inside" address add "10.77.$2.$(($1 + 1))/24" dev "r$2"
  ip -n "$inside" link set "r$2" up
  # A larger burst, or another control of congestion, lets rails run above their rate for a while.
  [[ $3 == 0 ]] || tc -n "$inside" qdisc add dev "r$2" root tbf rate "$3mbit" burst 8k limit 16m
}

make_nodes() { # <nodes> <rails> <Mbit/s, 0 for no limit>
  local node rail
  ip netns add "$(node switch)"
  for ((rail = 0; rail <= $2; ++rail)); do
    ip -n "$(node switch)" link add "rail$rail" type bridge
    ip -n "$(node switch)" link set "rail$rail" up
  done
  for ((node = 0; node < $1; ++node)); do
    ip netns add "$(node "$node")"
    ip -n "$(node "$node")" link set lo up
    ip netns exec "$(node "$node")" sysctl -qw net.ipv4.tcp_congestion_control=reno \
      net.ipv4.tcp_slow_start_after_idle=0 net.ipv4.tcp_no_metrics_save=1
    join_rail "$node" "$2" 0
    for ((rail = $2 - 1; rail >= 0; --rail)); do join_rail "$node" "$rail" "$3"; done
  done
}

cannot_be() {
  say "testbed: skipped: $*"
  exit 0
}

# Makes the nodes, or says why there can be none. Whatever ends run.sh removes them.
begin_testbed() { # <nodes> <rails> <Mbit/s>
  local why status
  [[ $(id -u) == 0 ]] || cannot_be "network namespaces need root"
  install_packages testbed || true
  { command -v ip >/dev/null && command -v tc >/dev/null; } || cannot_be "needs ip and tc (Debian: iproute2)"
  remove_leftovers
  scratch=$(mktemp -d) # not local: EXIT is later
  trap 'remove_nodes $$; rm -rf "$scratch"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  set +e # bash would not end make_nodes at an error in a condition
  why=$(set -e && make_nodes "$@" 2>&1)
  status=$?
  set -e
  [[ $status == 0 ]] || cannot_be "there can be no such nodes here: $(head -1 <<<"$why")"
}

# Sets `launch` to what starts so many ranks on the first so many nodes, in blocks. Windows go over
# messages (osc/pt2pt), the only way that Open MPI 4.1 has for them over TCP; OMPI_MCA_... of the
# user's own go first.
set_testbed_launcher() { # <preset> <nodes> <rails> <ranks>
  local node hosts='' each=$((($4 + $2 - 1) / $2))
  for ((node = 0; node < $2; ++node)); do hosts+=${hosts:+,}$(node "$node"); done
  launch=(env TMPDIR="$scratch" OMP_WAIT_POLICY=passive)
  case $(cached "$1" SEAFRET_MPI_FAMILY) in
    openmpi)
      launch+=(OMPI_MCA_plm_rsh_agent="$root/.run/on_node" OMPI_MCA_plm_rsh_no_tree_spawn=1
        OMPI_MCA_oob_tcp_if_include="r$3" OMPI_MCA_btl_tcp_if_include="${OMPI_MCA_btl_tcp_if_include:-r0}"
        OMPI_MCA_pml="${OMPI_MCA_pml:-ob1}" OMPI_MCA_btl="${OMPI_MCA_btl:-self,vader,tcp}"
        OMPI_MCA_osc="${OMPI_MCA_osc:-sm,pt2pt}"
        OMPI_MCA_orte_execute_quiet="${OMPI_MCA_orte_execute_quiet:-1}"
        "$(cached "$1" SEAFRET_MPIEXEC)" -n "$4" --oversubscribe --bind-to none --host "${hosts//,/:$each,}:$each")
      ;;
    mpich)
      launch+=(UCX_NET_DEVICES="${UCX_NET_DEVICES:-r0}" "$(cached "$1" SEAFRET_MPIEXEC)" -n "$4"
        -launcher rsh -launcher-exec "$root/.run/on_node" -hosts "$hosts" -ppn "$each"
        -iface "r$3" -localhost "10.77.$3.1" -bind-to none)
      ;;
  esac
  # A launcher sees the ranks of one node. Here the cores are those of all.
  if (($4 > $(cores))); then
    launch=(env OMPI_MCA_mpi_yield_when_idle=1 "${launch[@]}")
  else
    # shellcheck disable=SC2016 # it is the shell of each rank that expands
    launch+=(bash -c 'taskset -cp "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" $$ &>/dev/null; exec "$@"' bash)
  fi
}

# In the background, since bash hears no signal while it waits for what is not.
on_nodes() { # <command>...: from the first node, by `launch`
  local status=0
  "$root/.run/on_node" "$(node 0)" "$(printf '%q ' "${launch[@]}" "$@")" </dev/null &
  wait $! || status=$?
  return "$status"
}

# Those that stand before the command, which may have others of the same name.
take_testbed_options() {
  nodes=2 rails=2 rate=1000 others=()
  while [[ ${1:-} == -* ]]; do
    case $1 in
      --nodes | --rails | --rate) [[ ${2:-} =~ ^[0-9]+$ ]] || die "$1 must be a number, not '${2:-}'" ;;&
      --nodes) nodes=$2 ;;
      --rails) rails=$2 ;;
      --rate) rate=$2 ;;
      *) others+=("$1" "${@:2:1}") ;;
    esac
    shift $(($# > 1 ? 2 : 1))
  done
  others+=("$@")
  ((nodes >= 2 && nodes <= 8)) || die "--nodes is 2 to 8, not $nodes"
  ((rails >= 1 && rails <= 8)) || die "--rails is 1 to 8, not $rails"
}

# Option and value alike: the program reads case files, run.sh finds them.
run_testbed() {
  local nodes rails rate ranks threads mpi preset word
  local -a others rest launch words=()
  take_testbed_options "$@"
  take_launch_options "${others[@]}"
  preset=$(preset_of "$mpi")
  set -- "${rest[@]:-all}"
  [[ $1 != all ]] || nodes=4
  begin_testbed "$nodes" "$rails" "$rate"
  build "$preset" OFF seafret
  export OMP_NUM_THREADS=${threads:-1}
  if [[ $1 == all ]]; then
    check_between_nodes "${@:2}"
  else
    for word in "$@"; do
      [[ $word != *.y*ml || -f $word ]] || word=$(find_case "$word")
      words+=("$word")
    done
    set_testbed_launcher "$preset" "$nodes" "$rails" "${ranks:-$nodes}"
    on_nodes "$root/build/$preset/seafret" "${words[@]}"
  fi
}
