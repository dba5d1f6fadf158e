# SPDX-License-Identifier: BSD-3-Clause
"""What EZTrace sees of a run: every region as often as the report says, one inside the other.

Usage: test_eztrace.py PLUG-IN.c; the rest comes in the environment (cmake/testing.cmake).
"""
import collections
import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, os.environ["SEAFRET_SOURCE"] + "/tools")
from otf2_trace import visits_by_thread  # noqa: E402

PLUGIN = Path()
HEADERS = ["/usr/include/eztrace-lib", "/usr/include/x86_64-linux-gnu/eztrace-lib"]
# The calls that a message is, by transport.
CALL = {"p2p": "MPI_Isend", "pscw": "MPI_Put"}


def small(case, line):
    settings = Path(os.environ["SEAFRET_SOURCE"], "tests/cases/small", case).read_text().splitlines()
    words = next(words for words in settings if words.startswith(line + " ")).split()[1:]
    return [word for setting in words for word in ("--set", setting)]


def traced(transport):
    """The visits of each rank, and result.json, of a few steps of stratus on two ranks."""
    mpi = os.environ["SEAFRET_MPI"]
    out = Path(transport).resolve()
    shutil.rmtree(out, ignore_errors=True)
    command = [*os.environ["SEAFRET_LAUNCH"].split(), "-n", "2",
               "eztrace", "-o", out / "trace", "-l", Path.cwd(), "-t", f"seafret {mpi}",
               os.environ["SEAFRET"], "run", os.environ["SEAFRET_SOURCE"] + "/inputs/stratus.yaml",
               *small("stratus", "modes"), "--set", f"halo.transport={transport}", "--output", out]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=300)
    if done.returncode != 0:
        raise AssertionError(done.stdout.decode() + done.stderr.decode())
    anchor = next((out / "trace").rglob("*.otf2"))
    return visits_by_thread(anchor), json.loads((out / "result.json").read_text())


class Traced(unittest.TestCase):
    transport = ""

    @classmethod
    def setUpClass(cls):
        threads, cls.result = traced(cls.transport)
        cls.ranks = [visits for visits in threads if any(v.name == "time loop" for v in visits)]

    def most(self, counted):
        """Of each name, the most visits that any rank made of those that `counted` chooses."""
        counts = [collections.Counter(v.name for v in visits if counted(v)) for visits in self.ranks]
        return counts[0] | counts[1]

    def test_two_ranks_came_by_the_time_loop(self):
        self.assertEqual(len(self.ranks), 2)

    def test_each_region_of_the_report_was_visited_as_often_as_it_says(self):
        seen = self.most(lambda v: "time loop" in v.path())
        told = {r["name"]: r["count"] for r in self.result["regions"] if not r["name"].startswith("swap/")}
        self.assertGreater(len(told), 20)
        for name, count in told.items():
            self.assertEqual(seen[name], count, name)

    def test_every_swap_is_seen_also_those_of_which_one_in_many_is_timed(self):
        seen = self.most(lambda v: True)
        swaps = [s for s in self.result["swaps"] if s["messages"] > 0]
        self.assertGreater(len(swaps), 4)
        for swap in swaps:
            for phase in ("start", "pack", "wait"):
                self.assertEqual(seen[f"swap/{swap['name']}/{phase}"], swap["swaps"], swap["name"])

    def test_every_message_is_a_call_inside_its_swap(self):
        for visits in self.ranks:
            calls = collections.Counter(v.path()[-2].rpartition("/")[0] for v in visits
                                        if v.name == CALL[self.transport] and len(v.path()) > 1)
            for swap in self.result["swaps"]:
                self.assertEqual(calls[f"swap/{swap['name']}"], swap["messages"] * swap["swaps"], swap["name"])
            if self.transport == "p2p":
                sent = sum(v.events.get("MPI_ISEND", 0) for v in visits)
                self.assertEqual(sent, sum(s["messages"] * s["swaps"] for s in self.result["swaps"]))

    def test_regions_lie_in_each_other_as_their_names_say(self):
        for visit in (v for visits in self.ranks for v in visits):
            outer = visit.path()[:-1]
            swap, _, phase = visit.name.rpartition("/")
            if visit.name == "step":
                self.assertEqual(outer[-1], "time loop")
            elif visit.name.startswith("step/"):
                self.assertIn("step", outer)
            elif visit.name.startswith("swap/") and phase in ("pack", "unpack"):
                self.assertEqual(outer[-1], f"{swap}/{'start' if phase == 'pack' else 'wait'}")
            elif visit.name.startswith("pressure/") and "time loop" in outer:
                self.assertIn("step/pressure", outer)
        self.assertIn("reduction", {v.name for v in self.ranks[0] if "step/pressure" in v.path()})


def run_python(python, *arguments):
    return subprocess.run([python, *arguments], capture_output=True, text=True, check=False)


class Drawn(unittest.TestCase):
    def draw(self, *arguments):
        return run_python(self.python, os.environ["SEAFRET_SOURCE"] + "/tools/plot_trace.py", *arguments)

    def test_traces_are_drawn_side_by_side(self):
        having = [python for python in (sys.executable, "/usr/bin/python3")
                  if run_python(python, "-c", "import matplotlib").returncode == 0]
        if not having:
            self.skipTest("matplotlib is not here")
        self.python = having[0]
        anchors = [next(Path(transport, "trace").rglob("*.otf2")) for transport in CALL]
        done = self.draw(*anchors, "--titles", *CALL, "--output", "drawn.png")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertGreater(Path("drawn.png").stat().st_size, 10000)
        self.assertRegex(self.draw("none.otf2").stderr, "^plot_trace.py: none.otf2: no such file\n$")


def missing():
    for tool in ("eztrace", "otf2-print", "cc"):
        if shutil.which(tool) is None:
            return tool
    if not any(map(os.path.isdir, HEADERS)):
        return "libeztrace-dev"
    return None if os.path.exists("/usr/include/otf2/otf2.h") else "libopen-trace-format2-dev"


def load_tests(loader, _tests, _pattern):
    kinds = [type(transport, (Traced,), {"transport": transport}) for transport in CALL]
    return unittest.TestSuite(map(loader.loadTestsFromTestCase, [*kinds, Drawn]))  # in this order


if __name__ == "__main__":
    PLUGIN = Path(sys.argv[1])
    if missing():
        print("skipped:", missing(), "is not here")
        sys.exit(77)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", "libeztrace-seafret.so", PLUGIN], check=True)
    unittest.main(argv=sys.argv[:1])
