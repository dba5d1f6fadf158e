# SPDX-License-Identifier: BSD-3-Clause
"""A rank that stops answering ends the run, and who waits for its put says so in one line.

Usage: test_lost_peer.py LOST_PEER
The launcher, with its flags, comes in the environment (SEAFRET_LAUNCH).
"""
import os
import re
import signal
import subprocess
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

LOST_PEER = sys.argv[1]
LAUNCH = os.environ["SEAFRET_LAUNCH"].split()
MOST_PROCESSES = 4194304  # of Linux: none has a greater number
# MPICH's launcher may tell instead the signal by which it has ended the lost rank; on a crowded
# machine it once told 1.
COULD_NOT_GO_ON = [1, 3, 9] if os.environ["SEAFRET_MPI"] == "mpich" else [3]
SOON = 13  # s; the launcher needs its time to end a rank that does not listen


def run(ranks, *arguments):
    begin = time.monotonic()
    done = subprocess.run([*LAUNCH, "-n", str(ranks), LOST_PEER, *map(str, arguments)],
                          capture_output=True, text=True, timeout=60, check=False)
    return done, time.monotonic() - begin


def left_behind():
    """What libfabric has in memory that ranks share, of processes that are no more."""
    named = {file: re.match(f"([0-9]+):{os.getuid()}:", file.name) for file in Path("/dev/shm").iterdir()}
    return {file for file, name in named.items() if name and not Path("/proc", name[1]).exists()}


CHANNELS = run(1, "--list")[0].stdout.split()


def by_every_channel(how):
    with ThreadPoolExecutor(4) as some:
        yield from zip(CHANNELS, some.map(lambda channel: run(2, channel, int(how)), CHANNELS))


class LostPeer(unittest.TestCase):
    def test_who_waits_for_a_put_names_the_signal_the_line_and_the_peer(self):
        self.assertIn("shared_memory", CHANNELS)
        for channel, (done, seconds) in by_every_channel(signal.SIGSTOP):
            with self.subTest(channel):
                said = re.findall("^seafret: .*", done.stderr, re.MULTILINE)
                self.assertEqual(len(said), 1, done.stderr)
                self.assertRegex(said[0], r"^seafret: rank 0: the signal 'filled' "
                                          r"\(tests/notify/lost_peer.cpp:[0-9]+, "
                                          r"round 3, 0x1: 1 events and 0 sub-messages left\) has "
                                          r"waited for rank 1 in step 3 for 1 s .*lost or stuck")
                self.assertIn(done.returncode, COULD_NOT_GO_ON)
                self.assertLess(seconds, SOON)

    def test_a_rank_that_is_killed_ends_the_others(self):
        for channel, (done, seconds) in by_every_channel(signal.SIGKILL):
            with self.subTest(channel):
                self.assertNotEqual(done.returncode, 0)
                self.assertLess(seconds, SOON)

    def test_what_a_killed_rank_left_in_memory_goes_at_the_next_start(self):
        if "libfabric" not in CHANNELS:
            self.skipTest("built without libfabric")
        planted = Path(f"/dev/shm/{MOST_PROCESSES + os.getpid()}:{os.getuid()}:0")
        planted.touch()
        self.assertNotEqual(run(2, "libfabric", int(signal.SIGKILL), "shm")[0].returncode, 0)
        old = left_behind() | {planted}
        for file in old:
            with suppress(FileNotFoundError):  # another test may be about it too
                os.utime(file, (0, 0))
        run(2, "libfabric", int(signal.SIGKILL), "shm")
        self.assertFalse(old & left_behind())
        for file in left_behind():
            file.unlink(missing_ok=True)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
