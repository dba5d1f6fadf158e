# SPDX-License-Identifier: BSD-3-Clause
"""tools/fit_tide.py with a sea whose tide is known: each cell has a mixture of the knots."""
import re
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

from libraries import assert_refused, need, tool

need("h5py", "numpy")

import numpy as np

import fit_tide
import tide_fit
import tide_gauges

KNOTS = tide_gauges.constant(np.array([1.2, 1.0, 0.9, 0.7]), np.array([100, 120, 140, 165]))

# Takes the place of `seafret run`: what it is told of the knots goes into the tide it writes.
FAKE = """#!%s
import re, sys
import h5py, numpy as np
words = " ".join(sys.argv[1:])
missed = 0 if "roughness=0.004" in words and "drag=0.0 " in words else 0.1
if "drag=0.666" in words:
    sys.exit("seafret: the sea is too rough")
lists = [np.array(re.search(key + r"=\\\\[([^]]*)", words)[1].split(","), float)
         for key in ("amplitude", "phase")]
knots = lists[0] * np.exp(-1j * np.radians(lists[1]))
place = np.linspace(0, 1, 30)
along = np.interp(place, np.linspace(0, 1, len(knots)), knots.real) + 1j * np.interp(
    place, np.linspace(0, 1, len(knots)), knots.imag)
tide = along * np.exp(-1j * place) + (
    missed * np.cos(np.arange(30) * np.pi / 2) if "roughness=0 " not in words else 0)
if "drag=0.07" in words:  # takes more where there is more
    tide *= 1 - 0.3 * abs(tide)
import pathlib
folder = pathlib.Path(sys.argv[sys.argv.index("--output") + 1])
folder.mkdir()
with h5py.File(folder / "fields.h5", "w") as file:
    file["depth"] = np.full((2, 30), 20.0)
    file["lon"], file["lat"] = np.arange(30) * 0.5, np.array([50.0, 50.1])
    amplitude = np.full((2, 30), -1.0)
    amplitude[0] = abs(tide)
    file["m2_amplitude"] = amplitude
    file["m2_amplitude"].attrs["_FillValue"] = np.array([-1.0])
    file["m2_phase"] = np.stack([-np.degrees(np.angle(tide)) %% 360, np.zeros(30)])
"""


def observed(cell):
    """What stands there of the true knots."""
    place = cell / 29
    at = np.linspace(0, 1, len(KNOTS))
    return (np.interp(place, at, KNOTS.real) +
            1j * np.interp(place, at, KNOTS.imag)) * np.exp(-1j * place)


class Fit(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.case, self.gauges = self.folder / "sea.yaml", self.folder / "gauges.csv"
        self.fake = self.folder / "seafret"
        self.fake.write_text(FAKE.replace("\\\\", "\\") % sys.executable)
        self.fake.chmod(0o755)
        self.case.write_text("tide:\n  amplitude: [1, 1, 1, 1]\n  phase: [110, 110, 110, 110]\n")
        lines = ["# gauges", "name,lon,lat,M2_amp_m,M2_G_deg"]
        for cell in range(0, 30, 2):
            amplitude, phase = tide_fit.amplitude_and_phase(observed(cell))
            lines.append(f"G{cell},{cell * 0.5 + 0.01},50.01,{amplitude:.6f},{phase:.4f}")
        lines.append("far away,40,50,1,0")
        self.gauges.write_text("\n".join(lines) + "\n")

    def fitted(self, *options):
        return tool("fit_tide.py", self.case, self.gauges, "--seafret", self.fake, *options)

    def test_the_knots_of_a_linear_sea_are_found_again(self):
        done = self.fitted("--from-case", "--smooth", "1e-3", "-j", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        lists = [re.search(rf"{key}: \[(.*)\]", done.stdout)[1] for key in ("amplitude", "phase")]
        amplitude, phase = ([float(v) for v in text.split(",")] for text in lists)
        np.testing.assert_allclose(amplitude, abs(KNOTS), atol=2e-3)
        np.testing.assert_allclose(phase, [100, 120, 140, 165], atol=0.2)
        row = next(line for line in done.stdout.splitlines() if line.startswith("0.0025"))
        self.assertEqual(row.split()[-1], "15")  # the one far away takes no part
        self.assertLess(float(row.split()[4]), 0.01)  # nor is one needed to foretell it
        self.assertNotIn("roughness:", done.stdout)
        self.assertRegex(done.stdout, r"\nPASS: median 0\.00\d m with all gauges within 100 km left "
                                      r"out; asked: at most 0\.36 m\n"
                                      r"PASS: model at most 0\.000 m from its linear response; "
                                      r"asked: at most 0\.03 m\n\ntide:")

    def test_a_gauge_of_no_tide_and_a_run_that_says_nothing_end_in_one_line(self):
        self.fake.write_text("#!/bin/sh\nexit 7\n")
        done = self.fitted("--from-case")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^[^\n]*a run ended with status 7: it said nothing\n$")
        self.gauges.write_text("name,lon,lat,M2_amp_m,M2_G_deg\nA,1,50,-1.42,215\n")
        done = self.fitted("--from-case")
        self.assertRegex(done.stderr, r"^[^\n]*-1.42 m at 215 degrees is no tide\n$")

    def test_gauges_left_out_that_are_missed_by_more_than_is_asked_are_a_failure(self):
        done = self.fitted("--from-case", "--drag", "0", "--roughness", "0.002", "--rounds", "1",
                           "--asked", "0.01", "-j", "2")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stdout, r"\nFAIL: median 0\.\d+ m .*; asked: at most 0\.01 m\n")

    def test_a_sea_that_is_not_as_linear_as_is_asked_is_a_failure(self):
        done = self.fitted("--from-case", "--drag", "0.07", "--rounds", "1", "--linear", "0.001",
                           "-j", "2")
        self.assertEqual(done.returncode, 1, done.stderr)
        said = re.search(r"\nPASS: median .*\nFAIL: model at most (0\.\d+) m from its linear "
                         r"response; asked: at most 0\.001 m\n", done.stdout)
        row = next(line for line in done.stdout.splitlines() if line.startswith("0.07"))
        median, most = row.split()[-3:-1]
        self.assertEqual(said[1], most)
        self.assertLess(float(median), float(most))

    def test_a_bottom_may_be_rough(self):
        done = self.fitted("--from-case", "--drag", "0", "0.001", "--roughness", "0.002", "0.004",
                           "--smooth", "1e-3", "--rounds", "1", "-j", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [line.split()[:2] for line in done.stdout.splitlines() if line.startswith("0")]
        self.assertEqual(rows, [["0", "0.002"], ["0", "0.004"], ["0.001", "0.002"],
                                ["0.001", "0.004"]])
        self.assertIn("  drag: 0\n  roughness: 0.004\n", done.stdout)  # of which gauges are met

    def test_what_cannot_be_is_refused(self):
        refused = self.fitted("--from-case", "--drag", "0.666")
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("the sea is too rough", refused.stderr)
        here = ["--seafret", self.fake]
        assert_refused(self, fit_tide, [self.case, self.case, *here], "not a table of gauges")
        assert_refused(self, fit_tide, [self.case, self.folder / "none.csv", *here], "none.csv")
        assert_refused(self, fit_tide, [self.gauges, self.gauges, "--from-case", *here],
                       "no tide.amplitude")
        assert_refused(self, fit_tide, [self.case, self.gauges, "--seafret", "nowhere"],
                       "cannot be run")


class Judging(unittest.TestCase):
    """Leaving out: what a gauge has alone is not foretold without it."""

    def model(self):
        numbers = np.random.default_rng(20)
        gauges = [tide_gauges.Gauge(f"{n}", 1.0 * n, 50.0, 0j) for n in range(12)]
        response = numbers.normal(size=(12, 3, 2)) + 1j * numbers.normal(size=(12, 3, 2))
        model = tide_fit.LinearModel(gauges, np.ones(3, complex), np.zeros(12, complex), response)
        model.observed = model.predicted(np.array([1.1, 1.0 + 0.2j, 0.7]))
        return model

    def test_a_wrong_gauge_is_seen_only_where_it_is_left_out(self):
        model = self.model()
        np.testing.assert_allclose(model.left_out(100, 1e-6), 0, atol=1e-5)
        model.observed[4] += 1.0
        alone = model.left_out(0, 1e-6)
        self.assertAlmostEqual(alone[4], 1.0, places=4)
        self.assertLess(np.median(alone), 0.2)

    def test_neighbours_are_left_out_too(self):
        model = self.model()
        model.observed[4] += 1.0
        # 71 km from one to the next at this latitude: 4 spoils what is foretold of others, not of
        # 3 and 5, with which it is left out.
        self.assertAlmostEqual(model.left_out(100, 1e-6)[3], 0, places=4)
        self.assertGreater(model.left_out(0, 1e-6)[3], 1e-3)

    def test_halves_are_every_second_one(self):
        model = self.model()
        model.observed[0::2] += 0.5
        first, second = model.halves(1e-6)
        self.assertAlmostEqual(first, 0.5, places=4)  # fitted to the right ones
        self.assertGreater(second, 0.05)

    def test_the_model_is_compared_with_its_response_at_knots_of_all_and_of_either_half(self):
        model, seen = self.model(), []

        def at_gauges(_gauges, knots):
            seen.append(knots)
            return model.predicted(knots) + 0.1j * len(seen)
        found = fit_tide.departures(SimpleNamespace(at_gauges=at_gauges), model.knots,
                                    model.modelled - 0.4, model, SimpleNamespace(smooth=1.0))
        np.testing.assert_allclose(found, np.outer([0.4, 0.1, 0.2], np.ones(12)))
        for knots, first in zip(seen, [1, 0]):
            taken = np.isin(np.arange(12), np.arange(first, 12, 2))
            np.testing.assert_array_equal(knots, model.fitted(taken, 1.0))

    def test_smoothing_makes_straight(self):
        knots = self.model().fitted(np.ones(12, bool), 1e4)
        self.assertLess(abs(np.diff(knots, 2)[0]), 1e-3)


if __name__ == "__main__":
    unittest.main()
