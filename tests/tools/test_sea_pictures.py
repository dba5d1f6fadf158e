# SPDX-License-Identifier: BSD-3-Clause
"""tools/sea_pictures.py with small seas of which every cell is known."""
import unittest

from libraries import need

need("h5py", "matplotlib", "numpy")

import matplotlib

matplotlib.use("Agg")
import numpy as np

import sea_pictures

GIVEN_DEPTH = np.ma.masked_equal(np.array([[10.0, 30.0, 0.0, 20.0]]), 0.0)


class Sea:
    """A row of four columns of two levels, the third of them land."""

    def __init__(self, **fields):
        self.even_depth = 1e10
        surface = np.ma.array(np.zeros((3, 1, 4)), mask=3 * [GIVEN_DEPTH.mask])
        self.fields = {"depth": GIVEN_DEPTH, "eta": surface, **fields}
        self.file = {"s": np.array([-0.75, -0.25]), "s_stretched": np.array([-0.75, -0.25]),
                     "even_depth": np.array(self.even_depth)}

    def axis_name(self, _name, letter):
        return {"X": "x", "Z": "s"}[letter]

    def axis(self, _name, letter):
        return {"X": np.array([500.0, 1500.0, 2500.0, 3500.0]), "Y": np.array([500.0])}[letter]

    def on_plane(self, _name):
        return True

    def records(self, most):
        return np.arange(3)[:most]

    def time(self, record=-1):
        return 60.0 * record

    def last(self, name):
        return self.at(-1, name)

    def at(self, record, name):
        values = self.fields[name]
        return values if name == "depth" else values[record]


def song_haidvogel(s, theta=5.0, share=0.5):
    """C(s) as Song and Haidvogel have it (1994, J. Comput. Phys. 115, 228-244)."""
    return ((1 - share) * np.sinh(theta * s) / np.sinh(theta) +
            share * (np.tanh(theta * (s + 0.5)) / (2 * np.tanh(theta / 2)) - 0.5))


class SeaPictures(unittest.TestCase):
    def test_levels_follow_bottom_and_surface(self):
        sea = Sea()
        sea.fields["eta"][1, 0, 0] = 2.0
        heights = sea_pictures.half_levels(sea, 1, 0)
        self.assertEqual(heights[:, 0].tolist(), [-10.0, -4.0, 2.0])
        self.assertEqual(heights[:, 1].tolist(), [-30.0, -15.0, 0.0])
        self.assertTrue(heights.mask[:, 2].all())

    def test_stretched_levels_lie_elsewhere_in_deep_water(self):
        sea = Sea()
        sea.file["even_depth"] = np.array(30.0)
        sea.file["s_stretched"] = np.array([-0.9, -0.4])  # between them C is -0.8
        # (30 s + 30 C) / 60: the mean of -0.5 and -0.8
        np.testing.assert_allclose(sea_pictures.half_levels(sea, 0, 0)[:, 1], [-30, -19.5, 0])

    def test_faces_stand_where_the_formula_has_them_not_halfway_between_middles(self):
        s = np.linspace(-1, 0, 11)
        curve = song_haidvogel(s)
        sea = Sea(depth=np.ma.array([[10.0, 100, 3000]]), eta=np.ma.array([[[1.0, -2, 0.5]]]))
        sea.file = {"s": (s[1:] + s[:-1]) / 2, "s_stretched": (curve[1:] + curve[:-1]) / 2,
                    "even_depth": np.array(100.0)}
        heights = sea_pictures.half_levels(sea, 0, 0)
        for column, (depth, eta) in enumerate([(10, 1), (100, -2), (3000, 0.5)]):
            share = (100 * s + depth * curve) / (100 + depth)
            np.testing.assert_allclose(heights[:, column], eta + (eta + depth) * share, atol=1e-9)

    def test_on_land_that_is_flooded_levels_are_as_at_a_shore(self):
        sea = Sea(depth=np.ma.array([[-4.0]]), eta=np.ma.array([[[6.0]]]))
        sea.file |= {"s_stretched": np.array([-0.9, -0.4]), "even_depth": np.array(5.0)}
        np.testing.assert_allclose(sea_pictures.half_levels(sea, 0, 0)[:, 0], [4, 5, 6])

    def test_a_section_shows_each_time_and_leaves_out_land(self):
        temperature = np.ma.zeros((3, 2, 1, 4)) + 10
        temperature[2, 1] = 15
        temperature.mask = np.broadcast_to(GIVEN_DEPTH.mask, temperature.shape)
        figure = sea_pictures.draw_temperature(Sea(T=temperature))
        panels = figure.axes[:3]
        self.assertEqual([panel.get_title() for panel in panels],
                         ["0 min 00 s", "1 min 00 s", "2 min 00 s"])
        first, second = panels[2].collections  # left and right of the land
        self.assertEqual(first.get_array().ravel().tolist(), [10, 10, 15, 15])
        self.assertEqual(second.get_array().ravel().tolist(), [10, 15])
        np.testing.assert_allclose(second.get_coordinates()[0, :, 0], [3, 4])
        np.testing.assert_allclose(first.get_coordinates()[0, :, 1], [-10, -20, -30])
        self.assertEqual(first.get_clim(), (10, 15))

    def test_of_a_long_row_frames_show_the_shore(self):
        sea, columns = Sea(), 20
        sea.axis = lambda _name, letter: {"X": 1e3 * np.arange(columns), "Y": np.array([500.0])}[
            letter]
        sea.fields["depth"] = np.ma.array([14.0 - np.arange(columns)])
        bed = -sea.fields["depth"]
        sea.fields["eta"] = np.ma.maximum(np.ma.array([-2.5, 0.0, 1.5])[:, None, None], bed)
        panel = sea_pictures.draw_frames(sea, 1e-3).axes[0]
        self.assertEqual(panel.get_xlim(), (8, 19))  # dry at times: 12 to 15; as much around
        self.assertEqual(panel.get_ylim(), (-6, 6))
        sea.fields["eta"][:] = np.ma.maximum(0.0, bed)
        self.assertLess(sea_pictures.draw_frames(sea, 1e-3).axes[0].get_xlim()[0], 0.1)

    def test_frames_of_a_row_show_water_where_it_is(self):
        sea = Sea()
        sea.fields["depth"] = np.ma.array([[3.0, 1.0, -1.0, -2.0]])
        sea.fields["eta"] = np.ma.array([[[0, 0, 1.0, 2]], [[0, -1, 1, 2]], [[1.5, 1.5, 1.5, 2]]])
        figure = sea_pictures.draw_frames(sea, 1e-3)
        wet = [panel.collections[1].get_datalim(panel.transData).intervalx.tolist()
               for panel in figure.axes]
        self.assertEqual(wet[0], [0.5, 1.5])
        self.assertEqual(wet[2], [0.5, 2.5])

    def test_frames_of_an_area_mask_what_is_dry(self):
        sea = Sea()
        sea.fields["depth"] = np.ma.array([[3.0, 1.0], [2.0, -1.0]])
        sea.fields["eta"] = np.ma.array([[[0, 0], [0, 1.0]], [[0, -1], [0, 1]], [[2, 2], [2, 2]]])
        sea.axis = lambda _name, letter: np.array([500.0, 1500.0])
        figure = sea_pictures.draw_frames(sea, 1e-3)
        shown = [panel.collections[0].get_array() for panel in figure.axes[:3]]
        self.assertEqual([np.ma.count_masked(deep) for deep in shown], [1, 2, 0])
        self.assertEqual(shown[2].ravel().tolist(), [5, 3, 4, 1])


if __name__ == "__main__":
    unittest.main()
