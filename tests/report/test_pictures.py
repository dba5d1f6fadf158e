# SPDX-License-Identifier: BSD-3-Clause
"""The pictures of the page show what is in fields.h5, and the same for 1 and 3 ranks."""
import os
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
