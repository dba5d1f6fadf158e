# SPDX-License-Identifier: BSD-3-Clause
"""A rank that stops answering ends the run, soon, and one of the others says whom they wait for.

Usage: test_lost_peer.py LOST_PEER SEAFRET_THAT_FALLS_SILENT [option of unittest]...
The launcher, with its flags, comes in the environment (SEAFRET_LAUNCH).
"""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LOST_PEER, SEAFRET = sys.argv[1:3]
LAUNCH = os.environ["SEAFRET_LAUNCH"].split()
CASE = os.environ["SEAFRET_SOURCE"] + "/inputs/stratus.yaml"
SHORT = 1  # s, the limit of LOST_PEER
# Of comm.timeout, in s; ranks that poll side by side are slow to write.
MPI = os.environ["SEAFRET_MPI"]
TIMEOUT = 4 if MPI == "mpich" else 2
WRITING = 3 * TIMEOUT
SOON = 12  # s; the launcher needs its time to end a rank that does not listen
# MPICH's launcher may tell instead the signal by which it has ended the lost rank.
COULD_NOT_GO_ON = [3, 9] if MPI == "mpich" else [3]


def command(program, ranks, *arguments):
    return [*LAUNCH, "-n", str(ranks), program, *map(str, arguments)]


def launch(program, ranks, *arguments, **environment):
    begin = time.monotonic()
    done = subprocess.run(command(program, ranks, *arguments), capture_output=True, text=True,
                          timeout=100, check=False, env={**os.environ, **environment})
    return done, time.monotonic() - begin


def side_by_side(work, items):
    with ThreadPoolExecutor(4) as some:
        return list(zip(items, some.map(work, items)))


def run_of_the_program(output, *settings, timeout=TIMEOUT):
    sets = [word for setting in ("grid.points=16x16x20", f"comm.timeout={timeout}", *settings)
            for word in ("--set", setting)]
    return ["run", CASE, *sets, "--output", output, "--progress", "none"]


def processes(mark):
    """Those of the program that were given this argument."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "exe").resolve() == Path(SEAFRET).resolve() and \
                    mark in (folder / "cmdline").read_text():
                yield int(folder.name)
        except OSError:
            pass  # it has ended meanwhile


class LostPeer(unittest.TestCase):
    def expect_end(self, ended, what, who, step, timeout=SHORT):
        done, seconds = ended
        said = re.findall(r"^seafret: .*", done.stderr, re.MULTILINE)
        self.assertEqual(len(said), 1, done.stderr)
        self.assertRegex(said[0], f"^seafret: rank .: {what} has waited for {who} in step {step} "
                                  f"for {timeout} s .*lost or stuck")
        self.assertIn(done.returncode, COULD_NOT_GO_ON)
        self.assertGreater(seconds, timeout)
        self.assertLess(seconds, timeout + SOON)

    def test_every_way_of_swapping(self):
        modes = subprocess.run(command(LOST_PEER, 1, "--list"), capture_output=True, text=True,
                               check=True).stdout.split("\n")[:-1]
        for mode in ["direct", "p2p", "fence", "pscw", "passive", "notified"]:
            self.assertIn(mode, modes)
        if MPI == "mpich":  # whose ranks poll; who waits is told alike by all transports
            modes = ["direct", "p2p", "pscw", "notified"]
        for mode, end in side_by_side(lambda mode: launch(LOST_PEER, 2, mode), modes):
            with self.subTest(mode):
                signal_of_it = mode.startswith("notified")
                self.expect_end(end, r"the signal 'a swap, odd' \(comms/transports/notified.hpp:.*"
                                r"1 events.*\)" if signal_of_it else "the swap 'a swap'", "rank 1", 3)

    def test_a_rank_is_lost_before_they_have_met(self):
        done, seconds = launch(LOST_PEER, 3, "at_once")
        self.assertRegex(done.stderr, "(?m)^seafret: rank 0: the beginning of the run has waited "
                                      "for the others for 1 s .*one of them is lost or stuck")
        self.assertIn(done.returncode, COULD_NOT_GO_ON)
        self.assertEqual(done.stderr.count("lost or stuck"), 1, done.stderr)
        self.assertLess(seconds, SHORT + 5 + SOON)  # who is lost cannot be told, so it takes longer

    def test_who_waits_itself_is_not_named(self):
        for (mode, lost), end in side_by_side(
                lambda row: launch(LOST_PEER, 4, row[0], "row", row[1]),
                [("p2p", 3), ("p2p, derived datatypes, fields together: 0", 3), ("shared", 3),
                 ("pscw", 1)]):
            with self.subTest(f"{mode}, rank {lost} of a row of 4"):
                self.expect_end(end, "the swap 'a swap'", f"rank {lost}", 3)

    def test_wherever_the_program_waits(self):
        wait = "(the (swap|signal) '.*'.*|a reduction over all ranks)"
        # A disk may be slower than any rank.
        memory = tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
        self.addCleanup(memory.cleanup)

        def launched(run):
            output = f"{memory.name}/{run[1].split()[1]}.{run[2]}"
            return launch(SEAFRET, run[0], *run_of_the_program(output, run[2], timeout=run[5]),
                          FALLS_SILENT=run[1])

        runs = [
            (3, "2 MPI_Pcontrol 1", "halo.transport=shared", wait, 0, TIMEOUT),
            (3, "2 MPI_Isend 30", "halo.transport=p2p", wait, "[0-9]+", TIMEOUT),
            (2, "1 MPI_Pcontrol 1", "halo.on_node=direct", wait, 0, TIMEOUT),
            (2, "1 MPI_Win_fence 5", "halo.transport=fence", wait, "[0-9]+", TIMEOUT),
            (2, "1 MPI_Win_flush_all 2", "halo.transport=passive", wait, "[0-9]+", TIMEOUT),
            (2, "1 MPI_Pcontrol 1", "halo.transport=notified", wait, 0, TIMEOUT),
            (3, "2 MPI_Allreduce 9", "halo.transport=p2p", wait, "[0-9]+", TIMEOUT),
            (2, "1 MPI_File_write_at_all 3", "output.every=2", "the output", 2, WRITING),
            (2, "1 MPI_Finalize 1", "time.steps=2", "the end of the run", 2, WRITING)]
        if MPI == "mpich":  # as above
            runs = runs[-4:]
        for (_, silence, setting, what, step, limit), end in side_by_side(launched, runs):
            with self.subTest(silence, setting=setting):
                self.expect_end(end, what, f"rank {silence[0]}", step, limit)

    def test_a_job_suspended_as_a_whole_goes_on(self):
        mark = f"out.{os.getpid()}"
        run = subprocess.Popen(command(SEAFRET, 3, *run_of_the_program(mark, "time.steps=30")),
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while "the loop begins" not in run.stderr.readline():
            self.assertIsNone(run.poll())
        ranks = list(processes(mark))
        self.assertEqual(len(ranks), 3)
        for pid in ranks:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(1.5 * TIMEOUT)
        for pid in ranks:
            os.kill(pid, signal.SIGCONT)
        said = run.communicate(timeout=100)[1]
        self.assertEqual((run.returncode, said), (0, ""))

    def test_an_mpi_without_threads_is_refused(self):
        done = launch(SEAFRET, 2, "list", "transports", NO_THREADS="1")[0]
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "^seafret: this MPI forbids .*FUNNELED")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
