#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs the tests of shared_room.cpp, in PROGRAM, where /dev/shm has 64 MB, as it has in containers.
# The mount is seen by this command only, and goes with it.  Then each rank has one of its own; Open MPI
# can do with that.
set -euo pipefail
alone=(unshare --mount sh -c 'mount -t tmpfs -o size=64m tmpfs /dev/shm && exec "$@"' sh)
"${alone[@]}" true 2>/dev/null || exit 77
# shellcheck disable=SC2086 # the launcher comes with its flags
"${alone[@]}" $SEAFRET_LAUNCH -n 4 "$1" --no-skip --test-case="room: *"
[[ $SEAFRET_MPI == openmpi ]] || exit 0
export OMPI_MCA_btl_vader_backing_directory=$PWD
# shellcheck disable=SC2086
exec $SEAFRET_LAUNCH -n 2 "${alone[@]}" "$1" --no-skip --test-case="apart: *"
