#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes a mask for any box on the globe from GSHHG's shorelines: a file for `grid.mask`.

A cell is sea when its centre is. GSHHG is Debian's gmt-gshhg-low (crude, low, intermediate
resolution), gmt-gshhg-high and gmt-gshhg-full; it is read by h5py alone.
"""
import argparse
import shlex
import sys
from math import floor, isfinite, nan

try:
    import h5py
    import numpy as np
except ImportError as missing:
    sys.exit(f"gshhg_to_mask.py: {missing}; install h5py")

from bathymetry import depths
from command_line import Parser
from gshhg import RESOLUTIONS, Shorelines, shoreline_file
from hdf5_file import Unusable
from mask_steps import largest_part, margin, within

DRY, WET, OUTSIDE = 0, 1, 2
MOST_CELLS, DEEPEST = 100_000_000, 12_000  # that seafret reads
LIMITS = {"depth": (DEEPEST, "m"), "min_depth": (DEEPEST, "m"), "band": (20_000, "km")}
PACKAGES = {"h": "gmt-gshhg-high", "f": "gmt-gshhg-full"}


def number(text):
    """A decimal or a fraction: 1/40."""
    above, _, below = text.partition("/")
    try:
        value = float(above) / float(below or 1)
    except (ValueError, ZeroDivisionError):
        value = nan
    if not isfinite(value):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number")
    return value


def above_zero(text):
    value = number(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not above 0")
    return value


def options():
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                    epilog="HRCS: --box -12 13 48 61.52 --spacing 1/40 1/60 --depth 80")
    parser.add_argument("--box", type=number, nargs=4, required=True, metavar=("W", "E", "S", "N"),
                        help="centres of the outermost cells in degrees east and north; an E "
                             "that is less than W lies beyond the date line")
    parser.add_argument("--spacing", type=above_zero, nargs=2, required=True,
                        metavar=("DLON", "DLAT"), help="of cells in degrees; 1/40 is a number too")
    parser.add_argument("-o", "--output", required=True, metavar="MASK.h5")
    depth = parser.add_mutually_exclusive_group(required=True)
    depth.add_argument("--depth", type=above_zero, metavar="M", help="of all of the sea")
    depth.add_argument("--bathymetry", metavar="FILE",
                       help="netCDF-4 or HDF5 with lon, lat and one grid of heights (GEBCO, ETOPO)")
    parser.add_argument("--min-depth", type=above_zero, default=10, metavar="M",
                        help="where the bathymetry has less, or land (10)")
    parser.add_argument("--resolution", choices=RESOLUTIONS, default="h",
                        help=", ".join(" ".join(pair) for pair in RESOLUTIONS.items()) + " (h)")
    parser.add_argument("--band", type=above_zero, metavar="KM",
                        help="only sea so near to the coast is wet, the rest is outside")
    parser.add_argument("--shelf", type=above_zero, metavar="M",
                        help="the band is measured from sea shallower than this")
    parser.add_argument("--largest", action="store_true",
                        help="only the largest connected sea is wet")
    parser.add_argument("--lakes", action="store_true", help="lakes are wet too")
    parser.add_argument("--gshhg", default="/usr/share/gmt-gshhg", metavar="DIR",
                        help="where its binned_GSHHS_*.nc are (/usr/share/gmt-gshhg)")
    chosen = parser.parse_args()
    if chosen.shelf and not (chosen.band and chosen.bathymetry):
        parser.error("--shelf needs --band and --bathymetry")
    for name, (limit, unit) in LIMITS.items():
        if (getattr(chosen, name) or 0) >= limit:
            parser.error(f"--{name.replace('_', '-')} must be less than {limit} {unit}")
    return chosen, parser


def box(chosen, parser):
    """West, east, south, north; the east is never less than the west."""
    west, east, south, north = chosen.box
    if not -180 <= west <= 360 or not -180 <= east <= 540:
        parser.error("--box: W and E must be degrees from -180 to 360")
    east += 360 if east <= west else 0
    if east - west > 360:
        parser.error("--box is wider than the globe")
    if not -90 <= south < north <= 90:
        parser.error("--box: S must be less than N, both from -90 to 90")
    return west, east, south, north


def cells(chosen, parser):
    """Longitudes and latitudes, ascending."""
    west, east, south, north = box(chosen, parser)
    wide, high = chosen.spacing
    if not 1e-6 <= min(wide, high) <= max(wide, high) <= 10:
        parser.error("--spacing must be from 1e-6 to 10 degrees")
    columns, rows = (floor(n + 1e-6) + 1 for n in ((east - west) / wide, (north - south) / high))
    if (columns - 1) * wide > 360 - 1e-6:
        columns -= 1  # no meridian twice
    if min(columns, rows) < 2:
        parser.error("the box has less than two cells in a direction: --spacing is too wide")
    if columns * rows > MOST_CELLS:
        parser.error(f"the box has {columns} x {rows} cells, more than {MOST_CELLS}")
    return west + wide * np.arange(columns), south + high * np.arange(rows)


def with_margin(axis, degrees):
    """A longer axis, and where in it the old one begins."""
    step = axis[1] - axis[0]
    more = int(degrees / step) + 1
    return axis[0] + step * np.arange(-more, len(axis) + more), more


def near_the_coast(chosen, shorelines, lon, lat):
    """Where the band is; coasts just beyond the box count too."""
    wide, high = margin(lat, chosen.band)
    x, left = with_margin(lon, wide)
    y, below = with_margin(lat, high)
    globe = abs(y) <= 90
    below -= np.count_nonzero(y < -90)
    source = ~shorelines.water(x, y[globe])
    if chosen.shelf:
        source = ~source & (depths(chosen.bathymetry, x, y[globe]) < chosen.shelf)
    return within(source, x, y[globe], chosen.band)[below:below + len(lat), left:left + len(lon)]


def mask(chosen, shorelines, lon, lat):
    """With --largest, sea that land cuts off becomes dry; what the band's end cuts off, outside."""
    water = shorelines.water(lon, lat)
    if chosen.largest:
        water = largest_part(water)
    wet = water & near_the_coast(chosen, shorelines, lon, lat) if chosen.band else water
    if chosen.largest:
        wet = largest_part(wet)
    if not wet.any():
        sys.exit("gshhg_to_mask.py: there is no wet cell in the box")
    return np.where(wet, WET, np.where(water, OUTSIDE, DRY)).astype(np.uint8)


def depth(chosen, wet, lon, lat):
    if chosen.depth:
        return np.where(wet, chosen.depth, 0).astype("f4")
    found = np.where(wet, depths(chosen.bathymetry, lon, lat), 0)
    wrong = ~(found < DEEPEST)
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        raise Unusable(f"has no depth at {lon[column]:g} E, {lat[row]:g} N, which is sea")
    return np.where(wet, np.maximum(found, chosen.min_depth), 0).astype("f4")


def read_shorelines(chosen):
    path = shoreline_file(chosen.gshhg, chosen.resolution)
    if not path.is_file():
        package = PACKAGES.get(chosen.resolution, "gmt-gshhg-low")
        sys.exit(f"gshhg_to_mask.py: there is no {path}; install {package} or name the folder "
                 "with --gshhg DIR")
    try:
        return Shorelines(path, chosen.lakes)
    except (Unusable, KeyError) as error:
        sys.exit(f"gshhg_to_mask.py: {path} is not GSHHG's: {error.args[0]}")


def write(chosen, version, lon, lat, cell, metres):
    packed = {"compression": "gzip", "compression_opts": 9, "shuffle": True}
    with h5py.File(chosen.output, "w") as file:
        file.create_dataset("mask", data=cell, **packed)
        file.create_dataset("depth", data=metres, **packed)
        file["lon"], file["lat"] = lon, lat
        file.attrs["mask_values"] = "0 dry (land), 1 wet, 2 outside domain"
        file.attrs["coastline"] = (f"GSHHG {version} {RESOLUTIONS[chosen.resolution]} resolution "
                                   "(LGPL-3+), Wessel & Smith 1996")
        file.attrs["bathymetry"] = chosen.bathymetry or f"{chosen.depth:g} m everywhere"
        file.attrs["made_by"] = shlex.join(["gshhg_to_mask.py", *sys.argv[1:]])


def main():
    chosen, parser = options()
    lon, lat = cells(chosen, parser)
    shorelines = read_shorelines(chosen)
    try:
        cell = mask(chosen, shorelines, lon, lat)
        metres = depth(chosen, cell == WET, lon, lat)
    except Unusable as error:
        sys.exit(f"gshhg_to_mask.py: {chosen.bathymetry} {error}")
    try:
        write(chosen, shorelines.version, lon, lat, cell, metres)
    except OSError as error:
        sys.exit(f"gshhg_to_mask.py: {chosen.output} cannot be written: {error}")
    share = [f"{100 * np.mean(cell == value):.1f} % {name}"
             for value, name in ((WET, "wet"), (DRY, "dry"), (OUTSIDE, "outside"))]
    print(f"{chosen.output}: {len(lon)} x {len(lat)} cells, {np.count_nonzero(cell == WET)} wet; "
          + ", ".join(share))


if __name__ == "__main__":
    main()
