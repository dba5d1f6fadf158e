# SPDX-License-Identifier: BSD-3-Clause
"""The knots of inputs/tide.yaml, judged by gauges of the shelf that took no part in their fit."""
import os
import unittest

from libraries import SOURCE, need, tool

need("h5py", "numpy")


class Shelf(unittest.TestCase):
    def test_gauges_left_out_and_the_linear_response_are_as_is_asked(self):
        done = tool("fit_tide.py", SOURCE / "inputs/tide.yaml",
                    SOURCE / "inputs/reference/tide_gauges.csv",
                    "--from-case", "--drag", "0.0018", "--rounds", "1",
                    "--seafret", os.environ["SEAFRET"])
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"\nPASS: median 0\.2\d+ m with all gauges within 100 km left")
        self.assertRegex(done.stdout, r"\nPASS: model at most 0\.0[01]\d m from its linear response")


if __name__ == "__main__":
    unittest.main()
