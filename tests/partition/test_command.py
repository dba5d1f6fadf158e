# SPDX-License-Identifier: BSD-3-Clause
"""seafret partition as users type it: tables, files, messages."""
import json
import os
import shutil
import subprocess
import unittest
from pathlib import Path

PROGRAM = os.environ["SEAFRET"]
SOURCE = Path(os.environ["SEAFRET_SOURCE"])
LAUNCH = os.environ["SEAFRET_LAUNCH"].split()
GGUI28 = SOURCE / "inputs/ggui28.yaml"


def seafret(*arguments, ranks=0):
    launch = [*LAUNCH, "-n", str(ranks)] if ranks else []
    return subprocess.run([*launch, PROGRAM, *map(str, arguments)], timeout=60, check=False,
                          capture_output=True, text=True)


class PartitionCommand(unittest.TestCase):
    def setUp(self):
        folder = Path("work") / self.id().split(".")[-1]
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder)

    def good(self, *arguments, **options):
        done = seafret(*arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def bad(self, message, *arguments):
        done = seafret("partition", *arguments)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stderr, "^seafret: " + message)
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_the_same_table_from_any_number_of_ranks(self):
        options = ("partition", GGUI28, "--ranks", 24, "--cores-per-node", 12, "--cost", "comms",
                   "--partitioner", "footnote3", "--refine", "--all")
        alone = self.good(*options, "--json", "1.json")
        self.assertEqual(self.good(*options, "--json", "2.json", ranks=2), alone)
        self.assertEqual(Path("1.json").read_text(), Path("2.json").read_text())
        self.assertIn("40 candidates", alone)

    def test_the_json_has_what_tools_rely_on(self):
        self.good("partition", GGUI28, "--ranks", 24, "--cores-per-node", 12, "--top", 3, "--json",
                  "p.json")
        found = json.loads(Path("p.json").read_text())
        self.assertEqual([found[key] for key in ("ranks", "cores_per_node")], [24, 12])
        self.assertEqual(len(found["best"]), 3)
        costs = [row["cost"] for row in found["best"]]
        self.assertEqual(costs, sorted(costs))
        for row in [found["default"], *found["best"]]:
            for key in ("ordering", "cost", "comms", "wet", "dry", "off", "on", "off_node_total"):
                self.assertIn(key, row)

    def test_weights_come_from_the_case(self):
        wanted = ("partition", GGUI28, "--ranks", 6, "--partitioner", "k_section", "--json")
        self.good(*wanted, "a.json")
        self.good(*wanted, "b.json", "--set", "partition.weights.wet=2")
        a, b = (json.loads(Path(name).read_text())["default"] for name in ("a.json", "b.json"))
        self.assertAlmostEqual(b["paper"] - a["paper"], a["wet"], delta=0.06 * a["wet"])

    def test_a_run_takes_a_stored_partition(self):
        self.good("partition", GGUI28, "--ranks", 2, "--partitioner", "footnote3", "--cost", "dry",
                  "--out", "p.h5")
        run = ("run", GGUI28, "--set", "time.steps=2", "--output")
        file = ("--set", f"partition.file={Path('p.h5').absolute()}")
        self.good(*run, "other", ranks=1)
        self.good(*run, "stored", *file, ranks=2)
        self.good("compare", "other/fields.h5", "stored/fields.h5")
        done = seafret(*run, "three", *file, ranks=3)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "is for 2 ranks, and here are 3")
        done = seafret(*run, "stale", *file, "--set", "grid.coarsen=2", ranks=2)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "was made for another mask")

    def test_what_dry_columns_save_is_what_rectangles_have_more(self):
        run = ("run", GGUI28, "--set", "time.steps=1", "--output")
        swaps = {}
        for points, *more in (("all",), ("wet",), ("wet", "--set", "halo.on_node=direct")):
            self.good(*run, "out", "--set", f"halo.points={points}", *more, ranks=2)
            swaps[points, len(more)] = json.loads(Path("out/result.json").read_text())["swaps"]
        for rectangles, wet, copied in zip(*swaps.values()):
            self.assertEqual(rectangles["bytes_saved"], 0)
            self.assertGreater(wet["bytes_saved"], 0)
            self.assertEqual(wet["bytes_total"] + wet["bytes_saved"], rectangles["bytes_total"])
            self.assertEqual(copied["bytes_saved"], wet["bytes_saved"])

    def test_a_node_may_be_a_socket(self):
        done = seafret("run", GGUI28, "--check", "--set", "partition.node=socket", ranks=2)
        if done.returncode == 0:
            self.assertIn("2 ranks share a node", done.stdout)
        else:
            self.assertRegex(done.stderr, "built without hwloc|not every rank is bound to one")

    def test_rank_order_files(self):
        wanted = ("partition", GGUI28, "--ranks", 12, "--cores-per-node", 4, "--rank-order",
                  "mapped", "--rank-order-file", "order")
        self.assertIn("rank order 'mapped'", self.good(*wanted))
        nodes = [line.split(",") for line in Path("order").read_text().splitlines()[1:]]
        self.assertEqual([len(ranks) for ranks in nodes], [4, 4, 4])
        self.assertEqual(sorted(int(r) for ranks in nodes for r in ranks), list(range(12)))
        Path("hosts").write_text("a\nb\nc\n")
        self.good(*wanted, "--launcher", "slurm", "--hosts", "hosts")
        self.assertEqual(sorted(Path("order").read_text().split()), sorted("abc" * 4))
        Path("hosts").write_text("\na slots=4\nb\nc\n")
        self.bad("hosts:2: 'a slots=4' is not the name of a host; one a line", *wanted[1:], "--launcher", "slurm",
                 "--hosts", "hosts")

    def test_what_cannot_be_is_refused_in_one_line(self):
        Path("m.txt").write_text("111\n111\n")
        self.bad("m.txt.*--set is for cases|partition: --set is for cases", "m.txt", "--ranks", 2,
                 "--set", "time.steps=1")
        self.bad("no recursive k-section gives each of 7 ranks.*6 .*ranks have one", "m.txt",
                 "--ranks", 7, "--partitioner", "footnote3")
        self.bad("no partitioner 'two'", "m.txt", "--ranks", 2, "--partitioner", "two")
        self.bad("no cost 'papr'.*did you mean 'paper'", "m.txt", "--ranks", 2, "--cost", "papr")
        self.bad("no rank order 'maped'.*did you mean 'mapped'", "m.txt", "--ranks", 2,
                 "--rank-order", "maped")
        self.bad("partition: --ranks is required", "m.txt")
        self.bad("partition: --ranks: it must be from 1 to 1048576, not '0'", "m.txt", "--ranks", 0)
        self.bad("partition: --variable and --periodic are for masks", GGUI28, "--ranks", 2, "--periodic", "x")
        self.bad("partition: --hosts requires --rank-order-file", "m.txt", "--ranks", 2, "--hosts", "m.txt")
        self.bad(".*cray's file names none", "m.txt", "--ranks", 2, "--hosts", "m.txt", "--rank-order-file", "order")
        Path("land.txt").write_text("000\n")
        self.bad("there is nothing wet in this grid", "land.txt", "--ranks", 2, "--partitioner",
                 "k_section_search")
        self.bad("cannot write .: Is a directory", "m.txt", "--ranks", 2, "--json", ".")
        self.bad("cannot write /nowhere/p.h5", "m.txt", "--ranks", 2, "--out", "/nowhere/p.h5")


if __name__ == "__main__":
    unittest.main()
