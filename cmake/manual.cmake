# SPDX-License-Identifier: BSD-3-Clause
# cmake -DPROGRAM=<seafret> -DPAGE=<file> -DVERSION=<number> -P manual.cmake
# Makes the manual page: packaging/seafret.1.in, and in it what the program says of each command when it is
# asked for --help. A page that is newer than these is left as it is: to ask takes seconds.
set(frame ${CMAKE_CURRENT_LIST_DIR}/../packaging/seafret.1.in)
if(EXISTS ${PAGE} AND ${PAGE} IS_NEWER_THAN ${PROGRAM} AND ${PAGE} IS_NEWER_THAN ${frame}
   AND ${PAGE} IS_NEWER_THAN ${CMAKE_CURRENT_LIST_FILE})
  return()
endif()
file(REMOVE ${PAGE})

# What `seafret <command>... --help` says; empty where the program does not run.
function(ask result)
  execute_process(COMMAND ${PROGRAM} ${ARGN} --help TIMEOUT 60 OUTPUT_VARIABLE text ERROR_VARIABLE words
                  RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    set(text "")
  endif()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# A help as paragraphs of a page. A name ends before column 30, where what is said of it begins; a longer
# one has a line of its own.
function(as_roff result help)
  string(REPEAT " " 30 margin)
  string(REPEAT "[^\n]" 27 name)
  string(REGEX REPLACE "\nSubcommands:.*" "\n" text "${help}")
  string(REGEX REPLACE "\n(Positionals|Options):" "" text "${text}")
  string(REGEX REPLACE "\n  -h,--help[^\n]*" "" text "${text}")
  string(REPLACE "\n${margin}" "\t" text "${text}")
  string(REPLACE "\\" "\\e" text "${text}")
  string(REGEX REPLACE "\n  (${name}) ([^ ])" "\n  \\1\t\\2" text "${text}")
  string(REPLACE "-" "\\-" text "${text}")
  string(REGEX REPLACE "\nUsage: ([^\n]*)" "\n.PP\n.B \\1" text "${text}")
  string(REGEX REPLACE "\n  ([^\t\n]*[^\t\n ]) *\t" "\n.TP\n.B \\1\n" text "${text}")
  string(REPLACE "\t" " " text "${text}")
  string(REGEX REPLACE "\n\n+" "\n" text "${text}")
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# A section for each command, and after it those of its own commands.
function(describe result help)
  as_roff(text "${help}")
  list(JOIN ARGN " " name)
  set(text ".SS seafret ${name}\n${text}")
  string(REGEX MATCH "\nSubcommands:.*" commands "${help}")
  string(REGEX MATCHALL "\n  [a-z_]+" commands "${commands}")
  foreach(command IN LISTS commands)
    string(STRIP ${command} command)
    ask(help ${ARGN} ${command})
    describe(more "${help}" ${ARGN} ${command})
    string(APPEND text "${more}")
  endforeach()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

ask(help)
if(help STREQUAL "")
  message("seafret has no manual page: the program does not run here")
else()
  describe(COMMANDS "${help}")
  configure_file(${frame} ${PAGE} @ONLY)
endif()
