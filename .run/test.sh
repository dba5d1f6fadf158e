#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Part of run.sh: every test with each MPI.

# Adds the tests of one build to `passed` and `failed`; those that skipped themselves are neither.
run_ctest() { # <preset> [option of ctest]...
  local log=$root/build/$1.ctest.log bad all skipped jobs
  jobs=$(nproc)
  # Tests wait more than they compute, but MPICH's ranks poll while they do.
  [[ $1 == *mpich* ]] || jobs=$((2 * jobs))
  ctest --test-dir "$root/build/$1" -j "$jobs" --output-on-failure "${@:2}" </dev/null 2>&1 |
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
