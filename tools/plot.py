#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws pictures of a run: plot.py OUTDIR [GAUGES.csv] [--row Y] writes OUTDIR/picture.png.

An atmosphere is cut through the middle: cloud water and upward wind. A coastal sea is seen from
above: the M2 tide if the run was long enough to analyse it, and how far it is from the gauges (by
themselves those of its case file, where that stands in inputs/), else the surface as it stands.
Of a sea with levels OUTDIR/section.png shows the temperature along the row at Y (in the unit of the
picture; by itself the middle), of one that may fall dry OUTDIR/frames.png where there is water.
Needs h5py and matplotlib.
"""
import json
import sys
from pathlib import Path

try:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import numpy as np

    from run_fields import Fields, clock
except ImportError as missing:
    sys.exit(f"plot.py: {missing}; install h5py and matplotlib")

from command_line import Parser, save
from cotidal import draw_tide
from maps import BEYOND, LAND, geographic, places, stretch
from sea_pictures import draw_frames, draw_temperature
from tide_gauges import Unusable, read_amphidromes, read_gauges


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
    """Axes that look like a map at the latitude of the sea, or in m or km where it lies on a plane."""
    lon, lat, unit = places(fields, name)
    plane = unit != "degrees"
    height = 7.0
    long, high = lon[-1] - lon[0], lat[-1] - lat[0]
    tall = 1 if plane else stretch(lat)
    width = height if long == 0 or high == 0 else height * long / high / tall
    figure, panel = plt.subplots(figsize=(min(width, 3 * height) + 1.4, height),
                                 layout="constrained")
    if plane:
        panel.set_xlabel(unit)
        panel.set_ylabel(unit)
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


def draw(fields, gauges, amphidromes):
    if "m2_amplitude" in fields and "m2_phase" in fields:
        figure, panel, lon, lat = sea_map(fields, "m2_amplitude")
        draw_tide(panel, lon, lat, fields.last("m2_amplitude"), fields.last("m2_phase"), gauges,
                  amphidromes)
        return figure
    if "eta" in fields:
        return draw_surface(fields)
    if "qc" in fields and "w" in fields:
        return draw_section(fields)
    return None


def case_of(folder):
    """The settings of the run, as far as they are known."""
    try:
        return json.loads((folder / "result.json").read_text())["case"]
    except (OSError, ValueError, KeyError):
        return {}


def table_of(case, key, read):
    """What is in the table that the case file names, if it is one of ours."""
    name = case.get("tide", {}).get(key, "")
    path = Path(__file__).parent.parent / "inputs" / name
    return read(path) if path.is_file() else []


def dry_depth_of(case):
    """Of water in a dry cell at most, m; 0 where none may fall dry."""
    return case.get("flow", case.get("sea", {})).get("dry_depth", 0)


def pictures(fields, case, gauges, amphidromes, row):
    """Names and figures; nothing where there is nothing to be drawn."""
    yield "picture", draw(fields, gauges, amphidromes)
    if "T" in fields:
        yield "section", draw_temperature(fields, row)
    if "depth" in fields and dry_depth_of(case) > 0:
        yield "frames", draw_frames(fields, dry_depth_of(case))


def arguments():
    parser = Parser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", type=Path, metavar="OUTDIR", help="of a run's results")
    parser.add_argument("gauges", type=Path, nargs="?", metavar="GAUGES.csv")
    parser.add_argument("--row", type=float, metavar="Y", help="where a sea is cut")
    return parser.parse_args()


def main():
    chosen = arguments()
    path = chosen.folder / "fields.h5"
    if not path.is_file():
        sys.exit(f"plot.py: there is no {path}; name the folder of a run's results")
    try:
        fields = Fields(path)
    except OSError as error:
        sys.exit(f"plot.py: {path} cannot be read: {error}")
    case = case_of(chosen.folder)
    try:
        gauges = (read_gauges(chosen.gauges) if chosen.gauges
                  else table_of(case, "gauges", read_gauges))
        amphidromes = table_of(case, "amphidromes", read_amphidromes)
    except Unusable as error:
        sys.exit(f"plot.py: {error}")
    for name, figure in pictures(fields, case, gauges, amphidromes, chosen.row):
        if figure is None:
            sys.exit(f"plot.py: {path} has none of the fields that can be drawn: qc and w, eta, "
                     "or m2_amplitude and m2_phase")
        save(figure, chosen.folder / f"{name}.png", dpi=110)
        print(chosen.folder / f"{name}.png")


if __name__ == "__main__":
    main()
