# SPDX-License-Identifier: BSD-3-Clause
"""bench/run.py and bench/page.py on one small point: what is measured, what is kept, what the
page says. No times are judged."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, BUILD = Path(os.environ["SEAFRET_SOURCE"]), Path(os.environ["SEAFRET_BUILD"])
POINT = f"tiny-{os.environ['SEAFRET_MPI']}-02"

sys.path.insert(0, str(SOURCE / "bench"))
from points import all_points


def script(python, name, *arguments):
    return subprocess.run([python, SOURCE / name, *map(str, arguments)], capture_output=True,
                          text=True, timeout=100, check=False)


def drawing_python():
    """The first one in the path may not have the libraries."""
    for python in ("python3", "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import h5py, matplotlib"], capture_output=True,
                          check=False).returncode == 0:
            return python
    return None


def measure(folder, *options, build=BUILD):
    return script(sys.executable, "bench/run.py", "--build", build, "--output", folder, "--quick",
                  "--only", f"^{POINT}$", *options)


def is_alive(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Points(unittest.TestCase):
    def test_every_name_is_one_point(self):
        names = [point.name for point in all_points()]
        self.assertEqual(len(names), len(set(names)))

    def test_what_every_run_is_told_is_taken(self):
        runs = {point.arguments for point in all_points() if point.arguments[0] == "run"}
        self.assertGreater(len(runs), 10)
        for arguments in runs:
            done = subprocess.run([os.environ["SEAFRET"], *arguments, "--check"], cwd=SOURCE,
                                  capture_output=True, text=True, timeout=100, check=False)
            self.assertEqual(done.returncode, 0, f"{arguments}: {done.stderr}")

    def test_strong_scaling_always_cuts_the_same_grid(self):
        for point in all_points():
            if point.set == "strong":
                x, y, z = map(int, point.arguments[3].split("x"))
                self.assertEqual(x * y * z * point.ranks, 64 * 64 * 128, point.name)


def launch(ranks, variant, memcpy, modes):
    """A record of two cores with these times; `memcpy` is that of its launch."""
    mode = {"window": "allocate", "packing": "packed", "combine": "true", "correct": True,
            "on_node": "transport", "spread": 0.01, "messages": 2, "bytes": 8}
    rows = [{**mode, "mode": name, "median_us": us, "ratio": us / memcpy}
            for name, us in modes.items()]
    return {"set": "path", "variant": variant, "mpi": "openmpi", "ranks": ranks, "cores": 2,
            "result": {"benchmark": "halo", "ranks": ranks, "bytes": 8, "points": [1, 1, 1],
                       "depth": 1, "levels": [1], "blocks": 1, "blocks_repeated": 0,
                       "repetitions": 1, "floors": {"memcpy_us": memcpy}, "rows": rows}}


class MoreRanksThanCores(unittest.TestCase):
    """Memcpy's time says there how the ranks took turns: nothing may rest on it."""

    def seen(self, memcpy):
        python = drawing_python()
        if python is None:
            self.skipTest("no python3 with h5py and matplotlib")
        with tempfile.TemporaryDirectory() as folder:
            records = [launch(ranks, variant, memcpy, {"p2p": 4.0, "pscw": us})
                       for ranks in (2, 16)
                       for variant, us in (("own choice", 2.0), ("over messages", 5.0))]
            for number, record in enumerate(records):
                Path(folder, f"{number}.json").write_text(json.dumps(record))
            words = subprocess.run(
                [python, "-c", "import sys; sys.path.insert(0, sys.argv[1]); import figures, "
                 "page; from data import Data; figure = figures.path(Data(page.Path(sys.argv[2])),"
                 " 2); print(figure.seen, page.measurements(figure.rows))",
                 SOURCE / "bench", folder], capture_output=True, text=True, check=False)
        self.assertEqual(words.returncode, 0, words.stderr)
        return words.stdout

    def test_only_shares_of_p2p_are_shown(self):
        told = self.seen(memcpy=0.7)
        self.assertIn("At 16 ranks, as shares of p2p in the same launch: pscw, osc/sm 0.50, "
                      "pscw, osc/pt2pt 1.25.", told)
        rows = re.findall(r"<tr><td>own choice.*?</tr>", told)
        self.assertEqual(len(rows), 4, told)
        for row in rows:
            cells = re.findall(r"<td>(.*?)</td>", row)
            self.assertEqual(cells[5] == "", cells[2] == "16", row)

    def test_what_the_page_says_of_16_ranks_does_not_change_with_memcpy(self):
        def crowded(text):
            return re.findall(r"At 16.*?<|<td>16</td>.*?</tr>", text)
        self.assertEqual(crowded(self.seen(memcpy=0.7)), crowded(self.seen(memcpy=7.0)))


def ping_pong(mode, number, us, **others):
    return {"mode": mode, "channel": None, "variant": None, "level": None, "bits": None,
            "bytes": number, "half_round_trip_us": us, "spread": us and 0.1, "x_bare": us and us / 2,
            "x_p2p": us and us / 4, "correct": us is not None, "recorded": False, **others}


def record_of(name, variant, ranks, result):
    provenance = ("processor", "mpi", "version", "git", "compiler", "build_type", "flags", "start")
    return {"set": name, "variant": variant, "mpi": "openmpi", "ranks": ranks, "cores": 2,
            "load_before": 0, "took_s": 1, "kernel": "6",
            "result": {"provenance": dict.fromkeys(provenance, "?"), **result}}


class Page(unittest.TestCase):
    def page_of(self, records):
        python = drawing_python()
        if python is None:
            self.skipTest("no python3 with h5py and matplotlib")
        with tempfile.TemporaryDirectory() as folder:
            for number, record in enumerate(records):
                Path(folder, f"{number:02}.json").write_text(json.dumps(record))
            drawn = script(python, "bench/page.py", folder)
            self.assertEqual(drawn.returncode, 0, drawn.stderr)
            return Path(folder, "index.html").read_text()

    def says(self, page, words):  # a page is too long for the message of assertIn
        self.assertTrue(words in page, f"the page does not say '{words}'")


class Steps(Page):
    """The figures of whole steps: runs with these times."""

    @staticmethod
    def run_of(name, variant, ranks, swapping, computing=1.0):
        """Every swap takes so long, and everything else."""
        parts = {"push": computing, "carry tracers": computing, "substeps": swapping,
                 "turn and mix": computing, **{f"swap {what}": swapping for what in
                                               ("v and moved", "u and tracers", "drive and u",
                                                "surface")}}
        regions = [{"name": f"shelf/{part}", "mean_s": seconds} for part, seconds in parts.items()]
        regions.append({"name": "step", "mean_s": sum(parts.values())})
        swaps = [{"messages": 3, "swaps": 5}, {"messages": 1, "swaps": 10}]
        return record_of(name, variant, ranks, {
            "regions": regions, "swaps": swaps, "problem": {"wet_columns": 1234},
            "time": {"steps": 10, "steps_s": sum(parts.values())}})

    def test_parts_of_a_step_are_compared_within_a_turn(self):
        # The second turn is ten times as slow as the others, by both ways.
        page = self.page_of([
            self.run_of("routines", f"{way}, {turn}", ranks, slow * swapping, slow)
            for ranks in (1, 2) for turn, slow in enumerate((1, 10, 1))
            for way, swapping in (("old", 4), ("new", 1), ("new, wet", 0.5))])
        self.says(page, "packed, combined, on 2 ranks, times the old way: velocity advection 2.50, "
                  "scalar advection 2.50, barotropic step 4.00, baroclinic step 2.20, whole run "
                  "2.88;")
        self.says(page, "without land, on 2 ranks, times the old way: velocity advection 3.33,")
        self.says(page, "10 steps of 1,234 wet columns a launch, 3 turns.")

    def test_a_way_that_was_not_measured_leaves_no_figure(self):
        there = ((1, "old"), (1, "new"), (1, "new, wet"), (2, "old"))
        page = self.page_of([self.run_of("routines", f"{way}, 0", ranks, 1)
                             for ranks, way in there])
        self.assertFalse("Routines of the model" in page)

    def test_the_best_depth_and_its_messages(self):
        page = self.page_of([self.run_of("depths8", f"depth {depth}, 0", ranks, swapping)
                             for ranks in (2, 4) for depth, swapping in ((1, 2), (2, 1), (4, 4))])
        self.says(page, "Least with 1,234 columns is depth 2 on 2 (0.62), depth 2 on 4 (0.62) "
                  "ranks.")
        self.says(page, "<td>2.50</td>")


class Signals(Page):
    """The figures of `seafret bench signal`: records with these times."""

    def page(self, rows):
        return self.page_of([record_of("signal", "", 2, {"benchmark": "signal", "blocks": 3,
                                                         "block_ms": 2, "rows": rows})])

    def test_channels_stand_beside_the_ways_of_mpi_and_their_levels_in_a_table(self):
        page = self.page([
            ping_pong("p2p", 8, 4.0), ping_pong("p2p", 4 << 20, 4.0), ping_pong("pscw", 8, 6.0),
            ping_pong("partitioned", 8, None, refused="no such call"),
            ping_pong("fence", 8, None),
            ping_pong("notified", 8, 1.0, channel="shared_memory", level=4, bits=0),
            ping_pong("notified", 8, 0.8, channel="shared_memory", level=4, bits=0, recorded=True),
            ping_pong("notified", 8, 2.0, channel="emulated", variant="8 bits", level=1, bits=8)])
        for words in ("As shares of p2p (4 µs at 8 B), fastest first: at 8 B shared_memory, "
                      "plan 0.20, shared_memory 0.25, p2p 1.00, pscw 1.50; at 4 Mi B p2p 1.00.",
                      "cannot run here: no such call",
                      "WRONG, not timed: fence on 2 ranks (openmpi)",
                      "As shares of p2p at 8 B: Open MPI: 8 bits 0.50."):
            self.assertTrue(words in page, words)

    def test_steps_and_calculation_are_figures_of_their_own(self):
        def step(variant, us, **others):
            return {**ping_pong("steps", None, None), "variant": variant, "step_us": us,
                    "spread": us and 0.1, "x_p2p": us and us / 100, "correct": us is not None,
                    **others}

        def played(variant, us):
            return ping_pong("calculation", 262144, us, channel="emulated", variant=variant)
        page = self.page([
            ping_pong("p2p", 8, 4.0), step("stratus: p2p", 100.0),
            step("stratus: mpi", 180.0, channel="mpi", level=0),
            step("stratus: emulated, thread pausing", None, channel="emulated"),
            step("stratus: emulated, thread spinning", None, refused="no core"),
            step("stratus, computing: p2p", 2e3), step("stratus, computing: p2p, again", 101.0),
            played("5a, a NIC each", 20e3), played("5a, NICs shared", 16e3),
            played("5b, jitter, a NIC each", 10e3), played("5b, jitter, NICs shared", 8e3)])
        for words in ("With Open MPI, stratus (100 µs by p2p): mpi 1.80; stratus, computing (2 ms "
                      "by p2p): p2p, again 1.01.", "Not here: no core.",
                      "WRONG, not timed: stratus: emulated, thread pausing on 2 ranks (openmpi)",
                      "What sharing gains: 5a +25 %; 5b, jitter +25 %.",
                      "As shares of p2p (4 µs at 8 B), fastest first: at 8 B p2p 1.00;"):
            self.assertTrue(words in page, words)
        self.assertEqual(page.count("data:image/svg+xml"), 3)


class Figures(Page):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(dir=".")
        cls.folder = Path(cls.scratch.name)
        cls.done = measure(cls.folder)
        cls.file = cls.folder / f"{POINT}.json"
        cls.measured = cls.file.read_text() if cls.file.exists() else None

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def setUp(self):
        self.assertEqual(self.done.returncode, 0, self.done.stderr)
        self.file.write_text(self.measured)

    def change(self, change):
        record = json.loads(self.measured)
        change(record)
        self.file.write_text(json.dumps(record))

    def page(self):
        python = drawing_python()
        if python is None:
            self.skipTest("no python3 with h5py and matplotlib")
        drawn = script(python, "bench/page.py", self.folder)
        self.assertEqual(drawn.returncode, 0, drawn.stderr)
        return (self.folder / "index.html").read_text()

    def test_record(self):
        record = json.loads(self.measured)
        self.assertEqual(Path(self.done.stdout.strip()), self.folder.resolve())
        self.assertEqual([path.name for path in self.folder.glob("*.json")], [self.file.name])
        self.assertEqual(record["result"]["ranks"], 2)
        self.assertEqual(record["result"]["blocks"], 1)
        self.assertGreater(len(record["result"]["rows"]), 5)

    def test_what_is_there_is_not_measured_again_unless_the_program_is_another(self):
        self.change(lambda record: record.update(load_before=-1))
        self.assertEqual(measure(self.folder).returncode, 0)
        self.assertEqual(json.loads(self.file.read_text())["load_before"], -1)
        self.change(lambda record: record.update(load_before=-1, program="another"))
        self.assertEqual(measure(self.folder).returncode, 0)
        self.assertNotEqual(json.loads(self.file.read_text())["load_before"], -1)

    def test_page_stands_alone(self):
        page = self.page()
        links = re.findall(r'(?:src|href)="([^"]{0,40})', page)
        self.assertEqual([link for link in links if not link.startswith(("data:", "#"))], [])
        self.says(page, json.loads(self.measured)["result"]["provenance"]["processor"])
        self.assertFalse('class="wrong"' in page)
        if POINT.startswith("tiny-openmpi"):
            self.says(page, "What synchronisation costs")
            self.says(page, "data:image/svg+xml;base64,")

    def test_wrong_and_refused_modes_are_shown(self):
        if not POINT.startswith("tiny-openmpi"):
            self.skipTest("the figure is of Open MPI")

        def spoil(record):
            rows = record["result"]["rows"]
            first, second = [row for row in rows if row["on_node"] == "transport"][:2]
            for row in (first, second):
                row.update(correct=False, median_us=None, ratio=None, spread=None)
            second["refused"] = "no such luck"
            self.spoilt = first["mode"]
        self.change(spoil)
        page = self.page()
        self.says(page, f"WRONG, not timed: {self.spoilt} on 2 ranks (openmpi)<")
        self.assertEqual(page.count("cannot run here: no such luck"), 1)

    def test_what_hangs_is_stopped_and_named(self):
        build = self.folder / "hangs"
        build.mkdir()
        launcher = build / "launch"
        launcher.write_text(f"#!/bin/sh\nsleep 61 & echo $! > {build.resolve()}/pid\nwait\n")
        launcher.chmod(0o755)
        (build / "seafret").write_text("")
        (build / "CMakeCache.txt").write_text(
            f"SEAFRET_MPIEXEC:INTERNAL={launcher.resolve()}\n"
            f"SEAFRET_MPI_FAMILY:INTERNAL={os.environ['SEAFRET_MPI']}\n")
        done = measure(self.folder, "--limit", "1", build=build)
        self.assertEqual(done.returncode, 1)
        self.assertIn("stopped after 1 s", done.stderr)
        self.assertFalse(is_alive((build / "pid").read_text().strip()))


if __name__ == "__main__":
    unittest.main()
