# SPDX-License-Identifier: BSD-3-Clause
"""A rank that stops answering ends the run, soon, and the others say whom they waited for.

Usage: test_lost_peer.py LOST_PEER SEAFRET_THAT_FALLS_SILENT
The launcher, with its flags, comes in the environment (SEAFRET_LAUNCH).
"""
import os
import re
import subprocess
import sys
import time
import unittest

LOST_PEER, SEAFRET = sys.argv[1:3]
LAUNCH = os.environ["SEAFRET_LAUNCH"].split()
CASE = os.environ["SEAFRET_SOURCE"] + "/inputs/stratus.yaml"
TIMEOUT = 1  # s, of comm.timeout
SOON = 10  # s; the launcher needs its time to end a rank that does not listen


def launch(*command, ranks=2):
    begin = time.monotonic()
    done = subprocess.run([*LAUNCH, "-n", str(ranks), *command], capture_output=True, text=True,
                          timeout=100, check=False)
    return done, time.monotonic() - begin


class LostPeer(unittest.TestCase):
    def expect_end(self, done, seconds, swap, who, step):
        message = f"the swap '{swap}' has waited for {who} in step {step} for {TIMEOUT} s"
        said = re.findall(r"the swap .* has waited for .*", done.stderr)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(len(said), 1, done.stderr)
        self.assertRegex(said[0], message)
        self.assertGreater(seconds, TIMEOUT)
        self.assertLess(seconds, TIMEOUT + SOON)

    def test_every_mode_that_can_be_interrupted(self):
        modes = subprocess.run([*LAUNCH, "-n", "1", LOST_PEER, "--list"], capture_output=True,
                               text=True, check=True).stdout.split("\n")[:-1]
        self.assertIn("direct", modes)
        self.assertIn("p2p", modes)
        for mode in modes:
            with self.subTest(mode):
                # A collective knows only that somebody is missing.
                self.expect_end(*launch(LOST_PEER, mode), "a swap", "(rank 1|the others)", 3)

    def test_a_neighbour_is_named_among_several(self):
        self.expect_end(*launch(LOST_PEER, "shared", ranks=3), "a swap", "rank 1", 3)

    def test_a_run_of_the_program(self):
        for way in ["halo.transport=p2p", "halo.transport=shared", "halo.on_node=direct"]:
            with self.subTest(way):
                done, seconds = launch(SEAFRET, "run", CASE, "--set", way, "--set",
                                       f"comm.timeout={TIMEOUT}", "--output", "out")
                self.expect_end(done, seconds, ".*", "rank 1", 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
