#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# One door to seafret: installs what is missing, builds, runs. `./run.sh --help` says how. What stands
# behind it is in .run/.
set -euo pipefail
unset OMP_NUM_THREADS OMP_THREAD_LIMIT # nproc would take them for cores; -t says the threads

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)

usage() {
  cat <<'TEXT'
./run.sh [CASE.yaml] [-n RANKS] [-t THREADS] [--mpi openmpi|mpich] [option of `seafret run`]...
    Installs what is missing, builds, runs the case (inputs/stratus.yaml if none is named) on all
    cores, prints its report and draws its picture. The case is looked for in the working directory,
    then in the project. Files go to out/<name of the case> in the working directory, or to what
    --output names. Options of `seafret run`: --set KEY=VALUE, --output DIR, --check, --counters,
    --progress STYLE.
./run.sh test [--mpi openmpi|mpich] [option of ctest]...
    Builds for both MPIs and runs the tests with both (-C nightly: every one); the last line is `N passed, N failed`.
./run.sh build [PRESET]              release (default), release-mpich, debug, asan or tsan
./run.sh bench [option of bench/run.py]...
    Measures the papers' figures with both MPIs, in ten minutes at most, and draws out/bench/index.html.
./run.sh bench NAME ... [-n RANKS] [-t THREADS] [--mpi ...]         `seafret bench`, on all cores
./run.sh validate [NAME]... [-n RANKS] [-t THREADS] [--mpi ...] [--level ci|nightly|release] [--list]
                                                 `seafret validate` (docs/validation.md), on all cores
./run.sh list|compare|partition ...                                 `seafret list`, one process
./run.sh testbed [--nodes N] [--rails R] [--rate MBIT] [-n RANKS] [COMMAND of seafret ...]
    Ranks that are really apart: on 2 network namespaces ("nodes") of this machine with 2 rails between
    them (interfaces r0, r1) of 1000 Mbit/s each; --rate 0 is no limit. MPI goes over r0. Without a
    command all is tried that is to hold between nodes, on 4. Needs root; says so and does nothing else.
./run.sh packages [PRESET|picture|test|testbed|check]... installs what is missing for these, and no more

RANKS x THREADS is cores x 1 unless given; with -t alone, cores / THREADS x THREADS. Inside a Slurm
allocation srun starts the ranks, as many as the allocation has tasks.
TEXT
}

say() { printf 'run.sh: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}

# shellcheck source=.run/packages.sh
source "$root/.run/packages.sh"
# shellcheck source=.run/build.sh
source "$root/.run/build.sh"
# shellcheck source=.run/launch.sh
source "$root/.run/launch.sh"
# shellcheck source=.run/draw.sh
source "$root/.run/draw.sh"
# shellcheck source=.run/test.sh
source "$root/.run/test.sh"
# shellcheck source=.run/testbed.sh
source "$root/.run/testbed.sh"
# shellcheck source=.run/testbed_checks.sh
source "$root/.run/testbed_checks.sh"

if [[ $(id -u) -eq 0 ]]; then export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; fi

case ${1:-} in
  -h | --help | help) usage ;;
  build) build_preset "${2:-release}" ;;
  test) run_tests "${@:2}" ;;
  packages) install_packages "${@:2}" ;;
  testbed) run_testbed "${@:2}" ;;
  bench) run_bench "${@:2}" ;;
  validate) run_validation "$@" ;;
  list | compare | partition) run_program alone "$@" ;;
  '' | -* | *.yaml | *.yml) run_case "$@" ;;
  *) die "'$1' is neither a command nor a case file (.yaml); ./run.sh --help lists the commands" ;;
esac
