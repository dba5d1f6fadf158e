# SPDX-License-Identifier: BSD-3-Clause
"""A globe of made-up lands, lakes and islands: as a file like GSHHG's, and as polygons to be asked
one by one. Coordinates are whole steps of which a bin has 65535; y counts from the south pole."""
import h5py
import numpy as np

BIN, STEPS = 30, 65535  # degrees
ACROSS, UP = 360 // BIN, 180 // BIN
ROUND = ACROSS * STEPS
SOUTH, EAST, NORTH, WEST, INSIDE = range(5)


class Globe:
    """Lines of one level each; those that do not end where they begin go round a pole."""

    def __init__(self, random, lands=7):
        self.lines = [(1, coast_of_the_south(random))]
        middles = []
        while len(middles) < lands:
            x, y, size = random.uniform(0, 360), random.uniform(-55, 70), random.uniform(4, 18)
            apart = [abs((x - a + 180) % 360 - 180) > size + c or abs(y - b) > size + c
                     for a, b, c in middles]
            if all(apart) and -62 < y - size and y + size < 88:
                middles.append((x, y, size))
                for level, share in ((1, 1), (2, 0.6), (3, 0.35), (4, 0.2)):
                    self.lines.append((level, star(random, x, y, size * share)))

    def level(self, lon, lat):
        """Within how many lines each point of a grid of degrees lies."""
        x, y = (np.asarray(part) / BIN * STEPS for part in (lon % 360, lat + 90))
        return sum(inside(line, x + turn * ROUND, y) for _, line in self.lines
                   for turn in (-1, 0, 1))

    def write(self, path):
        segments = sorted((s for level, line in self.lines for s in cut(level, line)),
                          key=lambda s: s[0])
        bins = np.array([s[0] for s in segments])
        points = np.concatenate([s[1] for s in segments])
        length = np.array([len(s[1]) for s in segments])
        count = np.bincount(bins, minlength=ACROSS * UP)
        with h5py.File(path, "w") as file:
            file.attrs["version"] = np.bytes_("made up")
            file["Bin_size_in_minutes"] = np.array([60 * BIN], "i4")
            file["Id_of_first_segment_in_a_bin"] = (np.cumsum(count) - count).astype("i4")
            file["N_segments_in_a_bin"] = count.astype("i2")
            file["Embedded_node_levels_in_a_bin"] = self.corners().astype("u2").view("i2")
            file["Embedded_npts_levels_exit_entry_for_a_segment"] = (
                length << 9 | np.array([s[2] for s in segments])).astype("i4")
            file["Id_of_first_point_in_a_segment"] = (np.cumsum(length) - length).astype("i4")
            for k, axis in enumerate(("longitude", "latitude")):
                file[f"Relative_{axis}_from_SW_corner_of_bin"] = (
                    points[:, k].astype("u2").view("i2"))

    def corners(self):
        """From the north-west eastward and then southward, as all bins."""
        level = self.level(np.arange(0, 361, BIN), np.arange(-90, 91, BIN))[::-1]
        return (level[1:, :-1] << 9 | level[1:, 1:] << 6 | level[:-1, 1:] << 3
                | level[:-1, :-1]).ravel()


def whole(x, y):
    """Whole steps that are not on the edge of a bin."""
    points = np.rint(np.stack([x, y], axis=1) / BIN * STEPS).astype(int)
    return points + (points % STEPS == 0)


def star(random, x, y, size):
    angle = np.linspace(0, 2 * np.pi, 40)[:-1]
    radius = size * np.array([random.uniform(0.7, 1) for _ in angle])
    points = whole(x + radius * np.cos(angle), y + 90 + radius * np.sin(angle))
    return np.concatenate([points, points[:1]])


def coast_of_the_south(random):
    x = np.linspace(0, 360, 50)
    points = whole(x, np.array([random.uniform(8, 25) for _ in x]))
    points[0, 0], points[-1] = 0, (ROUND, points[0, 1])
    return points


def inside(line, x, y):
    """For each point of a grid: is the number of edges south of it odd?"""
    below = np.zeros((len(y), len(x)), int)
    for (x0, y0), (x1, y1) in zip(line, line[1:]):
        between = (min(x0, x1) <= x) & (x < max(x0, x1))
        edge = y0 + (x[between] - x0) * (y1 - y0) / (x1 - x0)
        below[:, between] += edge < y[:, None]
    odd = below % 2
    closed = (line[0] == line[-1]).all()
    return odd if closed else (1 - odd) * ((0 <= x) & (x < ROUND))


def cut(level, line):
    """Pieces that lie in one bin each: (bin, points in it, level and sides of its ends)."""
    pieces = []
    for first, last in zip(line, line[1:]):
        points = split(first, last)
        for a, b in zip(points, points[1:]):
            middle = tuple((a + b) // (2 * STEPS))
            if not pieces or pieces[-1][0] != middle:
                pieces.append((middle, [a]))
            pieces[-1][1].append(b)
    if len(pieces) > 1 and pieces[0][0] == pieces[-1][0] and (line[0] == line[-1]).all():
        pieces[0] = (pieces[0][0], pieces.pop()[1] + pieces[0][1][1:])
    return [segment(level, *piece) for piece in pieces]


def split(first, last):
    """An edge in parts that lie in one bin each."""
    points = [(0.0, first), (1.0, last)]
    for axis in (0, 1):
        low, high = sorted((first[axis], last[axis]))
        for line in range(low // STEPS + 1, (high - 1) // STEPS + 1):
            share = (line * STEPS - first[axis]) / (last[axis] - first[axis])
            point = np.rint(first + share * (last - first)).astype(int)
            point[axis] = line * STEPS
            points.append((share, point))
    return [point for _, point in sorted(points, key=lambda p: p[0])]


def segment(level, where, points):
    column, row = where
    inner = np.array(points) - STEPS * np.array(where)
    first, last = (INSIDE, INSIDE) if (inner[0] == inner[-1]).all() else map(side, inner[[0, -1]])
    number = (UP - 1 - row) * ACROSS + column % ACROSS
    return number, inner, level << 6 | first << 3 | last


def side(point):
    for place, where in ((point[0] == 0, WEST), (point[0] == STEPS, EAST), (point[1] == 0, SOUTH)):
        if place:
            return where
    return NORTH
