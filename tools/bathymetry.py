# SPDX-License-Identifier: BSD-3-Clause
"""Depths from a grid of heights in HDF5 or netCDF-4, as GEBCO's and ETOPO's are."""
import h5py
import numpy as np

from hdf5_file import Unusable, opened

LONGITUDES, LATITUDES = ("lon", "longitude", "x"), ("lat", "latitude", "y")
HAIR = 1e-6  # of a degree or of a cell: rounding


def depths(path, lon, lat):
    """Metres below the surface, linear between points. A dataset `depth` has them, any other one
    has heights."""
    with opened(path) as file:
        data = grid(file)
        y, x = axis(data, 0, LATITUDES), axis(data, 1, LONGITUDES)
        values = interpolated(data, places(y, lat), *columns(x, lon))
        scale, offset = (float(np.ravel(data.attrs.get(name, other))[0])
                         for name, other in (("scale_factor", 1), ("add_offset", 0)))
        return (1 if data.name == "/depth" else -1) * (scale * values + offset)


def axis(data, dimension, names):
    """The scale that netCDF-4 ties to a dimension, or a dataset with one of these names."""
    tied = list(data.dims[dimension].values())
    named = [data.parent[name] for name in names if name in data.parent]
    if not tied + named:
        raise Unusable(f"has no axis called {', '.join(names[:-1])} or {names[-1]}")
    values = (tied + named)[0][...].astype(float)
    if values.shape != data.shape[dimension:dimension + 1]:
        raise Unusable(f"'{data.name[1:]}' and '{(tied + named)[0].name[1:]}' differ in size")
    step = np.diff(values)
    if len(values) < 2 or not step[0] or not np.allclose(step, step[0], rtol=1e-3, atol=0):
        raise Unusable(f"'{(tied + named)[0].name[1:]}' is not evenly spaced")
    return values


def grid(file):
    grids = [data for data in file.values() if isinstance(data, h5py.Dataset) and data.ndim == 2
             and data.name != "/mask"]
    if len(grids) != 1:
        names = ", ".join(data.name[1:] for data in grids) or "none"
        raise Unusable(f"must have one dataset of two dimensions, but has: {names}")
    return grids[0]


def places(values, wanted, last=None):
    """Positions on an axis, counted in its points."""
    last = len(values) - 1 if last is None else last
    position = (wanted - values[0]) * (len(values) - 1) / (values[-1] - values[0])
    if position.min() < -HAIR or position.max() > last + HAIR:
        raise Unusable(f"goes from {values.min():g} to {values.max():g} degrees only")
    return np.clip(position, 0, last)


def columns(x, lon):
    """Positions, and after how many points the globe begins again, if the file goes round it."""
    around = round(360 / abs(x[1] - x[0]))
    closed = around if len(x) >= around else None
    return places(x, x[0] + (lon - x[0] + HAIR) % 360 - HAIR, closed), closed


def interpolated(data, row, column, around):
    south, west = np.floor(row).astype(int), np.floor(column).astype(int)
    north, east = np.minimum(south + 1, data.shape[0] - 1), west + 1
    if around:
        west, east = west % around, east % around
    east = np.minimum(east, data.shape[1] - 1)
    # One block, and of it the points about the wanted ones.
    first = min(west.min(), east.min())
    block = data[south.min():north.max() + 1, first:max(west.max(), east.max()) + 1]
    up, right = (row - np.floor(row))[:, None], column - np.floor(column)

    def along(rows):
        line = block[rows - south.min()]
        return (1 - right) * line[:, west - first] + right * line[:, east - first]
    return (1 - up) * along(south) + up * along(north)
