# SPDX-License-Identifier: BSD-3-Clause
"""Gauges of the tide, and the cells of a model that stand for them."""
import csv
from dataclasses import dataclass

import numpy as np

DEGREE = 111.2  # km
FARTHEST = 15  # km, of a gauge from the sea of the model
HIGHEST = 20  # m, of a tide


class Unusable(Exception):
    """What is wrong with a table of gauges, in one line."""


@dataclass
class Gauge:
    name: str
    lon: float
    lat: float
    observed: complex  # A e^(-iG), m


def constant(amplitude, phase):
    """From m and degrees."""
    return amplitude * np.exp(-1j * np.radians(phase))


def read_table(path, of_what, made_of):
    """A list of what is made of each row; lines that begin with # are comments."""
    try:
        lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
        return [made_of(row) for row in csv.DictReader(lines)]
    except (OSError, KeyError, ValueError, TypeError) as error:
        raise Unusable(f"{path} is not a table of {of_what}: {error}") from error


def gauge_of(row):
    amplitude, phase = float(row["M2_amp_m"]), float(row["M2_G_deg"])
    if not (0 <= amplitude <= HIGHEST and abs(phase) <= 360):
        raise ValueError(f"{amplitude:g} m at {phase:g} degrees is no tide")
    return Gauge(row["name"], float(row["lon"]), float(row["lat"]), constant(amplitude, phase))


def read_gauges(path):
    """Of M2, from a table as tide.gauges has it."""
    return read_table(path, "gauges", gauge_of)


def read_amphidromes(path):
    """Longitudes and latitudes, from a table as tide.amphidromes has it."""
    return read_table(path, "amphidromes", lambda row: (float(row["lon"]), float(row["lat"])))


def nearest_cells(gauges, lon, lat, wet):
    """Of each gauge near to this sea: itself and the row and column of the wet cell next to it."""
    rows, columns = np.nonzero(wet)
    found = []
    for gauge in gauges:
        east = ((lon[columns] - gauge.lon + 180) % 360 - 180) * np.cos(np.radians(gauge.lat))
        distance = DEGREE * np.hypot(east, lat[rows] - gauge.lat)
        cell = distance.argmin()
        if distance[cell] < FARTHEST:
            found.append((gauge, rows[cell], columns[cell]))
    return found


def modelled(gauges, lon, lat, amplitude, phase):
    """Of each gauge near to this sea: itself and the tide of the wet cell next to it, m."""
    wet = ~np.ma.getmaskarray(amplitude)
    return [(gauge, constant(amplitude[row, column], phase[row, column]))
            for gauge, row, column in nearest_cells(gauges, lon, lat, wet)]
