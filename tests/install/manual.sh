#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The manual page and the completion of bash know every command and every option that the program has, and no other.
set -euo pipefail
prefix=$1 program=$1/bin/seafret
page=$prefix/share/man/man1/seafret.1
fail() { echo "FAILED: $*" && exit 1; }
# shellcheck source=/dev/null
source "$prefix/share/bash-completion/completions/seafret"

complete_line() { # <word>...: what the last one could be, as one line
  COMP_WORDS=("$program" "$@") COMP_CWORD=$#
  COMPREPLY=()
  _seafret || true
  completed=${COMPREPLY[*]}
}
expect() { # <list of words> <word>...: these complete to that
  complete_line "${@:2}"
  [[ $(tr ' ' '\n' <<<"$completed" | sort) == $(tr ' ' '\n' <<<"$1" | sort) ]] ||
    fail "'${*:2}' is completed to '$completed', not '$1'"
}
names() { "$program" list "$1" | tr '\n' ' ' | sed 's/ $//'; }

# The section of a command, its options as names and what is said of them.
section() { sed 's/\\-/-/g' "$page" | awk -v title=".SS seafret $1" '/^[.]S/ { here = $0 == title } here'; }

look_at() { # <command>...
  local help words option
  # Not by pipes: what the program once said is kept in this shell.
  said=
  _seafret_ask "$@" --help
  help=$said
  section "$*" >text
  words=$(sed -n 's/^  \(-[^ ]*\).*/\1/p' <<<"$help" | tr ',' '\n' | grep '^--')
  expect "$words" "$@" --
  for option in ${words//--help/}; do
    grep -q -E "^[.]B ([^ ]*,)?$option([ ,]|$)" text || fail "the page has no '$option' of '$*'"
  done
  (($(grep -c '^[.]TP' text) == $(sed '/^Subcommands/,$d' <<<"$help" | grep -c '^  [^ ]') - 1)) ||
    fail "'$*' has other entries on the page: $(cat text)"
  ! grep -A 1 '^[.]B -' text | grep -qE '^[.]TP|   ' || fail "names are not parted from what is said: $(cat text)"
}

commands=$(names commands) benchmarks=$(names benchmarks)
expect "$commands" ""
expect "$benchmarks" bench ""
[[ $(grep -c '^[.]SS' "$page") == $(wc -w <<<"seafret $commands $benchmarks") ]] || fail "sections: $(grep '^[.]SS' "$page")"
for command in $commands; do look_at "$command"; done
for benchmark in $benchmarks; do look_at bench "$benchmark"; done

expect "$(names costs)" partition case.yaml --cost ""
expect "ci nightly release" validate --level ""
expect "$("$program" list | sed -n 's/^\([a-z_]*\)  .*/\1/p') keys" list ""
cases=$(cd "$prefix/share/seafret/inputs/validation" && echo *.yaml)
expect "${cases//.yaml/}" validate --inputs "$prefix/share/seafret/inputs" ""
expect "halo.transport=" run case.yaml --set halo.tran
expect "" run in

if command -v groff >/dev/null; then
  words=$(groff -man -ww -z "$page" 2>&1)
  [[ -z $words ]] || fail "groff says: $words"
fi
