# SPDX-License-Identifier: BSD-3-Clause
"""GSHHG's binned shorelines, netCDF-4 files that HDF5 alone can read: where is sea?

The globe is cut into bins of some degrees. A bin has the levels of its four corners (0 sea, 1 land,
2 lake, 3 island in a lake, 4 pond on it) and pieces of shorelines. A shoreline of level n parts n
from n - 1, so crossing one turns water into land or back, and counting crossings is enough.
"""
from pathlib import Path

import numpy as np

from hdf5_file import opened, text

RESOLUTIONS = {"c": "crude", "l": "low", "i": "intermediate", "h": "high", "f": "full"}
SCALE = 65535  # of a bin's width
WEST, GROUNDING_LINE = 3, 6


class Shorelines:
    """One resolution. Without lakes all land has one level; with them lakes are water too. The ice
    front is the coast of Antarctica."""

    def __init__(self, path, lakes=False):
        with opened(path) as file:
            self.version = text(file.attrs["version"])
            self.degrees = file["Bin_size_in_minutes"][0] / 60
            self.first = file["Id_of_first_segment_in_a_bin"][:]
            self.segments = file["N_segments_in_a_bin"][:]
            corners = file["Embedded_node_levels_in_a_bin"][:].astype(int) >> 9 & 7
            what = file["Embedded_npts_levels_exit_entry_for_a_segment"][:]
            self.begin = file["Id_of_first_point_in_a_segment"][:]
            self.x, self.y = (file[f"Relative_{axis}_from_SW_corner_of_bin"][:].astype(np.uint16)
                              for axis in ("longitude", "latitude"))
        self.end = self.begin + (what >> 9)
        level = what >> 6 & 7
        self.used = (level < GROUNDING_LINE) if lakes else (level == 1)
        self.starts_west, self.ends_west = (what >> 3 & 7) == WEST, (what & 7) == WEST
        self.south_west_is_water = corners % 2 == 0 if lakes else corners == 0
        self.across = round(360 / self.degrees)

    def water(self, lon, lat):
        """For ascending degrees east and north: is it water, a row for each latitude."""
        column, x = self.binned(np.round(lon, 9) % 360, self.across)
        row, y = self.binned(np.round(lat, 9) + 90, self.across // 2)
        answer = np.empty((len(lat), len(lon)), bool)
        for rows in runs(row):
            for columns in runs(column):
                number = (self.across // 2 - 1 - row[rows][0]) * self.across + column[columns][0]
                answer[rows, columns] = self.water_in_bin(number, x[columns], y[rows])
        return answer

    def binned(self, angle, count):
        """In which bin, and where in it; the last bin has its last edge too."""
        position = angle / self.degrees
        number = np.minimum(position.astype(int), count - 1)
        return number, (position - number) * SCALE

    def water_in_bin(self, number, x, y):
        mine = self.first[number] + np.arange(self.segments[number])
        mine = mine[self.used[mine]]
        if not len(mine):
            return self.south_west_is_water[number]
        flips = np.zeros((len(y) + 1, len(x) + 1), np.int32)
        for points, there in ((self.begin, self.starts_west), (self.end - 1, self.ends_west)):
            np.add.at(flips[:, 0], np.searchsorted(y, self.y[points[mine[there[mine]]]]), 1)
        flips[:, 0] = np.cumsum(flips[:, 0])  # up the west edge, then eastward along each row
        np.add.at(flips, crossings(*self.edges(mine), x, y), 1)
        return self.south_west_is_water[number] ^ (np.cumsum(flips, axis=1)[:-1, :-1] % 2 == 1)

    def edges(self, segments):
        """The two ends of each straight piece: x0, y0, x1, y1."""
        points = ranges(self.begin[segments], self.end[segments] - 1)
        return [part[points + k].astype(float) for k in (0, 1) for part in (self.x, self.y)]


def crossings(x0, y0, x1, y1, x, y):
    """The row that each edge crosses, and the first column east of where it does. A point on a row
    counts as below it, here as on the west edge, so that each crossing is counted once."""
    low, high = np.searchsorted(y, np.minimum(y0, y1)), np.searchsorted(y, np.maximum(y0, y1))
    rows = ranges(low, high)
    x0, y0, x1, y1 = (np.repeat(part, high - low) for part in (x0, y0, x1, y1))
    return rows, np.searchsorted(x, x0 + (y[rows] - y0) * (x1 - x0) / (y1 - y0))


def ranges(first, last):
    """first[0], first[0] + 1, ..., last[0] - 1, first[1], ..."""
    length = last - first
    skipped = np.repeat(first - np.cumsum(length) + length, length)
    return np.arange(length.sum()) + skipped


def runs(numbers):
    """Slices of equal neighbours."""
    ends = np.flatnonzero(np.diff(numbers)) + 1
    return [slice(a, b) for a, b in zip([0, *ends], [*ends, len(numbers)])]


def shoreline_file(folder, resolution):
    return Path(folder) / f"binned_GSHHS_{resolution}.nc"
