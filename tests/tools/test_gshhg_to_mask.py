# SPDX-License-Identifier: BSD-3-Clause
"""tools/gshhg_to_mask.py on made-up globes: each step against a plain twin. Where GSHHG itself is
installed, also the two masks of inputs/masks/."""
import os
import random
import subprocess
import unittest
from pathlib import Path

from libraries import SOURCE, assert_refused, need, tool

need("h5py", "numpy")

import gshhg_to_mask
import h5py
import numpy as np

from bathymetry import depths
from gshhg import Shorelines
from made_up_globe import Globe
from mask_steps import largest_part, margin, within

SEED = int(os.environ.get("SEAFRET_SEED", "20"))
GSHHG = Path(os.environ.get("SEAFRET_GSHHG", "/usr/share/gmt-gshhg"))
HERE = Path.cwd()
HAIR = np.array([-1e-3, 0, 1e-3])  # degrees


def degrees_apart(lon, lat, other_lon, other_lat):
    a, b, c, d = map(np.radians, (lon, lat, other_lon, other_lat))
    cosine = np.sin(b) * np.sin(d) + np.cos(b) * np.cos(d) * np.cos(a - c)
    return np.degrees(np.arccos(np.clip(cosine, -1, 1)))


def near(source, lon, lat, km):
    y, x = np.nonzero(source)
    far = degrees_apart(lon[:, None], lat[:, None, None], lon[x], lat[y])
    return (far <= np.degrees(km / 6371)).any(axis=2)


def read(path):
    with h5py.File(path) as file:
        return {name: data[:] for name, data in file.items()} | {"about": dict(file.attrs)}


class Steps(unittest.TestCase):
    def setUp(self):
        self.random = random.Random(SEED)
        self.numbers = np.random.default_rng(SEED)
        print(f"SEAFRET_SEED={SEED}")

    def grid(self):
        """Some nodes of whole degrees lie on edges of bins, none of others."""
        step = self.random.choice([1, 2.5, self.random.uniform(0.7, 4)])
        lon = self.random.choice([-180, 0, 150, self.random.uniform(-180, 180)])
        return lon + np.arange(0, 360, step), np.arange(-90, 90.001, step)

    def test_water_is_where_the_polygons_say(self):
        for _ in range(8):
            globe = Globe(self.random)
            globe.write("globe.nc")
            lon, lat = self.grid()
            level = globe.level(lon, lat)
            self.assertEqual(set(np.unique(level)), {0, 1, 2, 3, 4})
            self.assertTrue((level[0] == 1).all(), "the south pole is land")
            for lakes, is_water in ((False, lambda n: n == 0), (True, lambda n: n % 2 == 0)):
                found = Shorelines("globe.nc", lakes).water(lon, lat)
                for j, i in np.argwhere(found != is_water(level)):
                    about = is_water(globe.level(lon[i] + HAIR, lat[j] + HAIR))
                    self.assertEqual(len(np.unique(about)), 2,
                                     f"{lon[i]} E, {lat[j]} N, off shorelines, is {found[j, i]}")

    def test_grounding_lines_are_left_out(self):
        globe = Globe(self.random)
        lon, lat = self.grid()
        level = globe.level(lon, lat)
        corners = globe.corners()
        globe.lines.append((6, globe.lines[1][1] + 20000))
        globe.corners = lambda: corners
        globe.write("globe.nc")
        np.testing.assert_array_equal(Shorelines("globe.nc").water(lon, lat), level == 0)

    def test_band_is_measured_on_the_sphere(self):
        for _ in range(10):
            lon = self.random.uniform(-180, 180) + np.arange(0, self.random.uniform(5, 180), 3.7)
            lat = np.arange(self.random.uniform(-90, 60), 90, 2.9)
            km = self.random.uniform(50, 4000)
            source = self.numbers.random((len(lat), len(lon))) < 0.02
            np.testing.assert_array_equal(within(source, lon, lat, km), near(source, lon, lat, km))

    def test_margin_holds_all_that_is_near(self):
        for _ in range(200):
            lat, km = self.random.uniform(-89, 89), self.random.uniform(10, 3000)
            wide, high = margin(np.array([lat]), km)
            lon, other = self.numbers.uniform(-180, 180, 500), self.numbers.uniform(-90, 90, 500)
            close = degrees_apart(0, lat, lon, other) <= np.degrees(km / 6371)
            self.assertLessEqual(np.abs(lon[close]).max(initial=0), wide + 1e-9)
            self.assertLessEqual(np.abs(other[close] - lat).max(initial=0), high + 1e-9)

    def test_largest_part(self):
        for _ in range(50):
            wet = self.numbers.random(self.numbers.integers(1, 14, 2)) < self.random.random()
            wet.flat[0] = True
            parts, left = [], {(int(j), int(i)) for j, i in np.argwhere(wet)}
            while left:
                part, new = set(), {left.pop()}
                while new:
                    part |= new
                    new = {(j + b, i + a) for j, i in new
                           for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))} & left
                    left -= new
                parts.append(part)
            found = {(int(j), int(i)) for j, i in np.argwhere(largest_part(wet))}
            self.assertIn(found, parts)
            self.assertEqual(len(found), max(map(len, parts)))

    def test_depths_lie_between_those_about_them(self):
        lon, lat = np.arange(-180, 180, 2.0), np.arange(90, -91, -2.0)
        height = 100 * np.cos(np.radians(lon)) + 3 * lat[:, None]
        with h5py.File("heights.nc", "w") as file:
            file["x"], file["y"], file["z"] = lon, lat, height
        wanted = np.arange(170.5, 200, 0.7), np.arange(-89.3, 89, 1.1)
        found = depths("heights.nc", *wanted)
        # The cosine is off by up to the square of a step over eight.
        exact = 100 * np.cos(np.radians(wanted[0])) + 3 * wanted[1][:, None]
        self.assertLess(abs(found + exact).max(), 100 * np.radians(2) ** 2 / 8 + 1e-6)
        self.assertGreater(abs(found + exact).max(), 1e-3)


class Program(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        Globe(random.Random(20)).write("binned_GSHHS_l.nc")  # with a coast in each box asked for
        for name in ("MASK.h5", "binned_GSHHS_h.nc"):
            Path(name).unlink(missing_ok=True)

    def arguments(self, *options, box=(-180, 180, -60, 80), spacing=(2, 2), output="MASK.h5",
                  resolution="l"):
        return ("--gshhg", HERE, "--resolution", resolution, "--box", *box, "--spacing", *spacing,
                "-o", output, *options)

    def made(self, *options, **others):
        done = tool("gshhg_to_mask.py", *self.arguments(*options, **others))
        self.assertEqual(done.returncode, 0, done.stderr)
        return read("MASK.h5")

    def test_mask_is_what_the_program_reads(self):
        mask = self.made("--depth", "12.5", "--band", "600", box=(150, -150, -60, 80))
        self.assertEqual(mask["mask"].shape, (71, 31))
        np.testing.assert_allclose(mask["lon"], np.arange(150, 211, 2))
        np.testing.assert_allclose(mask["lat"], np.arange(-60, 81, 2))
        self.assertEqual(set(np.unique(mask["mask"])), {0, 1, 2})
        np.testing.assert_array_equal(mask["depth"], 12.5 * (mask["mask"] == 1))
        self.assertIn("LGPL", mask["about"]["coastline"])
        self.assertIn("--band 600", mask["about"]["made_by"])
        subprocess.run([os.environ["SEAFRET"], "bench", "halo", "--mask", "MASK.h5", "--points",
                        "1x1x2", "--depth", "1", "--fields", "2d:1", "--blocks", "1", "--swaps",
                        "1"], check=True, stdout=subprocess.DEVNULL)

    def test_band_round_the_globe(self):
        globe = self.made("--depth", "1", "--band", "700", box=(-180, 180, -90, 90), spacing=(5, 4))
        self.assertEqual(globe["mask"].shape, (46, 72))  # no meridian twice
        banded = near(globe["mask"] == 0, globe["lon"], globe["lat"], 700)
        np.testing.assert_array_equal(globe["mask"] == 2, (globe["mask"] != 0) & ~banded)

    def test_coast_beyond_the_box_counts(self):
        """A band is the same whether the box ends near it or far from it."""
        whole = self.made("--depth", "1", "--band", "900")
        part = self.made("--depth", "1", "--band", "900", box=(-90, 40, 0, 40))
        np.testing.assert_array_equal(part["mask"], whole["mask"][30:51, 45:111])

    def test_largest_leaves_one_part(self):
        wet = self.made("--depth", "1", "--band", "300", "--largest")["mask"] == 1
        np.testing.assert_array_equal(largest_part(wet), wet)

    def test_bathymetry_and_shelf(self):
        lon, lat = np.arange(0.0, 360, 4), np.arange(-90.0, 91, 4)
        with h5py.File("heights.nc", "w") as file:
            file["lon"], file["lat"] = lon, lat
            file["elevation"] = np.broadcast_to(-2.0 * lat[:, None], (len(lat), len(lon)))
        given = self.made("--bathymetry", "heights.nc", "--min-depth", "5")
        wet = given["mask"] == 1
        depth = np.maximum(2 * given["lat"], 5)[:, None] * wet
        np.testing.assert_allclose(given["depth"], depth, rtol=1e-6)
        # Sea shallower than 40 m is south of 20 N: the band ends 1000 km north of that.
        banded = self.made("--bathymetry", "heights.nc", "--shelf", "40", "--band", "1000")
        rows = banded["mask"][banded["lat"] > 20 + np.degrees(1000 / 6371)]
        self.assertFalse((rows == 1).any())
        self.assertTrue((rows == 2).any())

    def test_wrong_input_is_answered_in_a_line(self):
        Path("text").write_text("no HDF5")
        with h5py.File("heights.nc", "w") as file:
            file["lon"], file["lat"] = np.arange(0.0, 5), np.arange(0.0, 5)
            file["z"] = np.zeros((5, 5))
        with h5py.File("binned_GSHHS_c.nc", "w") as file:
            file["nothing"] = 0
        deep = ("--depth", "1")
        for options, others, words in [
                ((), {}, "--depth --bathymetry is required"),
                (("--depth", "0"), {}, "'0' is not above 0"),
                (("--depth", "nan"), {}, "'nan' is not a number"),
                (("--depth", "1/0"), {}, "'1/0' is not a number"),
                (("--depth", "12000"), {}, "--depth must be less than 12000 m"),
                ((*deep, "--band", "30000"), {}, "--band must be less than 20000 km"),
                ((*deep, "--shelf", "3"), {}, "--shelf needs --band and --bathymetry"),
                ((*deep, "more"), {}, "unrecognized arguments: more"),
                (deep, {"box": (0, 10, 20)}, "--box: expected 4 arguments"),
                (deep, {"box": (0, 10, 20, 20)}, "S must be less than N"),
                (deep, {"box": (0, 10, -91, 20)}, "from -90 to 90"),
                (deep, {"box": (-200, 10, 0, 20)}, "from -180 to 360"),
                (deep, {"box": (-180, 190, 0, 20)}, "wider than the globe"),
                (deep, {"box": (0, 10, 0, 1)}, "less than two cells"),
                (deep, {"spacing": (11, 1)}, "from 1e-6 to 10 degrees"),
                (deep, {"spacing": ("1e-320", 1)}, "from 1e-6 to 10 degrees"),
                (deep, {"spacing": ("1/10000", "1/10000")}, "more than 100000000"),
                (deep, {"box": (0, 10, -90, -88)}, "no wet cell"),
                (deep, {"resolution": "h"}, "binned_GSHHS_h.nc; install gmt-gshhg-high or"),
                (deep, {"resolution": "c"}, "binned_GSHHS_c.nc is not GSHHG's"),
                (deep, {"resolution": "x"}, "invalid choice: 'x'"),
                (deep, {"output": "/nowhere/MASK.h5"}, "/nowhere/MASK.h5 cannot be written"),
                (("--bathymetry", "none"), {}, "none does not exist"),
                (("--bathymetry", "text"), {}, "text cannot be read as HDF5"),
                (("--bathymetry", "heights.nc"), {}, "heights.nc goes from 0 to 4 degrees only"),
                (("--bathymetry", "binned_GSHHS_c.nc"), {}, "must have one dataset of two")]:
            with self.subTest(words):
                assert_refused(self, gshhg_to_mask, self.arguments(*options, **others), words)


@unittest.skipUnless((GSHHG / "binned_GSHHS_h.nc").is_file(), "gmt-gshhg-high is not installed")
class Reproduces(unittest.TestCase):
    """GMT made the masks of inputs/masks/ from the same shorelines."""

    def test_land_and_sea(self):
        for name, most in (("ggui28", 0), ("hrcs", 7)):
            mask = read(SOURCE / f"inputs/masks/{name}.h5")
            water = Shorelines(GSHHG / "binned_GSHHS_h.nc").water(mask["lon"], mask["lat"])
            different = (largest_part(water) != (mask["mask"] != 0)).sum()
            self.assertLessEqual(different, most, name)


if __name__ == "__main__":
    unittest.main(verbosity=2)
