#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What run.sh asks of apt: exactly what is missing, with a second try after an update, as root or
# through sudo, and otherwise nothing. The machine's own apt, dpkg, id and sudo are out of its reach.
set -uo pipefail

tools=$PWD/tools asked=$PWD/asked
rm -rf "$tools" && mkdir "$tools"
cp -r "$SEAFRET_SOURCE/run.sh" "$SEAFRET_SOURCE/.run" .

tool() { # <name>, its script on stdin
  { echo '#!/bin/bash' && cat; } >"$tools/$1"
  chmod +x "$tools/$1"
}
fail() {
  echo "FAILED: $*; asked: $(tr '\n' ';' <"$asked")"
  exit 1
}
ask() { # <purpose>...
  : >"$asked"
  PATH=$tools:$PATH ./run.sh packages "$@" >output 2>&1
}

# Everything is installed but cmake, which was removed, and mpich, which nobody ever installed.
tool dpkg-query <<'T'
for package in "${@:4}"; do
  case $package in
    cmake) echo "config-files cmake" ;;
    mpich) echo "no packages found matching mpich" >&2 ;;
    *) echo "installed $package" ;;
  esac
done
T
tool apt-get <<T
echo "apt-get \$*" >>"$asked"
case "\$*" in
  *update*) touch "$PWD/lists" ;;
  *) [[ -e "$PWD/lists" ]] ;;
esac
T
tool id <<<'echo 0'
tool sudo <<<'exit 1'

rm -f lists
ask release test || fail "as root: status $?"
[[ $(grep -c install "$asked") == 2 && $(sed -n 2p "$asked") == *update* ]] ||
  fail "no second try after an update"
[[ $(tail -1 "$asked") == *" cmake mpich" ]] || fail "more or less than the missing packages"

ask release test || fail "with fresh lists: status $?"
[[ $(wc -l <"$asked") == 1 ]] || fail "updated although the lists were fresh"

ask check || fail "nothing missing: status $?"
[[ ! -s $asked ]] || fail "asked although nothing was missing"

tool id <<<'echo 1000'
ask release && fail "neither root nor sudo, and yet status 0"
[[ ! -s $asked ]] || fail "asked without the right to"
grep -q 'needs root: cmake$' output || fail "does not say what is missing: $(cat output)"

tool sudo <<'T'
[[ $1 == -n ]] && shift && exec "$@"
T
ask release || fail "with sudo: status $?"
[[ $(wc -l <"$asked") == 1 ]] || fail "sudo was not used"

# A picture after the first run: the libraries are installed, or one line says how to have them.
rm -rf drawable out && mkdir out && touch out/fields.h5
picture() { # draws with a python3 that has the libraries once they were installed
  : >"$asked"
  # shellcheck disable=SC2016
  PATH=$tools:$PATH bash -euo pipefail -c 'root=$PWD
    say() { echo "run.sh: $*" >&2; }
    for part in packages draw; do source .run/$part.sh; done
    drawing_python() { [[ -e drawable ]] && echo "echo"; }
    draw out' >output 2>&1
}
tool dpkg-query <<<'exit 1'
tool sudo <<<'exit 1'
picture || fail "no picture ends the run with status $?"
[[ ! -s $asked && $(wc -l <output) == 1 && $(cat output) == *"apt-get install python3-h5py"* ]] ||
  fail "not one line on how to have a picture: $(cat output)"
tool id <<<'echo 0'
tool apt-get <<T
echo "apt-get \$*" >>"$asked"
touch "$PWD/drawable"
T
picture || fail "a picture ends with status $?"
[[ $(cat "$asked") == *"python3-h5py python3-matplotlib"* && $(cat output) == *"picture: out/"* ]] ||
  fail "does not install what a picture needs: $(cat output)"

for word in "apt: *sudo apt-get install" "dnf: *sudo dnf install" "Spack: *spack install"; do
  tool cmake <<<'echo no such luck; exit 1'
  PATH=$tools:$PATH ./run.sh build >output 2>&1 && fail "a build without CMake has status 0"
  grep -q "^ *$word" output || fail "no line '$word': $(cat output)"
done
echo "run.sh asks for exactly what is missing"
