# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of a sea: a section through its temperature, and frames of what is dry."""
from itertools import accumulate

import matplotlib.pyplot as plt
import numpy as np

from maps import LAND, places
from run_fields import clock

MOST_SECTIONS, MOST_FRAMES = 3, 6


def along_row(fields, name, row):
    """Places along a row, their unit, the number of the row nearest to this place, and where that
    is."""
    x, y, unit = places(fields, name)
    middle = len(y) // 2 if row is None else int(np.abs(y - row).argmin())
    east, north = (" east", " north") if unit == "degrees" else ("", "")
    return x, unit + east, middle, f"{y[middle]:.4g} {unit}{north}"


def faces(middles):
    """Numbers of the levels' faces, from -1 to 0: seafret gives a middle the mean of its two faces
    (sea_levels.cpp)."""
    return np.array(list(accumulate(middles, lambda below, middle: 2 * middle - below,
                                    initial=-1.0)))


def half_levels(fields, record, row):
    """Heights of the bottom, of what lies between two levels, and of the surface, m, along a row
    (CF, ocean_s_coordinate_g2)."""
    even, stretched = (faces(fields.file[name][:])[:, None]
                       for name in (fields.axis_name("T", "Z"), "s_stretched"))
    limit = float(fields.file["even_depth"][()])
    depth, eta = fields.last("depth")[row], fields.at(record, "eta")[row]
    at_rest = np.ma.maximum(depth, 0)  # land that may be flooded is as a shore
    share = (limit * even + at_rest * stretched) / (limit + at_rest)
    return eta + (eta + depth) * share


def sides(x, step):
    """Where cells end whose middles are these."""
    return np.append(x - step / 2, x[-1] + step / 2)


def at_sides(heights):
    """Between two columns their mean; at the ends the last one's."""
    wider = np.pad(heights, ((0, 0), (1, 1)), mode="edge")
    return (wider[:, 1:] + wider[:, :-1]) / 2


def draw_temperature(fields, row=None):
    """Temperature over depth along a row, at the first and last times and between."""
    x, unit, middle, where = along_row(fields, "T", row)
    step = x[1] - x[0] if len(x) > 1 else 1
    records = fields.records(MOST_SECTIONS)
    values = np.ma.stack([fields.at(record, "T")[:, middle] for record in records])
    figure, axes = plt.subplots(len(records), 1, figsize=(9, 0.8 + 2.6 * len(records)), sharex=True,
                                squeeze=False, layout="constrained")
    for panel, record, temperature in zip(axes[:, 0], records, values):
        panel.set_facecolor(LAND)
        z = half_levels(fields, record, middle)
        for sea in np.ma.clump_unmasked(temperature[0]):
            edges = at_sides(z[:, sea].filled())
            shades = panel.pcolormesh(np.broadcast_to(sides(x[sea], step), edges.shape), edges,
                                      temperature[:, sea], cmap="RdYlBu_r", vmin=values.min(),
                                      vmax=values.max())
        # A shelf shows beside the deep sea.
        panel.set_ylim(bottom=max(z.min(), 3 * np.ma.median(z[0])))
        panel.set_title(clock(fields.time(record)), fontsize=10)
        panel.set_ylabel("height, m")
    axes[-1, 0].set_xlabel(unit)
    figure.colorbar(shades, ax=axes[:, 0], label="temperature, degrees C")
    figure.suptitle(f"along the row at {where}")
    return figure


def draw_frames(fields, dry_depth):
    """Where there is water, at the first and last times and between."""
    records = fields.records(MOST_FRAMES)
    depth, surfaces = fields.last("depth"), [fields.at(record, "eta") for record in records]
    rows = min(depth.shape) > 1
    across = min(3, len(records)) if rows else 1
    down = -(-len(records) // across)
    figure, axes = plt.subplots(down, across, sharex=True, sharey=True, squeeze=False,
                                figsize=(3.4 * across + 1.2, 3.4 * down) if rows else
                                (8, 1.6 * down + 0.6), layout="constrained")
    water = [np.ma.masked_where(depth + eta <= dry_depth, depth + eta) for eta in surfaces]
    x, y, unit = places(fields, "eta")
    for panel, record, eta, deep in zip(axes.flat, records, surfaces, water):
        if rows:
            shades = draw_water(panel, x, y, deep, max(float(w.max()) for w in water))
        else:
            draw_shore(panel, x, depth.ravel(), np.ma.masked_where(deep.mask, eta).ravel())
        panel.set_title(clock(fields.time(record)), fontsize=10)
    if not rows:
        look_at_shore(axes[0, 0], x, depth.ravel(), np.array([np.ma.getmaskarray(w).ravel() for w in water]))
    for panel in axes.flat[len(records):]:
        panel.set_visible(False)
    for panel in axes[-1]:
        panel.set_xlabel(unit)
    if rows:
        figure.colorbar(shades, ax=axes, label="depth of the water, m")
    return figure


def draw_water(panel, x, y, deep, most):
    panel.set_facecolor(LAND)
    panel.set_aspect("equal")
    return panel.pcolormesh(x, y, deep, cmap="YlGnBu", vmin=0, vmax=most, shading="nearest")


def draw_shore(panel, x, depth, surface):
    """The bed, and the water on it."""
    panel.fill_between(x, -depth, min(-depth), color=LAND)
    panel.fill_between(x, -depth, surface.filled(0), where=~surface.mask, color="#56B4E9")
    panel.set_ylabel("height, m")


def look_at_shore(panel, x, depth, dry):
    """Of a long sea, where it falls dry between the frames, and as much again to either side."""
    changes = np.flatnonzero(dry.any(axis=0) & ~dry.all(axis=0))
    if not len(changes):
        return
    around = len(changes)
    near = slice(max(0, changes[0] - around), changes[-1] + around + 1)
    panel.set_xlim(x[near][0], x[near][-1])
    panel.set_ylim(-depth[near].max(), 1.2 * abs(depth[near].min()))
