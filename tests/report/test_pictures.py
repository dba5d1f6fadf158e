# SPDX-License-Identifier: BSD-3-Clause
"""The pictures of the page show what is in fields.h5, and the same for 1 and 3 ranks."""
import os
import re
import sys
import unittest
from pathlib import Path

sys.path.append(str(Path(os.environ["SEAFRET_SOURCE"]) / "tests/tools"))
from libraries import need

need("h5py", "numpy")
import h5py
import numpy as np

from runs import Page, decode_png, result, run

LAND, NOTHING = 1, 0


def images(folder):
    return Page(folder / "report.html").images


def pixels(uri):
    return np.array([list(row) for row in decode_png(uri)])[::-1]  # from the south


def captions(folder):
    return re.findall("<figcaption>(.*)</figcaption>", (folder / "report.html").read_text())


def heights(folder):
    """What stands beside the pictures, from above."""
    sides = re.findall('<div class="up">(.*)</div>', (folder / "report.html").read_text())
    return [re.findall("<span>(.*?)</span>", side) for side in sides]


class Section:
    """T along the middle row of a sea, by the formula of CF's ocean_s_coordinate_g2."""

    def __init__(self, folder):
        with h5py.File(folder / "fields.h5") as file:
            self.temperature = file["T"][-1]
            middle = self.temperature.shape[1] // 2
            self.temperature = self.temperature[:, middle]
            self.depth, self.eta = file["depth"][middle], file["eta"][-1, middle]
            self.kind = file["mask"][middle]
            s, stretched, even = file["s"][:], file["s_stretched"][:], file["even_depth"][()]
        self.depths = np.sort(self.depth[self.kind == 1])
        self.top = self.eta[self.kind == 1].max()
        share = (even * s[:, None] + self.depth * stretched[:, None]) / (even + self.depth)
        self.tops = np.empty_like(share)
        face = np.full(len(self.depth), -1.0)
        for k, middle in enumerate(share):
            self.tops[k] = face = 2 * middle - face

    def drawn(self, bottom):
        shown = np.full((200, len(self.depth)), np.nan)
        shown[:, self.kind == 2] = np.inf
        for row, z in enumerate(bottom + (self.top - bottom) * (np.arange(200) + 0.5) / 200):
            for i in np.flatnonzero((self.kind == 1) & (-self.depth <= z)):
                share = (z - self.eta[i]) / (self.depth[i] + self.eta[i])
                level = np.searchsorted(self.tops[:-1, i], share)
                shown[row, i] = self.temperature[level, i] if z <= self.eta[i] else np.inf
        return shown


class Pictures(unittest.TestCase):
    def test_the_pictures_are_the_same_bytes_for_1_and_3_ranks(self):
        for case in ["stratus", "coastal"]:
            one, three = (images(run(case, f"{case}-{ranks}", ranks)) for ranks in [1, 3])
            self.assertGreaterEqual(len(one), 2)
            self.assertEqual(one, three)

    def test_a_map_of_the_sea_shows_its_surface_its_land_and_what_lies_outside(self):
        folder = run("tide", "sea")
        surface, land = map(pixels, images(folder))
        with h5py.File(folder / "fields.h5") as file:
            eta, mask = file["eta"][-1], file["mask"][:]
        self.assertEqual(result(folder)["pictures"], [{"field": "eta", "view": "map"}])
        wet = mask == 1
        np.testing.assert_array_equal(surface[mask == 0], LAND)
        np.testing.assert_array_equal(surface[mask == 2], NOTHING)
        np.testing.assert_array_equal(land, mask == 0)
        end = np.abs(eta[wet]).max()
        shades = 2 + 253 * (eta[wet] + end) / (2 * end)
        self.assertLess(np.abs(surface[wet] - shades).max(), 0.51)

    def test_the_air_is_seen_from_above_where_it_moves_most_and_cut_through_the_middle(self):
        folder = run("stratus", "air")
        above, cut = map(pixels, images(folder))
        with h5py.File(folder / "fields.h5") as file:
            w, qc = file["w"][-1], file["qc"][-1]
        middle = w.shape[1] // 2
        level = np.argmax(np.ptp(w[:, middle], axis=1))
        self.assertEqual(np.argmax(np.abs(above - 128.5)), np.argmax(np.abs(w[level])))
        section = qc[:, middle] / qc[:, middle].max()
        np.testing.assert_array_equal(cut, np.floor(2 + 253 * section + 0.5))

    def test_a_sea_on_levels_is_cut_over_its_bed_in_metres(self):
        stretching = ["grid.stretching.to_surface=4", "grid.stretching.even_depth=30"]
        folder = run("coastal", "levels", settings=stretching)
        shown = pixels(images(folder)[1])
        sea = Section(folder)
        deepest, most = sea.depths[-1], sea.depths[(len(sea.depths) - 1) * 9 // 10]
        self.assertGreater(deepest, 2 * most)  # the edge of the shelf
        self.assertRegex(captions(folder)[1].replace("\u202f", " "),
                         f"°N, down to {most:.0f} m of {deepest:.0f} m$")
        top, name, bottom = heights(folder)[1]
        self.assertEqual((name, float(bottom)), ("z, m", round(-most, 1)))
        self.assertAlmostEqual(float(top), sea.top, delta=0.1)
        expected = sea.drawn(-most)
        values = expected[np.isfinite(expected)]
        shades = 2 + 253 * (expected - values.min()) / np.ptp(values)
        shades[np.isnan(expected)], shades[np.isinf(expected)] = LAND, NOTHING
        self.assertGreater(np.isinf(expected).sum(), 0)
        self.assertLess(np.abs(shown - shades).max(), 0.51)

    def test_with_a_field_on_levels_go_those_that_tell_their_heights(self):
        folder = run("layers", "with-heights", settings=["output.fields=[T]"])
        with h5py.File(folder / "fields.h5") as file:
            terms = file["s"].attrs["formula_terms"].decode().split()[1::2]
            self.assertEqual([term for term in terms if term not in file], [])
            self.assertNotIn("S", file)
        self.assertEqual(heights(folder)[1][1], "z, m")

    def test_a_large_grid_is_thinned_out_to_what_a_picture_can_show(self):
        finer = ["grid.points=1203x402x1", "grid.spacing=[8e-4,2.5e-3]", "time.dt=1e-4"]
        folder = run("rotation", "large", steps=1, settings=finer)
        name = result(folder)["pictures"][0]["field"]
        with h5py.File(folder / "fields.h5") as file:
            values = np.squeeze(file[name][-1])[::2, ::4]
        shown = pixels(images(folder)[0])
        self.assertEqual(shown.shape, values.shape)
        self.assertGreater(np.corrcoef(shown.ravel(), values.ravel())[0, 1], 0.999)

    def test_a_field_that_is_not_written_is_not_drawn(self):
        folder = run("stratus", "little", settings=["output.fields=[qc]"])
        self.assertEqual(len(images(folder)), 1)
        folder = run("stratus", "less", settings=["output.fields=[u]"])
        self.assertEqual(images(folder), [])
        self.assertIn("has nothing to draw", (folder / "report.html").read_text())


if __name__ == "__main__":
    unittest.main()
