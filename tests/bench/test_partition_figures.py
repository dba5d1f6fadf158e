# SPDX-License-Identifier: BSD-3-Clause
"""The figures of partitions on made-up records: what is drawn, and how costs are scored."""
import json
import os
import sys
import tempfile
import unittest
from math import factorial, prod
from pathlib import Path

sys.path.insert(0, str(Path(os.environ["SEAFRET_SOURCE"]) / "tests/tools"))
from libraries import need, tool

need("h5py", "numpy", "matplotlib")

import partition_figures
import h5py
import numpy as np
from data import Data

PROVENANCE = {key: "made up" for key in ("processor", "mpi", "version", "git", "compiler",
                                         "build_type", "flags", "start")}


def multiplicities(number):
    """Of its prime factors."""
    found, factor = [], 2
    while number > 1:
        times = 0
        while number % factor == 0:
            number, times = number // factor, times + 1
        found += [times] if times else []
        factor += 1
    return found


def count(ranks):
    times = multiplicities(ranks)
    copies = prod(map(factorial, times))
    return {"ranks": ranks, "eq1": factorial(sum(times) + 1) // copies,
            "footnote3": 2 ** sum(times) * factorial(sum(times)) // copies}


def rows(times, liked, spread=0.02):
    """Partitions of these times, of which `comms` likes one; `wet` likes the slowest."""
    return [{"ordering": f"({n})", "comms": float(n != liked), "wet": -time, "us_all": time,
             "us_2d": time / 8, "us_3d": 7 * time / 8, "spread": spread}
            for n, time in enumerate(times)]


def write_partition(path, cost):
    with h5py.File(path, "w") as file:
        file["mask"], file["owner"] = np.ones((6, 8), "u1"), np.repeat([[0] * 4 + [1] * 4], 6, 0)
        file["boxes"], file["node"] = [[0, 4, 0, 6], [4, 8, 0, 6]], [0, 1]
        file.attrs.update({"format": "seafret partition 1", "ordering": "(2,1)", "cost": "comms",
                           "partitioner": "k_section", "cost_value": cost, "cores_per_node": 1})


class PartitionFigures(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory(dir=".")
        self.folder = Path(self.scratch.name)
        self.addCleanup(self.scratch.cleanup)

    def record(self, name, result, variant="", **others):
        record = {"set": name, "variant": variant, "mpi": "openmpi", "ranks": 1, "cores": 2,
                  "kernel": "6", "load_before": 0.1, "took_s": 1.0,
                  "result": {**result, "provenance": PROVENANCE}, **others}
        number = len(list(self.folder.glob("*.json")))
        (self.folder / f"{number}.json").write_text(json.dumps(record))

    def survey(self, ranks, *arguments):
        self.record("partitions", {"benchmark": "partitions", "ranks": ranks,
                                   "cores_per_node": 2, "rows": rows(*arguments)})

    def data(self):
        return Data(self.folder)

    def test_nothing_is_drawn_of_nothing(self):
        for make in (partition_figures.choices, partition_figures.small_sea, partition_figures.large_sea,
                     partition_figures.speeds, partition_figures.judged):
            self.assertIsNone(make(self.data(), 2))

    def test_choices_name_the_papers_numbers_of_cores(self):
        self.record("choices", {"benchmark": "search", "rows": [],
                                "counts": [count(n) for n in range(1, 2049)]})
        figure = partition_figures.choices(self.data(), 2)
        self.assertIn("2, 6, 12, 60, 120, 180, 360, 720, 840, 1080, 1260, 1440, 1680", figure.seen)

    def test_costs_are_scored_as_in_the_paper(self):
        self.survey(6, [100, 120, 150], 0)   # the best
        self.survey(8, [101, 100, 180], 0)   # the best as far as one can see
        self.survey(12, [110, 100, 180], 0)  # within 15 %
        self.survey(4, [180, 100, 124], 2)   # within 25 %
        self.survey(2, [180, 100, 124], 0)   # worse
        figure = partition_figures.judged(self.data(), 2)
        self.assertIn("comms: best 2, within 15 % 1, within 25 % 1, worse 1, of 5", figure.seen)
        heading, lines = figure.table
        self.assertEqual(heading[1:6], tuple(f"{n} ranks" for n in (2, 4, 6, 8, 12)))
        self.assertEqual(lines[0], ("comms", "1.80", "1.24", "1.00", "1.00", "1.10",
                                    *(3 * ["2 / 1 / 1 / 1"])))
        self.assertEqual(lines[1][:6], ("wet", "1.80", "1.80", "1.50", "1.80", "1.80"))
        self.assertEqual(lines[-1][1:6], ("1.24", "1.24", "1.20", "1.01", "1.10"))

    def test_speeds_leave_out_what_was_wrong(self):
        self.survey(6, [100, 120, 150], 0)
        wrong = json.loads((self.folder / "0.json").read_text())
        wrong["result"]["rows"][2].update(us_all=None, us_2d=None, us_3d=None, spread=None)
        (self.folder / "0.json").write_text(json.dumps(wrong))
        figure = partition_figures.speeds(self.data(), 2)
        self.assertIn("6 ranks, 2 partitions: the slowest takes 1.20", figure.seen)

    def test_page_has_maps_of_what_was_kept(self):
        for variant, cost in (("ggui28 default", 50.0), ("ggui28 best", 10.0), ("hrcs", 3.0)):
            write_partition(self.folder / f"{variant}.h5", cost)
            self.record("map", {"best": []}, variant, partition=f"{variant}.h5")
        (self.folder / "hrcs.h5").unlink()
        self.survey(6, [100, 120, 150], 0)
        drawn = tool("page.py", self.folder, folder="bench")
        self.assertEqual(drawn.returncode, 0, drawn.stderr)
        page = (self.folder / "index.html").read_text()
        self.assertTrue("(2,1) costs 50, (2,1) 10: 5.0 times less" in page)
        self.assertTrue("Speed on all partitions (POLCOMS, Fig. 8)" in page)
        self.assertFalse("POLCOMS, Fig. 1)" in page)


if __name__ == "__main__":
    unittest.main(verbosity=2)
