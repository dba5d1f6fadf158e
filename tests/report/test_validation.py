# SPDX-License-Identifier: BSD-3-Clause
"""The pages of a validation case show what was measured beside its references."""
import json
import unittest
from pathlib import Path

from runs import Page, result, run, seafret, validate_wave

ALL = ["base", "least", "fields", "height"]  # references before regressions


class Validation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        validate_wave("--json", "rows.json")
        rows = json.loads(Path("rows.json").read_text())["rows"]
        cls.rows = {row["quantity"]: row for row in rows}

    def expect(self, folder, names):
        page = Page(folder / "report.html")
        self.assertEqual(page.problems, [])
        self.assertIn("Of the validation case wave", page.texts["Validation"])
        shown = page.table("Validation")
        self.assertEqual(list(shown), names)
        for name in names:
            row = self.rows[name]
            self.assertEqual(shown[name], {
                "quantity": name, "measured": f"{row['measured']:.6g}",
                "reference": f"{row['reference']:.6g}", "tolerance": row["tolerance"].replace("+-", "±"),
                "": "PASS" if row["passed"] else "FAIL", "kind": row["kind"],
                "source": row["source"]})

    def test_all_rows_are_on_the_page_of_each_run_and_that_of_the_fields_where_they_are(self):
        self.assertEqual([self.rows[name]["passed"] for name in ALL], [True, False, True, True])
        self.assertEqual([self.rows[name]["tolerance"] for name in ALL],
                         ["0 to 0.1", "+-5 %", "at most 1e-12", "at most 8"])
        for name in ["short", "long"]:
            self.expect(Path("out/wave", name), ALL)
        self.expect(Path("out/wave/kept"), ["fields"])

    def test_they_are_shown_again_where_the_page_was_lost(self):
        folder = Path("out/wave/long")
        page = (folder / "report.html").read_bytes()
        (folder / "report.html").unlink()
        self.assertEqual(seafret("report", folder).returncode, 0)
        self.assertEqual((folder / "report.html").read_bytes(), page)

    def test_a_run_that_nobody_compares_has_none(self):
        folder = run("rotation", "plain")
        self.assertNotIn("Validation", Page(folder / "report.html").texts)
        self.assertNotIn("validation", result(folder))
        validated = Path("out/wave/short")
        before = result(validated)
        done = seafret("run", "wave/validation/wave.yaml", "--output", "again")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(set(before) - set(result("again")), {"validation"})
        self.assertNotIn("Validation", Page("again/report.html").texts)


if __name__ == "__main__":
    unittest.main()
