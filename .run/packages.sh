#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Part of run.sh: what must be installed, and how.

# Debian's packages for each purpose: a preset, `picture`, `test`, `testbed` or `check`.
packages_for() {
  local purpose
  for purpose in "$@"; do
    case $purpose in
      release | debug | asan | tsan | test)
        echo openmpi-bin libopenmpi-dev libhdf5-openmpi-dev ;;&
      release-mpich | test) echo mpich libmpich-dev libhdf5-mpich-dev ;;&
      asan | tsan) echo clang-14 libclang-rt-14-dev libomp-14-dev llvm-14 ;;&
      test) echo doctest-dev netcdf-bin python3-h5py python3-numpy python3-matplotlib \
        eztrace libeztrace-dev libopen-trace-format2-dev opari2 otf2-tools gfortran pkg-config libfftw3-dev \
        python3-xarray python3-h5netcdf cdo nco iproute2 chromium ;;&
      testbed) echo iproute2 ;;
      picture) echo python3-h5py python3-matplotlib ;;
      check) echo clang-format-14 clang-tidy-14 shellcheck ;;
      release | release-mpich | debug | asan | tsan | test)
        echo cmake ninja-build g++ libyaml-cpp-dev libcli11-dev libfmt-dev nlohmann-json3-dev \
          libfabric-dev ;;
      *) die "no packages are known for '$purpose'" ;;
    esac
  done | tr ' ' '\n' | sort -u
}

missing_packages() {
  comm -23 <(packages_for "$@") \
    <(packages_for "$@" | xargs dpkg-query -W -f "\${db:Status-Status} \${Package}\n" 2>/dev/null |
      sed -n 's/^installed //p' | sort -u)
}

may_install() { [[ $(id -u) -eq 0 ]] || sudo -n true 2>/dev/null; }

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
  may_install || { say "not installed, and it needs root: ${missing[*]}" && return 1; }
  [[ $(id -u) -eq 0 ]] || apt=(sudo -n "${apt[@]}")
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
  dnf:   sudo dnf install cmake ninja-build gcc-c++ $mpi-devel hdf5-$mpi-devel yaml-cpp-devel cli11-devel fmt-devel json-devel doctest-devel libfabric-devel && module load mpi/$mpi-$(uname -m)
  Spack: spack install cmake ninja $mpi hdf5+mpi+hl^$mpi yaml-cpp cli11 fmt nlohmann-json doctest libfabric && spack load cmake ninja $mpi hdf5 yaml-cpp cli11 fmt nlohmann-json doctest libfabric
TEXT
}
