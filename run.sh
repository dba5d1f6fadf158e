#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# One door to seafret: installs what is missing, builds, runs. `./run.sh --help` says how.
set -euo pipefail
unset OMP_NUM_THREADS OMP_THREAD_LIMIT # nproc would take them for cores; -t says the threads

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)

usage() {
  cat <<'TEXT'
./run.sh [CASE.yaml] [-n RANKS] [-t THREADS] [--mpi openmpi|mpich] [option of `seafret run`]...
    Installs what is missing, builds, runs the case (inputs/stratus.yaml if none is named) on all
    cores, prints its report and draws its picture. The case is looked for in the working directory,
    then in the project. Files go to out/<name of the case> in the working directory, or to what
    --output names. Options of `seafret run`: --set KEY=VALUE, --output DIR, --check, --progress STYLE.
./run.sh test [--mpi openmpi|mpich] [option of ctest]...
    Builds for both MPIs and runs every test with both; the last line is `N passed, N failed`.
./run.sh build [PRESET]              release (default), release-mpich, debug, asan or tsan
./run.sh bench [option of bench/run.py]...
    Measures the papers' figures with both MPIs, in ten minutes at most, and draws out/bench/index.html.
./run.sh bench|validate NAME ... [-n RANKS] [-t THREADS] [--mpi ...]   `seafret bench`, on all cores
./run.sh list|compare|partition ...                                 `seafret list`, one process
./run.sh packages [PRESET|test|bench|check]... installs what is missing for these, and no more

RANKS x THREADS is cores x 1 unless given; with -t alone, cores / THREADS x THREADS. Inside a Slurm
allocation srun starts the ranks, as many as the allocation has tasks.
TEXT
}

say() { printf 'run.sh: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}

# ---- what must be installed

# Debian's packages for each purpose: a preset, `test`, `bench` or `check`.
packages_for() {
  local purpose
  for purpose in "$@"; do
    case $purpose in
      release | debug | asan | tsan | test)
        echo openmpi-bin libopenmpi-dev libhdf5-openmpi-dev ;;&
      release-mpich | test) echo mpich libmpich-dev libhdf5-mpich-dev ;;&
      asan | tsan) echo clang-14 libclang-rt-14-dev libomp-14-dev llvm-14 ;;&
      test) echo doctest-dev netcdf-bin python3-h5py python3-numpy python3-matplotlib \
        python3-xarray python3-h5netcdf cdo nco ;;&
      bench) echo python3-h5py python3-matplotlib ;;
      check) echo clang-format-14 shellcheck ;;
      release | release-mpich | debug | asan | tsan | test)
        echo cmake ninja-build g++ libyaml-cpp-dev libcli11-dev libfmt-dev nlohmann-json3-dev ;;
      *) die "no packages are known for '$purpose'" ;;
    esac
  done | tr ' ' '\n' | sort -u
}

missing_packages() {
  comm -23 <(packages_for "$@") \
    <(packages_for "$@" | xargs dpkg-query -W -f "\${db:Status-Status} \${Package}\n" 2>/dev/null |
      sed -n 's/^installed //p' | sort -u)
}

# The lists of what there is may be missing or old: they are fetched only when the first try fails.
apt_install() { # <command that is apt-get>...
  local -a install=("$@" -qq install -y --no-install-recommends "${missing[@]}")
  "${install[@]}" || { "$@" -qq update && "${install[@]}"; }
}

install_packages() {
  command -v apt-get dpkg-query >/dev/null || return 0 # not Debian: CMake says what it cannot find
  local log=$root/build/packages.log
  local -a missing apt=(env DEBIAN_FRONTEND=noninteractive apt-get)
  mapfile -t missing < <(missing_packages "$@")
  [[ ${#missing[@]} -gt 0 ]] || return 0
  if [[ $(id -u) -ne 0 ]]; then
    sudo -n true 2>/dev/null || { say "not installed, and it needs root: ${missing[*]}" && return 1; }
    apt=(sudo -n "${apt[@]}")
  fi
  say "installing ${missing[*]}"
  mkdir -p "$root/build"
  apt_install "${apt[@]}" >"$log" 2>&1 </dev/null || { cat "$log" >&2 && return 1; }
}

installing_by_hand() {
  local mpi=openmpi apt
  [[ $* == *mpich* ]] && mpi=mpich
  apt=$(packages_for "$@" | tr '\n' ' ')
  cat >&2 <<TEXT
What seafret needs is installed by one of these lines:
  apt:   sudo apt-get install ${apt% }
  dnf:   sudo dnf install cmake ninja-build gcc-c++ $mpi-devel hdf5-$mpi-devel yaml-cpp-devel cli11-devel fmt-devel json-devel doctest-devel && module load mpi/$mpi-$(uname -m)
  Spack: spack install cmake ninja $mpi hdf5+mpi+hl^$mpi yaml-cpp cli11 fmt nlohmann-json doctest && spack load cmake ninja $mpi hdf5 yaml-cpp cli11 fmt nlohmann-json doctest
TEXT
}

# ---- building

cached() { sed -n "s/^$2:[A-Z]*=//p" "$root/build/$1/CMakeCache.txt" 2>/dev/null; }

is_configured() {
  [[ -f $root/build/$1/build.ninja || -f $root/build/$1/Makefile ]] &&
    [[ ${2:-OFF} == OFF || $(cached "$1" SEAFRET_BUILD_TESTS) == ON ]]
}

configure() { # <preset> <with tests: ON or OFF>
  local preset=$1 tests=$2
  local -a purposes=("$preset")
  [[ $tests == OFF ]] || purposes+=(test)
  install_packages "${purposes[@]}" || say "trying without"
  say "configuring and building build/$preset; that takes a minute or two"
  if command -v ninja >/dev/null; then export CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja}; fi
  mkdir -p "$root/build"
  if ! (cd "$root" && cmake --preset "$preset" -DSEAFRET_BUILD_TESTS="$tests") \
    >"$root/build/$preset.log" 2>&1 </dev/null; then
    cat "$root/build/$preset.log" >&2
    # The next try must not meet what this one believed about the machine.
    rm -rf "$root/build/$preset"/{CMakeCache.txt,CMakeFiles/3.*,build.ninja,Makefile}
    installing_by_hand "${purposes[@]}"
    die "build/$preset could not be configured; the reason stands above"
  fi
}

# Rewrites one line on a terminal with the steps of a build; says nothing elsewhere.
show_steps() {
  local line
  while IFS= read -r line; do
    if [[ -t 2 && $line == \[* ]]; then printf '\r\033[K%.100s' "$line" >&2; fi
  done
  if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
}

# Takes a fraction of a second where nothing has changed.
build() { # <preset> <with tests> [target]
  local preset=$1 tests=$2 log=$root/build/$1.log
  local -a target=()
  [[ $# -lt 3 ]] || target=(--target "$3")
  is_configured "$preset" "$tests" || configure "$preset" "$tests"
  cmake --build "$root/build/$preset" --parallel "$(nproc)" "${target[@]}" 2>&1 </dev/null |
    tee "$log" | show_steps || {
    grep -E -A 15 'error:|FAILED' "$log" | head -60 >&2 || tail -30 "$log" >&2
    die "build/$preset did not build; all of it is in ${log#"$PWD"/}"
  }
}

build_preset() {
  case $1 in
    release | release-mpich | debug | asan | tsan) build "$1" OFF ;;
    *) die "there is no preset '$1'; there are: asan, debug, release, release-mpich, tsan" ;;
  esac
  say "built: $root/build/$1/seafret"
}

# ---- running

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

# A python3 that can draw: the first one in the path may not have the libraries.
drawing_python() { # <library>...
  local python
  for python in python3 /usr/bin/python3; do
    if "$python" -c 'import sys
from importlib.util import find_spec
sys.exit(not all(map(find_spec, sys.argv[1:])))' "$@" 2>/dev/null; then
      echo "$python"
      return
    fi
  done
}

draw() { # <output folder>; the report has named the files
  local python picture
  [[ -f $1/fields.h5 ]] || return 0
  python=$(drawing_python h5py matplotlib)
  if [[ -z $python ]]; then
    say "picture: none (python3 has no h5py and matplotlib; packages python3-h5py, python3-matplotlib)"
  elif "$python" "$root/tools/plot.py" "$1" >/dev/null; then
    for picture in "$1"/*.png; do say "picture: $picture"; done
  else
    say "picture: tools/plot.py failed"
  fi
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

# The papers' figures if nothing is named to be measured.
run_bench() {
  local ranks threads mpi
  local -a rest
  take_launch_options "$@"
  if [[ ${rest[0]:-} == [!-]* ]]; then
    run_program launched bench "$@"
  else
    run_figures "$@"
  fi
}

run_figures() { # [option of bench/run.py]...
  local folder page python status=0
  local -a builds=(--build "$root/build/release")
  case " $* " in *" -h "* | *" --help "* | *" --list "*) exec python3 "$root/bench/run.py" "$@" ;; esac
  install_packages bench || say "trying without"
  build release OFF seafret
  if (build release-mpich OFF seafret); then
    builds+=(--build "$root/build/release-mpich")
  else
    say "going on without MPICH"
  fi
  folder=$(python3 "$root/bench/run.py" "${builds[@]}" "$@" </dev/null) || status=$?
  [[ -d $folder ]] || return "$status" # it has said why
  python=$(drawing_python h5py matplotlib)
  [[ -n $python ]] || die "no page: python3 has no h5py and matplotlib (packages python3-h5py, python3-matplotlib)"
  page=$("$python" "$root/bench/page.py" "$folder") || die "no page: bench/page.py failed"
  say "page: $page"
  return "$status"
}

# ---- testing

# Adds the tests of one build to `passed` and `failed`; those that skipped themselves are neither.
run_ctest() { # <preset> [option of ctest]...
  local log=$root/build/$1.ctest.log bad all skipped
  ctest --test-dir "$root/build/$1" -j "$(nproc)" --output-on-failure "${@:2}" </dev/null 2>&1 |
    tee "$log" || true
  if read -r bad all < <(sed -n 's/.* \([0-9]*\) tests failed out of \([0-9]*\)$/\1 \2/p' "$log" | tail -1); then
    skipped=$(grep -cE '\((Skipped|Disabled)\)$' "$log" || true)
    passed=$((passed + all - bad - skipped)) failed=$((failed + bad))
    if ((skipped > 0)); then say "$skipped tests of build/$1 were skipped"; fi
  else
    failed=$((failed + 1))
  fi
}

run_tests() {
  local passed=0 failed=0 preset
  local -a presets=(release release-mpich) options=()
  while [[ $# -gt 0 ]]; do
    if [[ $1 == --mpi && $# -gt 1 ]]; then
      presets=("$(preset_of "$2")")
      shift 2
    else
      options+=("$1")
      shift
    fi
  done
  install_packages test || say "trying without"
  for preset in "${presets[@]}"; do
    if (build "$preset" ON); then
      run_ctest "$preset" "${options[@]}"
    else
      failed=$((failed + 1))
    fi
  done
  echo "$passed passed, $failed failed"
  ((failed == 0))
}

# ---- the door

if [[ $(id -u) -eq 0 ]]; then export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; fi

case ${1:-} in
  -h | --help | help) usage ;;
  build) build_preset "${2:-release}" ;;
  test) run_tests "${@:2}" ;;
  packages) install_packages "${@:2}" ;;
  bench) run_bench "${@:2}" ;;
  validate) run_program launched "$@" ;;
  list | compare | partition) run_program alone "$@" ;;
  '' | -* | *.yaml | *.yml) run_case "$@" ;;
  *) die "'$1' is neither a command nor a case file (.yaml); ./run.sh --help lists the commands" ;;
esac
