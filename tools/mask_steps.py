# SPDX-License-Identifier: BSD-3-Clause
"""What becomes of sea and land before they are a mask: bands along a coast, the largest sea."""
import numpy as np

EARTH = 6371.0  # km


def within(source, lon, lat, km):
    """The cells no farther than so many km, on the sphere, from a cell of the source."""
    near = np.zeros(source.shape, bool)
    column, reach = np.arange(len(lon)), np.degrees(km / EARTH)
    for row in np.flatnonzero(source.any(axis=1)):
        before = np.concatenate([[0], np.cumsum(source[row])])
        for other in np.flatnonzero(abs(lat - lat[row]) <= reach):
            width = int(half_width(lat[row], lat[other], reach) / (lon[1] - lon[0]) + 1e-9)
            near[other] |= (before[np.minimum(column + width + 1, len(lon))] >
                            before[np.maximum(column - width, 0)])
    return near


def half_width(lat, other, reach):
    """How many degrees east or west of a point its circle goes at another latitude."""
    a, b, r = np.radians([lat, other, reach])
    flat = np.cos(a) * np.cos(b)
    cosine = (np.cos(r) - np.sin(a) * np.sin(b)) / flat if flat > 1e-12 else -1
    return np.degrees(np.arccos(np.clip(cosine, -1, 1)))


def margin(lat, km):
    """Degrees (east and west, north and south) beyond a box that are so near to a cell of it."""
    reach = km / EARTH
    highest = np.radians(np.abs(lat).max())
    over_the_pole = highest + reach >= np.pi / 2
    width = np.pi if over_the_pole else np.arcsin(np.sin(reach) / np.cos(highest))
    return np.degrees(width), np.degrees(reach)


def largest_part(wet):
    """Of cells that touch by their sides, the part with most."""
    edges = np.diff(np.pad(wet, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    row, begin = np.nonzero(edges == 1)
    end = np.nonzero(edges == -1)[1]
    part = parts(np.searchsorted(row, np.arange(len(wet) + 1)), begin, end)
    size = np.bincount(part, weights=end - begin, minlength=1)
    largest = np.zeros_like(wet)
    for run in np.flatnonzero(part == size.argmax()):
        largest[row[run], begin[run]:end[run]] = True
    return largest


def parts(first, begin, end):
    """Which runs of wet cells hang together: the same number for each of a part. Row j has the runs
    from first[j] on; two in successive rows touch where they overlap."""
    parent = list(range(len(begin)))

    def root(run):
        while parent[run] != run:
            parent[run] = run = parent[parent[run]]
        return run
    for above, here, last in zip(first, first[1:], first[2:]):
        stop = here
        while above < stop and here < last:
            if max(begin[above], begin[here]) < min(end[above], end[here]):
                parent[root(above)] = root(here)
            if end[above] < end[here]:
                above += 1
            else:
                here += 1
    return np.array([root(run) for run in range(len(begin))], int)
