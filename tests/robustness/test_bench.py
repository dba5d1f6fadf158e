# SPDX-License-Identifier: BSD-3-Clause
"""Runs the benchmarks, small, as users do. Speeds are nobody's business here.

Usage: test_bench.py PROGRAM [CLASS...], where the program has the transport `lying`.
"""
import json
import math
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

import test_program
from test_program import ProgramTest, seafret

SMALL = ["--points", "6x5x3", "--fields", "2d:1,3d:2", "--depth", "2", "--blocks", "2", "--swaps", "2"]
MASK = Path(os.environ.get("SEAFRET_SOURCE", ".")) / "inputs/masks/hrcs.h5"


class Arrays(ProgramTest):
    def test_the_c_interface_is_timed_beside_cpp_in_every_order_of_the_indices(self):
        for ranks in (1, 2):
            done = seafret("bench", "arrays", "--points", "16x5x3", "--fields", "2", "--blocks", "2", "--swaps", "2",
                           "--json", "a.json", ranks=ranks)
            self.expect(done, 0)
            result = json.loads(Path("a.json").read_text())
            rows = {row["what"]: row for row in result["rows"]}
            self.assertEqual(set(rows), {"C++, kij", "C++, kij, again", "C, kij", "C, kji", "C, ijk", "packing, kij",
                                         "packing, ijk", "packing by hand, ijk"})
            self.assertTrue(all(row["ratio"] > 0 and row["beside"] in rows for row in rows.values()))
            self.assertEqual(rows["C++, kij"]["ratio"], 1)


class Halo(ProgramTest):
    def bench(self, *arguments, ranks=2, status=0):
        done = seafret("bench", "halo", *SMALL, *arguments, "--json", "h.json", ranks=ranks)
        self.expect(done, status)
        return done.stdout, json.loads(Path("h.json").read_text())

    def test_every_transport_is_verified_and_timed_and_a_wrong_one_is_not(self):
        for ranks in test_program.RANKS[1:]:
            text, result = self.bench(ranks=ranks, status=2)
            self.assertEqual(result["benchmark"], "halo")
            self.assertEqual(result["ranks"], ranks)
            self.assertEqual(result["provenance"]["ranks"], ranks)
            self.assertEqual(set(result["floors"]),
                             {"memcpy_us", "memcpy_spread", "pack_us", "mock_us"})
            listed = seafret("list", "transports").stdout.splitlines()
            lacks = re.compile("this MPI has no [^)]*[(]MPI-4.0[)]; use p2p_persistent")
            lacked = {name.split()[0] for name, why in zip(listed, listed[1:]) if lacks.search(why)}
            rows = {(row["mode"], row["on_node"]): row for row in result["rows"]}
            names = {line.split()[0] for line in listed if line[0] not in " ("}
            self.assertEqual({mode for mode, _ in rows}, names)
            self.assertIn(("p2p", "direct"), rows)
            for (mode, _), row in rows.items():
                if mode == "lying":
                    self.assertFalse(row["correct"])
                    self.assertEqual([row["median_us"], row["ratio"], row["spread"]], [None] * 3)
                elif mode in lacked:
                    self.assertRegex(row["refused"], f"^transport {mode}: {lacks.pattern}$")
                    self.assertIsNone(row["median_us"])
                else:
                    self.assertTrue(row["correct"], mode)
                    self.assertGreater(row["median_us"], 0)
                    self.assertGreater(row["ratio"], 0)
                self.assertEqual(row["fields"], 3)
            wrong, = [line for line in text.splitlines() if "WRONG" in line]
            self.assertTrue(wrong.startswith("lying"))

    def test_a_halo_is_all_that_lies_within_its_depth(self):
        _, result = self.bench("--transports", "p2p", "--on-node", "transport")
        columns = (6 + 4) * (5 + 4) - 6 * 5
        self.assertEqual(result["bytes"], columns * (1 + 3 + 3) * 8)

    def test_windows_packing_and_combination_are_rows_of_their_own(self):
        _, result = self.bench("--transports", "p2p,pscw", "--on-node", "transport", "--window",
                               "allocate,create", "--packing", "packed,datatype", "--combine",
                               "true,1,2", "--epoch", "late", "--compute", "50", "--slow", "1:50")
        kinds = [(r["mode"], r["window"], r["packing"], r["combine"]) for r in result["rows"]]
        self.assertEqual(len(kinds), len(set(kinds)))
        self.assertEqual(len(kinds), 2 * 3 + 2 * 3)
        self.assertTrue(all(row["correct"] for row in result["rows"]))

    def test_pretend_nodes_have_direct_copy_beside_every_transport(self):
        _, result = self.bench("--transports", "p2p,fence", "--cores-per-node", "1", "--on-node",
                               "direct")
        self.assertEqual([row["mode"] for row in result["rows"]], ["p2p", "fence"])

    def test_the_columns_of_a_sea_are_swapped_too(self):
        _, result = self.bench("--mask", MASK, "--transports", "p2p")
        self.assertTrue(all(row["correct"] for row in result["rows"]))

    def test_less_of_a_sea_is_swapped_without_its_land(self):
        text, result = self.bench("--mask", MASK, "--transports", "p2p", "--packing",
                                  "packed,datatype", "--halo-points", "all,clipped,masked,wet",
                                  ranks=test_program.RANKS[-1])
        self.assertTrue(all(row["correct"] for row in result["rows"]))
        for packing, on_node in (("packed", "transport"), ("packed", "direct"),
                                 ("datatype", "transport")):
            sent = {row["halo_points"]: row["bytes_total"] for row in result["rows"]
                    if (row["packing"], row["on_node"]) == (packing, on_node)}
            self.assertGreater(sent["all"], sent["clipped"])
            self.assertGreater(sent["clipped"], sent["wet"])
            self.assertEqual(sent.get("masked"), sent["wet"] if packing == "packed" else None)
        self.assertIn("p2p, datatypes, clipped", text)

    def test_too_little_memory_to_share_is_said_before_the_run(self):
        # A mount that is seen by this command only, and goes with it.
        little = ["unshare", "--mount", "sh", "-c",
                  "mount -t tmpfs -o size=40m tmpfs /dev/shm && exec \"$@\"", "sh"]
        if os.geteuid() != 0 or subprocess.run([*little, "true"], capture_output=True,
                                               check=False).returncode != 0:
            self.skipTest("no file system can be mounted here")
        for wanted in (["--on-node", "direct"], ["--on-node", "transport", "--transports", "p2p"]):
            done = seafret("bench", "halo", "--blocks", "1", "--swaps", "1", *wanted, ranks=2,
                           within=little)
            if "direct" in wanted:
                self.expect(done, 1, "/dev/shm has room for [0-9]+ MB; make it larger")
            else:
                self.expect(done, 0)

    def set_beside_one(self, result, ranks):
        """Of one block the median is what was seen."""
        for row in result["rows"]:
            if ranks == 1:
                self.assertEqual([row["times_one"], row["uneven"], row["ns_per_cell_step_alone"]], [None] * 3)
                continue
            self.assertAlmostEqual(row["times_one"], ranks * row["ns_per_cell_step_alone"] / row["ns_per_cell_step"])
            self.assertGreaterEqual(row["uneven"], 1)
        self.assertEqual(result["triad_times_one"] is None, ranks == 1)

    def test_a_step_of_the_sea_is_timed(self):
        cells = []
        for ranks in (1, 2):
            done = seafret("bench", "step", "--case", "coastal", "--blocks", "1", "--steps", "1", "--set",
                           f"grid.mask={MASK}", "--set", "grid.coarsen=8", "--json", "t.json", ranks=ranks)
            self.expect(done, 0)
            self.assertEqual("x what one rank with one thread gets of it" in done.stdout, ranks > 1)
            result = json.loads(Path("t.json").read_text())
            self.assertEqual([[row[key] for key in ("coarsen", "levels", "substeps", "tracers")]
                              for row in result["rows"]], [[8, 34, 20, 2], [8, 0, 20, 0], [8, 0, 20, 0]])
            for row in result["rows"]:
                self.assertGreater(min(row["ns_per_cell_step"], row["share_of_bound"]), 0)
            # The substeps of a sea with levels are a part of its step, those of the others all of it.
            whole = [row["ns_per_cell_step"] * max(1, row["levels"]) / 20 for row in result["rows"]]
            substep = [row["ns_per_column_substep"] for row in result["rows"]]
            for ns, of_step in zip(substep[1:], whole[1:]):
                self.assertAlmostEqual(ns, of_step)
            tracer = [row["ns_per_cell_tracer"] for row in result["rows"]]
            self.assertEqual(tracer[1:], [None, None])
            if substep[0] is not None:  # regions are not listed everywhere
                self.assertGreater(min(substep[0], tracer[0]), 0)
            for row, doubles in zip(result["rows"], (6 + 12 + 6 + 2 + 2 * 5 + 24 * 20 / 34, 13 * 20, 13 * 20)):
                self.assertAlmostEqual(row["bytes_per_cell_step"], 8 * doubles)
            self.assertIn("bytes  of bound", done.stdout)
            self.set_beside_one(result, ranks)
            cells.append([row["wet_cells"] for row in result["rows"]])
        self.assertEqual(*cells)
        self.assertEqual(cells[0][0], 34 * cells[0][1])

    def test_rows_of_the_sea_are_what_was_set(self):
        columns = []
        for settings, levels, substeps, tracers in (
                ("grid.levels=0 time.substeps=7", 0, 7, 0),
                ("grid.levels=10 time.substeps=6 water.dyes=1", 10, 6, 3),
                ("grid.levels=0 time.substeps=0", 0, 1, 0),
                ("grid.levels=3 time.substeps=0 time.dt=300", 3, 2, 2)):
            with self.subTest(settings):
                chosen = [word for setting in [f"grid.mask={MASK}", "grid.coarsen=16", *settings.split()]
                          for word in ("--set", setting)]
                done = seafret("bench", "step", "--case", "coastal", "--blocks", "1", "--steps", "1", *chosen,
                               "--json", "t.json")
                self.expect(done, 0)
                self.assertEqual(len(re.findall(rf"^ +16 +{levels} +{substeps} +{tracers} ", done.stdout, re.M)), 3)
                of_levels = levels and 6 + 12 + 6 + 2 + 5 * tracers + 24 * substeps / levels
                for row in json.loads(Path("t.json").read_text())["rows"]:
                    self.assertEqual([row[key] for key in ("coarsen", "levels", "substeps", "tracers")],
                                     [16, levels, substeps, tracers])
                    self.assertAlmostEqual(row["bytes_per_cell_step"], 8 * (of_levels or 13 * substeps))
                    columns.append(row["wet_cells"] / max(1, levels))
                    # Of a sea without levels the substeps are all of the step.
                    if levels == 0:
                        self.assertAlmostEqual(row["ns_per_column_substep"], row["ns_per_cell_step"] / substeps)
                        self.assertIsNone(row["ns_per_cell_tracer"])
        self.assertEqual(len(set(columns)), 1)

    def test_a_step_is_timed_with_its_physics_and_without(self):
        for ranks in (1, 2):
            done = seafret("bench", "step", "--case", "stratus", "--points", "6x5x16", "--q-fields",
                           "4,2", "--blocks", "1", "--steps", "1", "--set", "halo.overlap=none",
                           "--json", "t.json", ranks=ranks)
            self.expect(done, 0)
            result = json.loads(Path("t.json").read_text())
            self.assertEqual(result["benchmark"], "step")
            self.assertEqual([row["fields"] for row in result["rows"]], [9, 9, 7, 7])
            # Of the wind 127; of theta and each q what `ultimate` takes, 67, and a leap with its filter,
            # and what is mixed of it; of the sponge three levels of 16, of the surface one.
            others = 247 + 14 + 18 * 3 / 16 + 9 + 2 + 57 / 16 + 69
            for row, scalars, everything in zip(result["rows"], (5, 5, 3, 3), (0, 1, 0, 1)):
                self.assertAlmostEqual(row["flops_per_cell_step"],
                                       127 + 19 + scalars * (74 + 9 * everything) + others * everything)
            doubles = [row["bytes_per_cell_step"] / 8 for row in result["rows"]]
            self.assertAlmostEqual(doubles[0], 53 + 3 * 9 + 2 * 5 + 8)
            self.assertAlmostEqual(doubles[1] - doubles[0], 22 + 6 + 18 * 3 / 16 + 9 + 4 + 1 + 12 / 16)
            for row in result["rows"]:
                self.assertEqual(row["points"], "6x5x16")
                self.assertGreater(min(row["ns_per_cell_step"], row["share_of_bound"]), 0)
            self.set_beside_one(result, ranks)
            swaps = {swap["swap"]: swap for swap in result["swaps"]}
            self.assertLessEqual({"all fields", "tvd column", "source"}, set(swaps))
            for swap in swaps.values():
                self.assertLessEqual(swap["waiting_ms"], swap["ms"])
            # Two columns round a box of 6 x 5, 16 levels of 9 fields.
            self.assertEqual(result["big_swap"]["bytes"], (10 * 9 - 6 * 5) * 16 * 9 * 8)
            self.assertGreater(min(result["big_swap"]["ms"], result["big_swap"]["ratio"]), 0)
            if ranks == 1:
                self.assertIsNone(result["big_swap"]["word_ns"])
            else:
                self.assertGreater(result["big_swap"]["word_ns"], 0)
            dynamics, all_of_it = (row["components"] for row in result["rows"][:2])
            self.assertEqual(dynamics, ["buoyancy"])
            self.assertLessEqual({"subgrid", "cloud", "longwave", "surface"}, set(all_of_it))

    def counted(self, *settings):
        """Bytes and flops of a step, with its dynamics alone and with all physics."""
        chosen = [word for setting in settings for word in ("--set", setting)]
        self.expect(seafret("bench", "step", "--points", "6x5x16", "--q-fields", "4", "--blocks", "1",
                            "--steps", "1", *chosen, "--json", "t.json"), 0)
        return [(row["bytes_per_cell_step"], row["flops_per_cell_step"])
                for row in json.loads(Path("t.json").read_text())["rows"]]

    def test_a_step_is_counted_as_it_is_set(self):
        default = self.counted()
        # Numbers moved and flops, more than by default: without components but buoyancy, and with all.
        # `upwind` has 16 flops for each of 5 scalars, not 67; `centred` 19, and its two tracers leap by
        # themselves.  `ultimate` has the wind carried as three scalars by carriers of their own.
        for setting, dynamics, everything in (
                ("case.advection=upwind", (0, -51 * 5), (0, -51 * 5)),
                ("case.advection=centred", (2 * 3, -48 * 5), (2 * 3, -48 * 5)),
                ("case.momentum=ultimate", (80 - 9, 3 * 135 + 28 - 72), (80 - 9, 3 * 135 + 28 - 72)),
                ("subgrid.closure=constant", (0, 0), (-6, -107)),
                ("sponge.from=600", (0, 0), (18 * 5 / 16, 18 * 5 / 16)),
                ("case.q_fields=6", (2 * 5, 2 * 74), (2 * 5, 2 * 83)),
                ("case.components=[]", (-8, -19), None)):
            with self.subTest(setting):
                without, with_all = self.counted(setting)
                more = [without] if everything is None else [without, with_all]
                for found, before, asked in zip(more, default, (dynamics, everything)):
                    self.assertAlmostEqual(found[0] - before[0], 8 * asked[0])
                    self.assertAlmostEqual(found[1] - before[1], asked[1])
                if everything is None:
                    self.assertEqual(with_all, without)

    def test_every_feasible_partition_of_a_sea_is_timed(self):
        Path("sea.txt").write_text(("1" * 20 + "\n") * 9 + "0" * 20)
        self.expect(seafret("bench", "partitions", "--mask", "sea.txt", "--levels", "3", "--blocks",
                            "2", "--swaps", "2", "--json", "p.json", ranks=2), 0)
        rows = json.loads(Path("p.json").read_text())["rows"]
        self.assertEqual({row["ordering"] for row in rows}, {"(2,1)", "(1,2)"})
        for row in rows:
            self.assertGreater(min(row["us_2d"], row["us_3d"], row["us_all"]), 0)
        self.assertEqual(rows, sorted(rows, key=lambda row: row["us_all"]))

    def test_every_space_of_candidates_is_searched(self):
        Path("sea.txt").write_text(("1" * 40 + "\n") * 30)
        self.expect(seafret("bench", "search", "--mask", "sea.txt", "--ranks", "6,12",
                            "--cores-per-node", "3", "--json", "s.json"), 0)
        result = json.loads(Path("s.json").read_text())
        self.assertEqual(result["benchmark"], "search")
        counts = {(row["ranks"], row["space"]): row["candidates"] for row in result["rows"]}
        self.assertEqual([counts[6, "eq1"], counts[12, "eq1"]], [6, 12])
        for row in result["rows"]:
            self.assertGreater(row["ms"], 0)
        of_24, = [row for row in result["counts"] if row["ranks"] == 24]
        self.assertEqual([of_24["eq1"], of_24["footnote3"]], [20, 64])

    def signal(self, *arguments, ranks=2, status=0):
        done = seafret("bench", "signal", "--blocks", "1", "--block-ms", "0.001", *arguments,
                       "--json", "s.json", ranks=ranks)
        self.expect(done, status)
        return done.stdout, json.loads(Path("s.json").read_text())

    def test_every_way_to_notify_is_verified_and_timed_and_a_wrong_one_is_not(self):
        text, result = self.signal("--bytes", "8,5000", status=2)
        self.assertEqual(result["benchmark"], "signal")
        self.assertEqual(result["provenance"]["ranks"], 2)
        self.assertEqual([floor["bytes"] for floor in result["floors"]], [8, 5000, 8, 65536])
        main = [row for row in result["rows"] if row["variant"] is None and
                row["mode"] not in ("calculation", "steps")]
        channels = {line.split()[0] for line in seafret("list", "channels").stdout.splitlines()
                    if line[0] != " "}
        self.assertEqual({row["channel"] for row in main}, channels | {None})
        self.assertEqual({row["mode"] for row in main},
                         {"p2p", "fence", "pscw", "lock", "flush", "put_flush_send", "partitioned",
                          "notified"})
        self.assertEqual({row["mode"] for row in main if row["origin_only"]}, {"lock", "flush"})
        self.assertEqual({row["channel"] for row in main if row["recorded"]}, channels)
        self.assertEqual({row["bytes"] for row in main}, {8, 5000})
        for row in main:
            figures = [row["half_round_trip_us"], row["spread"], row["x_bare"], row["x_p2p"]]
            if row["channel"] == "lying" or "refused" in row:
                self.assertFalse(row["correct"])
                self.assertEqual(figures, [None] * 4)
            else:
                self.assertTrue(row["correct"], row)
                self.assertGreater(min(figures[0], figures[2], figures[3]), 0)
            if "refused" in row:
                self.assertIn(row["channel"] or row["mode"], {"partitioned", "libfabric"})
                self.assertRegex(text, f"{row['mode']}.*: {re.escape(row['refused'])}")
        wrong = [line for line in text.splitlines() if "WRONG" in line]
        self.assertRegex(wrong[0], "^notified, lying +WRONG +WRONG$")
        self.assertRegex(wrong[1], "^notified, lying, plan +WRONG +WRONG$")
        self.assertTrue({row["mode"] for row in result["rows"]} >= {"calculation", "steps"})
        for line in wrong[2:]:
            self.assertRegex(line, "^(stratus|coastal): lying.* WRONG$")

    def test_every_level_is_a_row_with_and_without_rounds(self):
        _, result = self.signal("--modes", "levels")
        rows = {(row["variant"], row["bytes"]): row for row in result["rows"]}
        self.assertEqual(len(rows), 2 * 2 * 7)
        for words, level in (("adds", 4), ("128 bits", 3), ("64 bits", 3), ("32 bits", 2),
                             ("16 bits", 1), ("8 bits", 1), ("0 bits", 0)):
            for rounds in ("", ", rounds"):
                for size in (8, 65536):
                    row = rows[words + rounds, size]
                    self.assertEqual((row["channel"], row["level"], row["correct"]),
                                     ("emulated", level, True))
                    self.assertEqual(row["told_apart"] > 0, level == 0)

    def test_steps_of_both_cases_have_the_bits_of_p2p_by_every_channel_and_thread(self):
        sea = ["--mask", str(Path(MASK).with_name("ggui28.h5"))]
        for ranks in {2, test_program.RANKS[-1]}:
            text, result = self.signal("--modes", "steps", *sea, ranks=ranks, status=2)
            rows = {tuple(row["variant"].split(": ")): row for row in result["rows"]}
            channels = {line.split()[0] for line in seafret("list", "channels").stdout.splitlines()
                        if line[0] != " "}
            ways = {"p2p", *channels, *(f"{name}, thread {kind}" for name in channels - {"mpi"}
                                        for kind in ("pausing", "spinning"))}
            for name in ("stratus", "coastal"):
                self.assertEqual({way for case, way in rows if case == name}, ways)
            self.assertEqual({way for case, way in rows if case == "stratus, computing"},
                             {"p2p", "p2p, again", "p2p, looking after emulated",
                              "p2p, looking after mpi"})
            for (case, way), row in rows.items():
                self.assertEqual((row["mode"], row["bytes"], row["half_round_trip_us"]),
                                 ("steps", None, None))
                if "spinning" in way and 2 * ranks > os.cpu_count():
                    self.assertIn("needs a core of its own", row["refused"])
                elif row["channel"] == "libfabric" and "refused" in row:
                    self.assertIn("libfabric", row["refused"])
                elif row["channel"] == "lying" and case == "coastal":
                    pass  # what it spoils there is on some ranks a value that nobody reads
                elif row["channel"] == "lying":
                    self.assertEqual([row["correct"], row["step_us"], row["x_p2p"]],
                                     [False, None, None])
                else:
                    self.assertTrue(row["correct"], row)
                    self.assertGreater(min(row["step_us"], row["x_p2p"]), 0)
                    self.assertEqual(row["channel"] is None, way in ("p2p", "p2p, again"))
            self.assertEqual(rows["stratus", "p2p"]["x_p2p"], 1)
            self.assertEqual(rows["coastal", "shared_memory"]["level"], 4)
            self.assertRegex(text, r"stratus: lying +WRONG\n")

    def test_steps_of_a_sea_that_is_not_there_are_refused_and_the_others_timed(self):
        _, result = self.signal("--modes", "steps", "--mask", "none.h5", status=2)
        for row in result["rows"]:
            if row["variant"].startswith("coastal"):
                self.assertIn("none.h5", row["refused"])
            elif row["variant"].endswith("p2p"):
                self.assertGreater(row["step_us"], 0)

    def test_a_ping_pong_is_between_two_ranks_and_with_calculation_between_four(self):
        for ranks in {1, 3} & set(test_program.RANKS):
            self.expect(seafret("bench", "signal", ranks=ranks), 1,
                        f"bench signal: a ping-pong is between 2 ranks, .* and here .* {ranks}$")
        _, result = self.signal("--modes", "calculation")
        self.assertIn("needs 4 ranks", result["rows"][0]["refused"])
        if 4 in test_program.RANKS:
            _, result = self.signal("--modes", "calculation", ranks=4)
            self.assertEqual(len(result["rows"]), 2 * 4)
            for row in result["rows"]:
                self.assertTrue(row["correct"])
                self.assertEqual((row["channel"], row["level"]), ("emulated", 3))
                self.assertGreater(row["half_round_trip_us"], 10e3)  # a calculation at least

    def test_a_ping_pong_with_calculation_goes_over_two_rails_as_well(self):
        if 4 not in test_program.RANKS:
            self.skipTest("needs 4 ranks")
        for rails, why in (("lo,lo", "channel libfabric"), ("lo", "needs 2 rails")):
            _, result = self.signal("--modes", "calculation", "--rails", rails, ranks=4)
            for row in result["rows"]:
                self.assertEqual(row["channel"], "libfabric")
                if "refused" in row:
                    self.assertIn(why, row["refused"])
                else:
                    self.assertTrue(row["correct"])
                    self.assertIn("lo, lo" if "shared" in row["variant"] else "lo", row["what"])
            self.assertIn(len(result["rows"]), {1, 2 * 4})

    def test_rails_cut_messages_over_libfabric(self):
        _, result = self.signal("--modes", "notified", "--bytes", "262144", "--rails", "lo,lo",
                                status=2)
        by_rails = [row for row in result["rows"] if row["channel"] == "libfabric"]
        self.assertEqual([row["recorded"] for row in by_rails], [False, True])
        for row in by_rails:
            if "refused" not in row:
                self.assertIn("lo, lo", row["what"])
                self.assertTrue(row["correct"])

    def test_what_cannot_be_is_one_line_and_status_1(self):
        Path("small.txt").write_text("111\n" * 3)
        for arguments, message in [
                (["halo", "--points", "6x5"], "--points wants three whole numbers"),
                (["halo", "--points", "6x5x4294967299"], "numbers from 1 to 1000000, such as"),
                (["advection", "--points", "4x4x"], "--points wants three whole numbers"),
                (["halo", "--slow", "1:1e300"], "at most 10000000 us, not '1:1e300'"),
                (["halo", "--slow", "1:2:3"], "with a rank below 2 and at most 10000000 us, not '1:2:3'"),
                (["search", "--mask", "small.txt", "--ranks", "20"], "no candidate gives each of 20 ranks"),
                (["halo", "--json", "none/a.json"], "cannot write none/a.json"),
                (["halo", "--transports", "p2p", "--packing", "unpacked", "--on-node", "transport"],
                 "no transport goes the ways that are asked for"),
                (["halo", "--fields", "none"], "--fields wants a number such as 30"),
                (["halo", "--transports", "p2p,pscww"], "did you mean 'pscw'"),
                (["halo", "--slow", "9:1"], "with a rank below 2 and at most 10000000 us, not '9:1'"),
                (["halo", "--depth", "99"], "--depth"),
                (["halo", "--halo-points", "damp"], "--halo-points"),
                (["halo", "--mask", "none.h5"], "none.h5"),
                (["partitions", "--mask", "none.h5"], "none.h5"),
                (["partitions", "--mask", MASK, "--partitioner", "blocks"], "one partition only"),
                (["search", "--mask", "none.h5"], "none.h5"),
                (["signal", "--modes", "fense"], "did you mean 'fence'"),
                (["signal", "--bytes", "0"], "--bytes"),
                (["hallo"], "did you mean 'halo'"),
                ([], "which benchmark")]:
            self.expect(seafret("bench", *arguments, ranks=2), 1, message)


class Advection(ProgramTest):
    def test_every_scheme_is_timed(self):
        for ranks in test_program.RANKS[:2]:
            self.expect(seafret("bench", "advection", "--points", "12x10x8", "--fields", "3", "--blocks", "2",
                                "--json", "a.json", ranks=ranks), 0)
            result = json.loads(Path("a.json").read_text())
            self.assertGreater(result["floors"][0]["gb_per_s"], 0)
            names = [line.split()[0] for line in seafret("list", "advection").stdout.splitlines()]
            self.assertEqual([row["scheme"] for row in result["rows"]], names)
            for row in result["rows"]:
                self.assertGreater(min(row["ns_per_cell_field"], row["share_of_stream"], row["gflops"]), 0)


class Solver(ProgramTest):
    def test_every_pressure_solver_is_timed_and_converges(self):
        for ranks in test_program.RANKS[:2]:
            self.expect(seafret("bench", "solver", "--points", "12x10x8", "--blocks", "2", "--tolerance", "1e-6",
                                "--json", "p.json", ranks=ranks), 0)
            result = json.loads(Path("p.json").read_text())
            self.assertGreater(result["floors"][0]["gb_per_s"], 0)
            self.assertEqual([row["layout"] for row in result["line_solves"]], ["levels fastest", "x fastest"])
            names = [line.split()[0] for line in seafret("list", "solvers").stdout.splitlines()]
            self.assertEqual([row["solver"] for row in result["rows"]], names)
            # Products of 15, lines of 5 and norms of 3 in a cell; sums and additions of 2.
            flops = {"cg_line": 33, "bicgstab_line": 63, "multigrid": 4 / 3 * (46 + 18 + 10) + 19,
                     "fft": 9 + 40 + 7 + 5 * math.log2(12 * 10)}
            for row in result["rows"]:
                self.assertTrue(row["converged"])
                self.assertLessEqual(row["residual"], 1e-6)
                self.assertGreater(min(row["ms"], row["iterations"]), 0)
                self.assertGreater(min(row["share_of_stream"], row["bytes_per_cell_iteration"]), 0)
                self.assertAlmostEqual(row["flops_per_cell_iteration"], flops[row["solver"]])
                self.assertEqual(row["ratio_to_fft"] is None, "fft" not in names)

    def test_a_solver_that_gives_up_is_status_2(self):
        done = seafret("bench", "solver", "--points", "12x10x8", "--blocks", "1", "--solvers", "cg_line",
                       "--most-iterations", "2")
        self.expect(done, 2)
        self.assertIn("NOT CONVERGED", done.stdout)


if __name__ == "__main__":
    test_program.PROGRAM = os.path.abspath(sys.argv[1])
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)
