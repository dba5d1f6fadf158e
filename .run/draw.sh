#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Part of run.sh: pictures, and the page of the benchmarks.

# A python3 that can draw: the first one in the path may not have the libraries.
drawing_python() {
  local python
  for python in python3 /usr/bin/python3; do
    if "$python" -c 'from importlib.util import find_spec
raise SystemExit(not all(map(find_spec, ("h5py", "matplotlib"))))' 2>/dev/null; then
      echo "$python"
      return
    fi
  done
  return 1
}

# The same, and what it needs is installed where that may be; else one line says how to have it.
python_for() { # <what is to be drawn>
  drawing_python && return
  if may_install && install_packages picture && drawing_python; then return; fi
  say "$1: none; python3 needs h5py and matplotlib (sudo apt-get install python3-h5py python3-matplotlib)"
  return 1
}

draw() { # <output folder>; the report has named the files
  local python picture
  [[ -f $1/fields.h5 ]] || return 0
  python=$(python_for picture) || return 0
  if "$python" "$root/tools/plot.py" "$1" >/dev/null; then
    for picture in "$1"/*.png; do say "picture: $picture"; done
  else
    say "picture: tools/plot.py failed"
  fi
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
  build release OFF seafret
  if (build release-mpich OFF seafret); then
    builds+=(--build "$root/build/release-mpich")
  else
    say "going on without MPICH"
  fi
  folder=$(python3 "$root/bench/run.py" "${builds[@]}" "$@" </dev/null) || status=$?
  [[ -d $folder ]] || return "$status" # it has said why
  python=$(python_for page) || return 1
  page=$("$python" "$root/bench/page.py" "$folder") || die "no page: bench/page.py failed"
  say "page: $page"
  return "$status"
}
