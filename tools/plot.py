#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws a picture of a run: plot.py OUTDIR [GAUGES.csv] writes OUTDIR/picture.png.

An atmosphere is cut through the middle: cloud water and upward wind. A coastal sea is seen from
above: the M2 tide if the run was long enough to analyse it, and how far it is from the gauges (by
themselves those of its case file, where that stands in inputs/), else the surface as it stands.
Needs h5py and matplotlib.
"""
import json
import sys
from pathlib import Path

try:
    import h5py
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import numpy as np
except ImportError as missing:
    sys.exit(f"plot.py: {missing}; install h5py and matplotlib")

from cotidal import draw_tide
from maps import BEYOND, LAND, geographic, stretch
from tide_gauges import Unusable, read_gauges


class Fields:
    """The last record of every field of a file; what is not wet is masked."""

    def __init__(self, path):
        self.file = h5py.File(path, "r")

    def __contains__(self, name):
        return name in self.file

    def axes(self, name):
        data = self.file[name]
        return [data.dims[d][0].name.split("/")[-1] for d in range(data.ndim)]

    def axis_name(self, name, letter):
        """Of the axis of a field that CF marks with this letter."""
        for axis in self.axes(name):
            if self.text(axis, "axis") == letter:
                return axis
        raise KeyError(f"{name} has no axis {letter}")

    def axis(self, name, letter):
        return self.file[self.axis_name(name, letter)][:]

    def on_plane(self, name):
        """Whether a field's places are metres, not degrees."""
        return self.text(self.axis_name(name, "X"), "units") == "m"

    def text(self, name, attribute):
        value = self.file[name].attrs[attribute]
        return value.decode() if isinstance(value, bytes) else str(value)

    def last(self, name):
        data = self.file[name]
        values = data[-1] if self.axes(name)[0] == "time" else data[:]
        return np.ma.masked_equal(values, data.attrs["_FillValue"][0])

    def flagged(self, name, meaning):
        """Where a field of flags says so, as 0 and 1."""
        flag = self.text(name, "flag_meanings").split().index(meaning)
        return (self.file[name][:] == self.file[name].attrs["flag_values"][flag]).astype(float)

    def time(self):
        return float(self.file["time"][-1])


def clock(seconds):
    hours, rest = divmod(round(seconds), 3600)
    return f"{hours} h {rest // 60:02d} min" if hours else f"{rest // 60} min {rest % 60:02d} s"


def largest(values):
    """The end of a colour scale about zero, never zero itself."""
    return float(np.abs(values).max()) or 1.0


def draw_section(fields):
    """Cloud and wind in the plane through the middle of an atmosphere."""
    middle = fields.last("qc").shape[1] // 2
    cloud = 1e3 * fields.last("qc")[:, middle, :]
    wind = fields.last("w")[:, middle, :]
    x, z = 1e-3 * fields.axis("qc", "X"), fields.axis("qc", "Z")
    z_wind = fields.axis("w", "Z")

    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4), sharey=True, layout="constrained")
    shades = left.pcolormesh(x, z, cloud, cmap="Blues", vmin=0, shading="nearest")
    figure.colorbar(shades, ax=left, label="cloud water, g kg$^{-1}$")
    end = largest(wind)
    shades = right.pcolormesh(x, z_wind, wind, cmap="RdBu_r", vmin=-end, vmax=end,
                              shading="nearest")
    figure.colorbar(shades, ax=right, label="upward wind, m s$^{-1}$")
    if cloud.max() > 0:  # where the cloud is, on the wind
        right.contour(x, z, cloud, levels=[0.05 * cloud.max()], colors="0.2", linewidths=0.8)
    for panel in (left, right):
        panel.set_xlabel("x, km")
    left.set_ylabel("height, m")
    left.set_title("cloud")
    right.set_title("wind (and the edge of the cloud)" if cloud.max() > 0 else "wind")
    figure.suptitle(f"stratus after {clock(fields.time())}, cut through the middle")
    return figure


def sea_map(fields, name):
    """Axes that look like a map at the latitude of the sea, or in km where it lies on a plane."""
    lon, lat = fields.axis(name, "X"), fields.axis(name, "Y")
    plane = fields.on_plane(name)
    if plane:
        lon, lat = lon / 1000, lat / 1000
    height = 7.0
    long, high = lon[-1] - lon[0], lat[-1] - lat[0]
    width = height if long == 0 or high == 0 else height * long / high / (1 if plane else stretch(lat))
    figure, panel = plt.subplots(figsize=(min(width, 3 * height) + 1.4, height),
                                 layout="constrained")
    if plane:
        panel.set_xlabel("km")
        panel.set_ylabel("km")
        panel.set_aspect("equal" if high > 0 and long > 0 else "auto")
    else:
        geographic(panel, lat)
    panel.set_facecolor(LAND)
    if "mask" in fields and len(lon) > 1 and len(lat) > 1:
        outside = fields.flagged("mask", "outside")
        panel.contourf(lon, lat, outside, levels=[0.5, 1.5], colors=[BEYOND])
    return figure, panel, lon, lat


def draw_surface(fields):
    """The surface at the end of a run too short for its tide to be analysed."""
    figure, panel, lon, lat = sea_map(fields, "eta")
    surface = fields.last("eta")
    end = largest(surface)
    shades = panel.pcolormesh(lon, lat, surface, cmap="RdBu_r", vmin=-end, vmax=end,
                              shading="nearest")
    figure.colorbar(shades, ax=panel, label="surface elevation, m", shrink=0.9)
    panel.set_title(f"sea surface after {clock(fields.time())}")
    return figure


def draw(fields, gauges):
    if "m2_amplitude" in fields and "m2_phase" in fields:
        figure, panel, lon, lat = sea_map(fields, "m2_amplitude")
        draw_tide(panel, lon, lat, fields.last("m2_amplitude"), fields.last("m2_phase"), gauges)
        return figure
    if "eta" in fields:
        return draw_surface(fields)
    if "qc" in fields and "w" in fields:
        return draw_section(fields)
    return None


def gauges_of(folder):
    """The table that the case file names, if it is one of ours."""
    try:
        result = json.loads((folder / "result.json").read_text())
        path = Path(__file__).parent.parent / "inputs" / result["case"]["tide"]["gauges"]
    except (OSError, ValueError, KeyError):
        return []
    return read_gauges(path) if path.is_file() else []


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: plot.py OUTDIR [GAUGES.csv]   (the folder of a run's results)")
    folder = Path(sys.argv[1])
    path = folder / "fields.h5"
    if not path.is_file():
        sys.exit(f"plot.py: there is no {path}; name the folder of a run's results")
    try:
        fields = Fields(path)
    except OSError as error:
        sys.exit(f"plot.py: {path} cannot be read: {error}")
    try:
        gauges = read_gauges(Path(sys.argv[2])) if len(sys.argv) == 3 else gauges_of(folder)
    except Unusable as error:
        sys.exit(f"plot.py: {error}")
    figure = draw(fields, gauges)
    if figure is None:
        sys.exit(f"plot.py: {path} has none of the fields that can be drawn: qc and w, eta, or "
                 "m2_amplitude and m2_phase")
    figure.savefig(folder / "picture.png", dpi=110)
    print(folder / "picture.png")


if __name__ == "__main__":
    main()
