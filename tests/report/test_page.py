# SPDX-License-Identifier: BSD-3-Clause
"""The page of every case on 1 and 3 ranks, and what `seafret report` says of runs."""
import html
import json
import os
import shutil
import unittest
from pathlib import Path

from runs import Page, cases, result, run, seafret, try_run

ALL = {}  # the folder of each case and number of ranks


def setUpModule():
    for case in cases():
        for ranks in [1, 3]:
            ALL[case, ranks] = run(case, f"{case}-{ranks}", ranks)


def plain(text):
    return text.replace("\u202f", "")


class PageTest(unittest.TestCase):
    def test_pages_are_well_formed_and_need_nothing_else(self):
        for folder in ALL.values():
            with self.subTest(folder):
                page = folder / "report.html"
                self.assertEqual(Page(page).problems, [])
                self.assertLess(page.stat().st_size, 300_000)
                self.assertEqual(list(folder.glob("*.tmp")), [])

    def test_the_numbers_are_those_of_result_json(self):
        for folder in ALL.values():
            with self.subTest(folder):
                page, json_of_run = Page(folder / "report.html"), result(folder)
                self.compare_checks(page, json_of_run)
                self.compare_times(page, json_of_run)
                self.compare_swaps(page, json_of_run)
                fom = json_of_run["fom"]
                title = page.texts[json_of_run["case"]["case"]["name"]]
                self.assertIn(f"{fom['value']:.4g} {fom['unit']} VALID", title)

    def compare_checks(self, page, run_result):
        rows = page.table("Checks")
        self.assertEqual(list(rows), [check["name"] for check in run_result["checks"]])
        for check in run_result["checks"]:
            self.assertEqual(rows[check["name"]], {
                "check": check["name"], "value": f"{check['value']:.4g}",
                "limit": f"{check['limit']:.4g}", "": "passed"})

    def compare_times(self, page, run_result):
        rows, loop = page.table("Time by region"), run_result["time"]["loop_s"]
        regions = {one["name"]: one for one in run_result["regions"]
                   if one["count"] > 0 and not one["name"].startswith("swap/")}
        self.assertEqual(set(rows), set(regions))
        means = [regions[name]["mean_s"] for name in rows]
        self.assertEqual(means, sorted(means, reverse=True))
        for name, region in regions.items():
            for key in ["mean", "min", "max"]:
                self.assertEqual(rows[name][f"{key}, s"], f"{region[f'{key}_s']:.4f}")
            self.assertEqual(plain(rows[name]["count"]), str(region["count"]))
            self.assertEqual(plain(rows[name]["share"]), f"{100 * region['mean_s'] / loop:.1f}%")

    def compare_swaps(self, page, run_result):
        rows = page.table("Swaps")
        self.assertEqual(list(rows), [swap["name"] for swap in run_result["swaps"]])
        for swap in run_result["swaps"]:
            row = rows[swap["name"]]
            self.assertEqual(row["exposed, s"], f"{swap['exposed_s']:.4f}")
            for column, key in [("count", "swaps"), ("neighbours", "neighbours"),
                                ("messages", "messages")]:
                self.assertEqual(plain(row[column]), str(swap[key]))
            for column, key in [("sent", "bytes"), ("x faces", "x_faces_bytes"),
                                ("corners", "corners_bytes"), ("in place", "bytes_direct")]:
                self.assertAlmostEqual(bytes_of(row[column]), swap[key], delta=0.05 * swap[key])

    def test_what_was_found_stands_there_in_its_order_columns_as_they_are(self):
        folder = Path(shutil.copytree(ALL["coastal", 1], "found", dirs_exist_ok=True))
        remarks = ["a", "gauge   error", "Dover < 0.59 m", "Leith    0.19", " x  y", "b"]
        (folder / "result.json").write_text(json.dumps(result(folder) | {"remarks": remarks}))
        (folder / "report.html").unlink()
        self.assertEqual(seafret("report", folder).returncode, 0)
        page = (folder / "report.html").read_text()
        self.assertEqual(Page(folder / "report.html").problems, [])
        found = html.unescape(page[page.index("<h2>Found"):])
        parts = [r"<li>a</li>", r"<pre[^>]*>gauge   error", r"<li>Dover < 0.59 m</li>",
                 r"<pre[^>]*>Leith    0.19\n x  y", r"<li>b</li>"]
        self.assertRegex(found, "(?s)" + ".*".join(parts))

    def test_boxes_are_those_of_the_ranks(self):
        for (case, ranks), folder in ALL.items():
            run_result = result(folder)
            page = (folder / "report.html").read_text()
            self.assertEqual(len(run_result["boxes"]), ranks, case)
            self.assertEqual(sum(page.count(f"\">{r}</text>") for r in range(ranks)), ranks, case)


def bytes_of(text):
    number, unit = text.split()
    return float(number) * {"B": 1, "kB": 1e3, "MB": 1e6}[unit]


class ReportTest(unittest.TestCase):
    def test_of_one_run_it_says_where_the_page_is_and_writes_a_missing_one_again(self):
        for case in cases():
            folder = ALL[case, 1]
            page = folder / "report.html"
            before = page.read_bytes()
            page.unlink()
            done = seafret("report", folder)
            self.assertEqual((done.returncode, done.stdout), (0, f"{page}\n"), done.stderr)
            self.assertEqual(page.read_bytes(), before)

    def test_runs_that_are_the_same_are_said_to_be(self):
        done = seafret("report", ALL["stratus", 1], ALL["stratus", 3], "--output", "same.html")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(done.stdout.endswith("\n  stratus-3: same\n\nsame.html\n"), done.stdout)
        page = Page("same.html")
        self.assertEqual(page.problems, [])
        self.assertEqual(page.tables["Fields"][1:], [["stratus-3", "same"]])
        figures = page.table("Figures")
        self.assertEqual([figures["ranks"]["stratus-1"], figures["ranks"]["stratus-3"]], ["1", "3"])
        for name in ["stratus-1", "stratus-3"]:
            step, = [r["mean_s"] for r in result(name)["regions"] if r["name"] == "step"]
            self.assertEqual(figures["step"][name], f"{step:.4f}")

    def test_fields_that_differ_are_found(self):
        run("stratus", "other", settings=["case.seed=2"])
        done = seafret("report", ALL["stratus", 1], "other")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"other: \d+ of \d+ fields differ, most \S+: by \S+ at time=")
        self.assertTrue(Path("compare.html").exists())
        done = seafret("report", ALL["stratus", 1], ALL["coastal", 1])
        self.assertRegex(done.stdout, "coastal-1: .* fields differ, p is in the first file only")

    def test_what_is_no_run_is_one_line_and_status_1(self):
        whole = (ALL["stratus", 1] / "result.json").read_text()
        other = dict(json.loads(whole), schema_version=2)
        broken = dict(json.loads(whole), swaps=3)
        for text, words in [(None, "has no result.json"), (whole[:1000], "is not JSON"),
                            ("all is well", "is not JSON"), ("[1, 2]", "is not what"),
                            ('{"rows": []}', "is not what"), (json.dumps(other), "version 2"),
                            (json.dumps(broken), "is not what")]:
            shutil.rmtree("bad", ignore_errors=True)
            os.mkdir("bad")
            if text is not None:
                Path("bad/result.json").write_text(text)
            self.expect_refused(["bad"], words)
        self.expect_refused([ALL["stratus", 1], "bad"], words)
        for key, value in [("mean_s", None), ("mean_s", "long")]:
            broken = json.loads(whole)
            broken["regions"][0].pop(key)
            if value is not None:
                broken["regions"][0][key] = value
            Path("bad/result.json").write_text(json.dumps(broken))
            self.expect_refused([ALL["stratus", 1], "bad"], "/result.json: is not what 'seafret run' writes: [^[]*$")
        shutil.rmtree("bad")
        Path("bad/result.json").mkdir(parents=True)
        self.expect_refused(["bad"], "has no result.json")

    def expect_refused(self, folders, words):
        with self.subTest(words, folders=folders):
            done = seafret("report", *folders)
            self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertRegex(done.stderr, f"^seafret: bad.*{words}")

    def test_a_page_that_cannot_be_written_is_one_line_and_status_1(self):
        shutil.rmtree("full", ignore_errors=True)  # of an earlier test
        run_that_was = run("rotation", "full")
        (run_that_was / "report.html").unlink()
        (run_that_was / "report.html.tmp").mkdir()  # as good as a full disk
        for done in [seafret("report", run_that_was),
                     seafret("report", run_that_was, run_that_was, "--output", "none/here.html")]:
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1), done.stderr)
            self.assertRegex(done.stderr, "^seafret: cannot write ")
        done = try_run("rotation", run_that_was, ranks=2)  # before its first step
        self.assertEqual(done.returncode, 1, done.stderr)
        shutil.rmtree("full")
        self.assertEqual(done.stderr.count("seafret: cannot write full/report.html: "), 1)


if __name__ == "__main__":
    unittest.main()
