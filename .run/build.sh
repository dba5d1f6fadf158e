#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Part of run.sh: configures and builds.

cached() { sed -n "s/^$2:[A-Z]*=//p" "$root/build/$1/CMakeCache.txt" 2>/dev/null; }

# Whether libfabric, which is optional, has appeared since.
misses_libfabric() { [[ $(cached "$1" SEAFRET_LIBFABRIC_LIBRARY) == *NOTFOUND && -e /usr/include/rdma/fabric.h ]]; }

is_configured() {
  ! misses_libfabric "$1" && [[ -f $root/build/$1/build.ninja || -f $root/build/$1/Makefile ]] &&
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
