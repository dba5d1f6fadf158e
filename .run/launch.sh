#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Part of run.sh: how many ranks, how they are started; what runs under them.

preset_of() {
  case $1 in
    openmpi) echo release ;;
    mpich) echo release-mpich ;;
    *) die "--mpi is openmpi or mpich, not '$1'" ;;
  esac
}

# Cores that this process may use: no two threads of one core, and no more than a container's share.
cores() {
  local cores physical quota period
  cores=$(nproc)
  physical=$(lscpu -p=Core,Socket 2>/dev/null | grep -v '^#' | sort -u | wc -l) || physical=0
  if ((physical > 0 && physical < cores)); then cores=$physical; fi
  if read -r quota period 2>/dev/null </sys/fs/cgroup/cpu.max && [[ $quota != max ]]; then
    if ((quota < cores * period)); then cores=$(((quota + period - 1) / period)); fi
  fi
  echo "$cores"
}

# Sets `launch` to the command that starts $ranks ranks of $threads threads each.
set_launcher() { # <preset>
  local available room=enough
  available=$(cores)
  if [[ -n ${SLURM_JOB_ID:-} ]] && command -v srun >/dev/null; then
    threads=${threads:-${SLURM_CPUS_PER_TASK:-1}}
    ranks=${ranks:-${SLURM_NTASKS:-$((available > threads ? available / threads : 1))}}
    launch=(srun -n "$ranks" -c "$threads")
  else
    threads=${threads:-1}
    ranks=${ranks:-$((available > threads ? available / threads : 1))}
    launch=("$(cached "$1" SEAFRET_MPIEXEC)" -n "$ranks")
    if ((ranks * threads > available)); then
      room=crowded
      export OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-passive}
    fi
    case $(cached "$1" SEAFRET_MPI_FAMILY)-$room in # -q: Open MPI's page must not follow our one line
      openmpi-enough) launch+=(-q --map-by "slot:PE=$threads" --bind-to core:if-supported) ;;
      openmpi-crowded) launch+=(-q --oversubscribe --bind-to none) ;;
      mpich-enough) launch+=(-bind-to "core:$threads") ;;
      mpich-crowded) launch+=(-bind-to none) ;;
    esac
  fi
  export OMP_NUM_THREADS=$threads
}

# Takes -n, -t and --mpi out of the arguments; the rest is left in `rest`.
take_launch_options() {
  ranks='' threads='' mpi=openmpi rest=()
  while [[ $# -gt 0 ]]; do
    case $1 in
      -n | -t | --mpi | --set | --output) [[ $# -gt 1 ]] || die "$1 needs a value" ;;&
      -n) ranks=$2 ;;
      -t) threads=$2 ;;
      --mpi) mpi=$2 ;;
      --set | --output) rest+=("$1" "$2") ;;
      *)
        rest+=("$1")
        shift
        continue
        ;;
    esac
    shift 2
  done
  [[ ${ranks:-1} =~ ^[1-9][0-9]*$ ]] || die "-n must be a number of ranks, not '$ranks'"
  [[ ${threads:-1} =~ ^[1-9][0-9]*$ ]] || die "-t must be a number of threads, not '$threads'"
}

find_case() {
  local place
  for place in "$1" "$root/$1"; do
    if [[ -f $place ]]; then
      echo "$place"
      return
    fi
  done
  die "no case file '$1', neither here nor in $root"
}

run_case() {
  local ranks threads mpi preset case_file=inputs/stratus.yaml output='' status=0
  local -a rest launch options=()
  take_launch_options "$@"
  set -- "${rest[@]}"
  while [[ $# -gt 0 ]]; do
    case $1 in
      --set) options+=("$1" "$2") && shift ;;
      --output) output=$2 && shift ;;
      --output=*) output=${1#*=} ;;
      *.yaml | *.yml) case_file=$1 ;;
      *) options+=("$1") ;;
    esac
    shift
  done
  # The launcher stands between the program and the terminal.
  if [[ -t 2 && " ${options[*]}" != *" --progress"* ]]; then options+=(--progress terminal); fi
  preset=$(preset_of "$mpi")
  case_file=$(find_case "$case_file")
  output=${output:-out/$(basename "${case_file%.y*ml}")}
  build "$preset" OFF seafret
  set_launcher "$preset"
  "${launch[@]}" "$root/build/$preset/seafret" run "$case_file" --output "$output" "${options[@]}" \
    </dev/null || status=$?
  # Also where a check failed (2): the picture may show why.
  if [[ $status == 0 || $status == 2 ]] && [[ " ${options[*]} " != *" --check "* ]]; then
    draw "$output"
  fi
  return "$status"
}

run_program() { # <alone|launched> <command> [argument]...
  local ranks threads mpi preset how=$1
  local -a rest launch=()
  shift
  take_launch_options "$@"
  preset=$(preset_of "$mpi")
  build "$preset" OFF seafret
  if [[ $how == launched ]]; then set_launcher "$preset"; fi
  "${launch[@]}" "$root/build/$preset/seafret" "${rest[@]}" </dev/null
}

run_validation() { # validate [option of `seafret validate`]...
  local -a inputs=(--inputs "$root/inputs")
  if [[ " $* " == *" --inputs"[\ =]* ]]; then inputs=(); fi
  run_program launched "$@" "${inputs[@]}"
}
