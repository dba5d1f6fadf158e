# SPDX-License-Identifier: BSD-3-Clause
"""Runs each case for a few steps and draws its picture. Exits with 77 without h5py, matplotlib."""
import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

SOURCE = Path(os.environ["SEAFRET_SOURCE"])
LAUNCH = os.environ["SEAFRET_LAUNCH"].split()


def find_python():
    for python in [sys.executable, "/usr/bin/python3"]:
        if subprocess.run([python, "-c", "import h5py, matplotlib"], capture_output=True,
                          check=False).returncode == 0:
            return python
    print("no Python with h5py and matplotlib")
    sys.exit(77)


PYTHON = find_python()


def plot(*arguments):
    return subprocess.run([PYTHON, SOURCE / "tools/plot.py", *arguments], text=True, check=False,
                          capture_output=True)


class PlotTest(unittest.TestCase):
    def run_case(self, case, out, *settings):
        shutil.rmtree(out, ignore_errors=True)
        command = [*LAUNCH, "-n", "2", os.environ["SEAFRET"], "run", SOURCE / f"inputs/{case}.yaml",
                   "--output", out]
        for setting in settings:
            command += ["--set", setting]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    def draw(self, case, *settings):
        out = Path(case)
        self.run_case(case, out, *settings)
        done = plot(out)
        self.assertEqual(done.returncode, 0, done.stderr)
        picture = (out / "picture.png").read_bytes()
        self.assertTrue(picture.startswith(b"\x89PNG"))
        self.assertGreater(len(picture), 10_000)
        return out

    def test_stratus(self):
        self.draw("stratus", "grid.points=8x8x20", "case.q_fields=2", "time.steps=3")

    def test_validation(self):
        out = Path("validate")
        self.run_case("validation/cone_six_turns", out / "cone_six_turns", "time.steps=2")
        self.run_case("validation/leveque", out / "leveque/ultimate", "time.steps=2")
        self.run_case("validation/gravity_wave", out / "gravity_wave/dx250", "time.end=20")
        self.run_case("validation/bubble", out / "bubble/dx200", "time.end=2")
        self.run_case("validation/straka_100m", out / "straka_100m", "grid.points=64x1x8",
                      "time.end=10")
        self.run_case("validation/taylor_green_3d", out / "taylor_green_3d", "grid.points=8x8x8",
                      "grid.spacing=[0.7853981633974483, 0.7853981633974483]", "time.end=1")
        self.run_case("validation/fire", out / "fire/seed_2", "grid.points=8x8x20",
                      "grid.spacing=[400, 400]", "time.end=4200", "time.dt=8",
                      "output.profiles_every=10")
        done = subprocess.run([PYTHON, SOURCE / "tools/plot_validation.py", out], text=True,
                              check=False, capture_output=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for name in ["shapes", "air", "straka", "taylor_green", "fire"]:
            self.assertGreater((out / f"{name}.png").stat().st_size, 10_000)

    def test_coastal(self):
        surface = self.draw("coastal", "grid.coarsen=16", "time.steps=50")
        self.assertTrue((surface / "picture.png").is_file())
        tide = self.draw("coastal", "grid.coarsen=16", "tide.largest_error=1")
        with_gauges = (tide / "picture.png").read_bytes()
        self.assertEqual(plot(tide, SOURCE / "inputs/reference/tide_gauges.csv").returncode, 0)
        self.assertEqual((tide / "picture.png").read_bytes(), with_gauges)
        self.tabulate(tide)
        (tide / "result.json").unlink()
        self.assertEqual(plot(tide).returncode, 0)
        self.assertNotEqual((tide / "picture.png").read_bytes(), with_gauges)
        done = plot(tide, SOURCE / "README.md")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn("is not a table of gauges", done.stderr)

    def tabulate(self, tide):
        """The table finds what the program does, and goes where it belongs."""
        measures = json.loads((tide / "result.json").read_text())["measures"]
        found = {measure["name"]: measure["value"] for measure in measures}
        command = [PYTHON, SOURCE / "tools/gauge_table.py", tide, SOURCE / "inputs/reference/tide_gauges.csv"]
        done = subprocess.run(command, text=True, check=True, capture_output=True)
        self.assertIn(f"the differences is {found['gauge_error_median']:.3f} m, their root mean square over a "
                      f"period {found['gauge_error_rms']:.3f} m.", done.stdout)
        page = Path("page.md")
        page.write_text("above\n<!-- gauges: begin -->\nold\n<!-- gauges: end -->\nbelow\n")
        subprocess.run([*command, "--markdown", page], check=True)
        self.assertEqual(page.read_text(), f"above\n<!-- gauges: begin -->\n\n{done.stdout}\n"
                                           "<!-- gauges: end -->\nbelow\n")
        page.write_text("nothing")
        done = subprocess.run([*command, "--markdown", page], text=True, check=False, capture_output=True)
        self.assertEqual((done.returncode, page.read_text()), (1, "nothing"))
        self.assertIn("has no place for it", done.stderr)

    def test_seas_on_a_plane(self):
        self.draw("basin", "grid.points=20x15", "time.end=1e5")
        self.draw("basin", "case.sea=wind_setup", "grid.points=30x1", "time.end=1e4")

    def test_levels_and_dry_cells_have_pictures_of_their_own(self):
        front = self.draw("layers", "grid.points=32x1", "time.steps=20", "output.every=5")
        self.assertGreater((front / "section.png").stat().st_size, 10_000)
        beach = self.draw("validation/carrier_greenspan", "time.end=8", "output.every=50")
        self.assertGreater((beach / "frames.png").stat().st_size, 10_000)
        self.assertFalse((beach / "section.png").exists())

    def test_a_picture_that_cannot_be_written_is_said_in_a_line(self):
        self.run_case("basin", Path("shut"), "time.steps=1")
        Path("shut/picture.png").mkdir()
        done = plot("shut")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "^plot.py: shut/picture.png cannot be written: .*\n$")

    def test_what_cannot_be_drawn_is_said_in_a_line(self):
        for arguments, message in [([], "OUTDIR"), (["none"], "there is no none/fields.h5"),
                                   (["text"], "cannot be read"), (["other"], "none of the fields")]:
            with self.subTest(arguments):
                for folder in ["text", "other"]:
                    Path(folder).mkdir(exist_ok=True)
                Path("text/fields.h5").write_text("no HDF5")
                subprocess.run([PYTHON, "-c", "import h5py; h5py.File('other/fields.h5', 'w')"],
                               check=True)
                done = plot(*arguments)
                self.assertEqual(done.returncode, 1)
                self.assertIn(message, done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1)


if __name__ == "__main__":
    unittest.main(verbosity=2)
