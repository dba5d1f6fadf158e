# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# Completes seafret's command lines in bash. It knows no name itself: the program is asked, once in a shell,
# with --help and `seafret list`. Where it does not run, files are completed as everywhere.

declare -gA _seafret_answers=()

# Sets `said` to what the program says to these arguments.
_seafret_ask() {
  local question="$program $*"
  if [[ -z ${_seafret_answers[$question]+asked} ]]; then
    _seafret_answers[$question]=$(timeout 20 "$program" "$@" 2>/dev/null </dev/null)
  fi
  said=${_seafret_answers[$question]}
}

# Of a help: its commands, its options, and what it says of one option.
_seafret_commands() { sed -n '/^Subcommands:/,$s/^  \([a-z_]\{1,\}\) .*/\1/p' <<<"$said"; }
_seafret_options() { sed -n 's/^  \(-[^ ]*\).*/\1/p' <<<"$said" | tr ',' '\n'; }
_seafret_option() {
  awk -v option="$1" '/^  [^ ]/ { here = 0; split($1, names, ","); for (n in names) here += names[n] == option }
    here' <<<"$said"
}

# Sets `words` to those that may follow an option; to none where that may be any word, or a file.
_seafret_values() {
  local of
  of=$(_seafret_option "$1")
  case $of in
    *' --set '*)
      _seafret_ask list keys
      words=$(sed -n 's/^  \([^ ]*\) .*/\1=/p' <<<"$said")
      ;;
    *'seafret list '*)
      _seafret_ask list "$(sed -n 's/.*seafret list \([a-z_]*\).*/\1/p' <<<"$of")"
      words=$(awk '/^[a-z]/ { print $1 }' <<<"$said")
      ;;
    *'{'*) words=$(sed -n 's/.*{\(.*\)}.*/\1/p' <<<"$of" | tr ',' '\n') ;;
  esac
}

# Sets `words` to those that may stand alone: commands, kinds of things to list, validation cases.
_seafret_names() {
  local i inputs=inputs
  case ${path[*]} in
    list) words=$(sed -n 's/.*KIND.* one of //p' <<<"$said" | tr -d ',') ;;
    validate)
      for ((i = 2; i < COMP_CWORD; i++)); do
        if [[ ${COMP_WORDS[i - 1]} == --inputs ]]; then inputs=${COMP_WORDS[i]}; fi
      done
      _seafret_ask validate --list --inputs "$inputs"
      words=$(awk '{ print $1 }' <<<"$said")
      ;;
    *) words=$(_seafret_commands) ;;
  esac
}

_seafret() {
  local program=${COMP_WORDS[0]/#\~/$HOME} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local -a path=()
  local i said words=
  _seafret_ask --help
  for ((i = 1; i < COMP_CWORD; i++)); do
    _seafret_commands | grep -qx -e "${COMP_WORDS[i]}" || break
    path+=("${COMP_WORDS[i]}")
    _seafret_ask "${path[@]}" --help
  done
  if [[ $word == -* ]]; then
    words=$(_seafret_options)
  elif [[ $before == -* ]]; then
    _seafret_values "$before"
  else
    _seafret_names
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  if [[ ${COMPREPLY[*]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
}

complete -o default -F _seafret seafret seafret-openmpi seafret-mpich
