#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# `launch.sh FOLDER LAUNCHER [argument]...`. Open MPI's launchers share a folder in /tmp, which the one that
# ends removes when it sees no other, be it that another is just making its own there. Each gets one in FOLDER.
export OMPI_MCA_orte_tmpdir_base="$1/$$"
shift
exec "$@"
