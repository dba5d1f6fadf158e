#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs the tests of shared_room.cpp, in PROGRAM, where /dev/shm has 64 MB, as it has in containers.
# The mount is seen by this command only, and goes with it.
alone=(unshare --mount sh -c 'mount -t tmpfs -o size=64m tmpfs /dev/shm && exec "$@"' sh)
"${alone[@]}" true 2>/dev/null || exit 77
# shellcheck disable=SC2086 # the launcher comes with its flags
exec "${alone[@]}" $SEAFRET_LAUNCH -n 4 "$1" --no-skip --test-case="room: *"
