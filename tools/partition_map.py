# SPDX-License-Identifier: BSD-3-Clause
"""A partition that seafret partition --out wrote, and its map: a colour a node, a frame a rank."""
import textwrap
from dataclasses import dataclass

import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgb

from hdf5_file import Unusable, opened, text
from maps import BEYOND, LAND, geographic, stretch

FORMAT = "seafret partition 1"
DRY, OUTSIDE, NOBODY = 0, 2, -1
# Pairs that colour-blind people tell apart, light enough for black numbers on them.
COLOURS = ("#5C9BD6", "#EE8866", "#EEDD88", "#44BB99", "#FFAABB", "#B9E6FF", "#BBCC33", "#B48CD0")
FORGOTTEN = "#CC0000"  # wet, and nobody's
NUMBERED = 64  # ranks; more numbers than that cannot be read


@dataclass
class Partition:
    mask: np.ndarray
    owner: np.ndarray
    boxes: np.ndarray
    node: np.ndarray
    lon: np.ndarray
    lat: np.ndarray
    about: dict

    @property
    def title(self):
        about = self.about
        how = " ".join(part for part in (about["partitioner"], about["ordering"]) if part)
        return (textwrap.shorten(how, 70, placeholder=" ...") +
                f"\n{len(self.node)} ranks, {about['cores_per_node']} a node; "
                f"{about['cost']} {about['cost_value']:.6g}")


def read(path):
    with opened(path) as file:
        if text(file.attrs.get("format", "")) != FORMAT:
            raise Unusable("is not a partition as `seafret partition --out` writes it")
        try:
            about = {name: text(file.attrs[name]) for name in ("ordering", "partitioner", "cost")}
            about |= {name: kind(np.ravel(file.attrs[name])[0])
                      for name, kind in (("cost_value", float), ("cores_per_node", int))}
            parts = [file[name][:] for name in ("mask", "owner", "boxes", "node")]
        except KeyError as error:
            raise Unusable(f"is not a whole partition: {error.args[0]}") from error
        axes = [file[name][:] if name in file else None for name in ("lon", "lat")]
    check(*parts, *axes)
    return Partition(*parts, *axes, about)


def check(mask, owner, boxes, node, lon, lat):
    ranks = len(node)
    if mask.ndim != 2 or owner.shape != mask.shape or boxes.shape != (ranks, 4):
        raise Unusable(f"does not fit together: mask {mask.shape}, owner {owner.shape}, boxes "
                       f"{boxes.shape}, node {node.shape}")
    if owner.max() >= ranks or owner.min() < NOBODY:
        raise Unusable(f"has owners from {owner.min()} to {owner.max()}, but {ranks} ranks")
    x0, x1, y0, y1 = boxes.T
    if np.any((x0 < 0) | (x0 >= x1) | (x1 > mask.shape[1]) |
              (y0 < 0) | (y0 >= y1) | (y1 > mask.shape[0])):
        raise Unusable(f"has a box that is empty or reaches beyond the {mask.shape[1]} x "
                       f"{mask.shape[0]} cells")
    for axis, length in ((lon, mask.shape[1]), (lat, mask.shape[0])):
        if axis is not None and axis.shape != (length,):
            raise Unusable(f"has {axis.size} longitudes or latitudes for {length} cells")


def neighbours(boxes, node, gap):
    """For each node the others that have a box not more than a gap from one of its own."""
    x0, x1, y0, y1 = boxes.T
    near = ((x0[:, None] <= x1 + gap) & (x0 <= x1[:, None] + gap) &
            (y0[:, None] <= y1 + gap) & (y0 <= y1[:, None] + gap))
    found = {int(n): set() for n in np.unique(node)}
    for first, second in np.unique(node[np.argwhere(near)], axis=0):
        if first != second:
            found[int(first)].add(int(second))
    return found


def colouring(graph, count):
    """A number below count for each node, another one than its neighbours'. Next is always the node
    with the fewest left to choose from; of those it takes the one least used so far."""
    chosen, used = {}, [0] * count
    while len(chosen) < len(graph):
        def taken(node):
            return {chosen[other] for other in graph[node] if other in chosen}
        node = max((n for n in graph if n not in chosen),
                   key=lambda n: (len(taken(n)), len(graph[n]), -n))
        free = set(range(count)) - taken(node) or set(range(count))
        chosen[node] = min(free, key=lambda colour: (used[colour], colour))
        used[chosen[node]] += 1
    return chosen


def picture(partition):
    """Red, green and blue of each cell."""
    ny, nx = partition.mask.shape
    colour = colouring(neighbours(partition.boxes, partition.node, max(nx, ny) // 100),
                       len(COLOURS))
    of_rank = np.array([to_rgb(COLOURS[colour[int(n)]]) for n in partition.node] +
                       [to_rgb(FORGOTTEN)])  # NOBODY, -1, is the last one
    image = of_rank[partition.owner]
    image[partition.mask == DRY] = to_rgb(LAND)
    image[partition.mask == OUTSIDE] = to_rgb(BEYOND)
    return image


def edges(axis, length):
    """Where cells begin and end."""
    if axis is None:
        return np.arange(length + 1.0)
    half = (axis[-1] - axis[0]) / max(length - 1, 1) / 2
    return np.linspace(axis[0] - half, axis[-1] + half, length + 1)


def shape(partition):
    """How wide the map is for its height."""
    ny, nx = partition.mask.shape
    x, y = edges(partition.lon, nx), edges(partition.lat, ny)
    east = 1 if partition.lat is None else stretch(partition.lat)
    return (x[-1] - x[0]) / (y[-1] - y[0]) / east


def draw(panel, partition, size):
    """Fills axes that are about so many inches wide."""
    ny, nx = partition.mask.shape
    x, y = edges(partition.lon, nx), edges(partition.lat, ny)
    panel.grid(False)
    panel.imshow(picture(partition), origin="lower", interpolation="nearest",
                 extent=(x[0], x[-1], y[0], y[-1]))
    if partition.lat is not None:
        geographic(panel, partition.lat)
    else:
        panel.set_xlabel("column")
        panel.set_ylabel("row")
    corners = [[(x[a], y[c]), (x[b], y[c]), (x[b], y[d]), (x[a], y[d])]
               for a, b, c, d in partition.boxes]
    ranks = len(partition.node)
    panel.add_collection(PolyCollection(corners, facecolors="none", edgecolors="0.1",
                                        linewidths=0.8 if ranks <= NUMBERED else 0.4))
    if ranks <= NUMBERED:
        number(panel, partition, x, y, 72 * size / nx)
    panel.set_title(partition.title, fontsize=9)


def number(panel, partition, x, y, points_a_cell):
    """Writes its rank into each box that is large enough for it."""
    for rank, (a, b, c, d) in enumerate(partition.boxes):
        size = min(9, 0.8 * points_a_cell * (d - c), points_a_cell * (b - a) / len(str(rank)))
        if size >= 4:
            panel.text((x[a] + x[b]) / 2, (y[c] + y[d]) / 2, str(rank), fontsize=size,
                       ha="center", va="center")
