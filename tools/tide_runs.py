# SPDX-License-Identifier: BSD-3-Clause
"""Runs of the coastal case with other knots of its tide, and what its gauges then have."""
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

import h5py
import numpy as np

from tide_fit import LinearModel, amplitude_and_phase
from tide_gauges import constant, nearest_cells

M2_PERIOD = 12.4206012 * 3600  # s


class Failed(Exception):
    """A run that did not work out, in one line."""


def knots_of(case_file):
    """Those that stand in a case file, one list a line."""
    try:
        text = case_file.read_text()
    except OSError as error:
        raise Failed(f"{case_file} cannot be read: {error}") from error
    lists = [re.search(rf"^\s*{key}: *\[([-+\d.e, ]+)\]", text, re.MULTILINE)
             for key in ("amplitude", "phase")]
    if None in lists:
        raise Failed(f"{case_file} has no tide.amplitude or tide.phase on a line of its own")
    amplitude, phase = (np.array([float(v) for v in found[1].split(",")]) for found in lists)
    return constant(amplitude, phase)


class Sea:
    """The sea of a case file, with such a bottom."""

    def __init__(self, options, drag, roughness, folder):
        self.options, self.drag, self.roughness = options, drag, roughness
        self.folder, self.runs = folder, 0

    def command(self, knots, output):
        amplitude, phase = amplitude_and_phase(knots)
        joined = [",".join(f"{value:.9g}" for value in values) for values in (amplitude, phase)]
        settings = [f"grid.coarsen={self.options.coarsen}", f"bottom.drag={self.drag}",
                    f"bottom.roughness={self.roughness}",
                    f"tide.amplitude=[{joined[0]}]", f"tide.phase=[{joined[1]}]", "output.every=0",
                    f"time.end={self.options.tides * M2_PERIOD + 1}", *self.options.set]
        overrides = [word for setting in settings for word in ("--set", setting)]
        return [str(self.options.seafret), "run", str(self.options.case_file), *overrides,
                "--output", str(output)]

    def tide(self, knots):
        """Longitudes, latitudes and the complex constant, NaN where there is no sea."""
        self.runs += 1
        output = self.folder / f"{self.drag}_{self.roughness}_{self.runs}"
        environment = {"OMP_NUM_THREADS": "1"} | os.environ
        try:
            done = subprocess.run(self.command(knots, output), capture_output=True, text=True,
                                  env=environment, check=False)
        except OSError as error:
            raise Failed(f"{self.options.seafret} cannot be run: {error}") from error
        # 2: a check of the run did not pass, which a tide that is still to be fitted may not
        if done.returncode not in (0, 2):
            said = (done.stderr.strip() or done.stdout).splitlines()
            raise Failed(f"a run ended with status {done.returncode}: "
                         f"{said[-1] if said else 'it said nothing'}")
        with h5py.File(output / "fields.h5") as file:
            if "m2_amplitude" not in file:
                raise Failed(f"{self.options.tides} tides are too few to be analysed")
            amplitude, phase = (np.squeeze(file[f"m2_{part}"][:]) for part in
                                ("amplitude", "phase"))
            filled = amplitude == file["m2_amplitude"].attrs["_FillValue"][0]
            filled |= ~(np.squeeze(file["depth"][:]) > 0)  # land that is flooded has no tide
            place = file["lon"][:], file["lat"][:]
        shutil.rmtree(output)
        return *place, np.where(filled, np.nan, constant(amplitude, phase))

    def at_gauges(self, gauges, knots):
        lon, lat, tide = self.tide(knots)
        return np.array([tide[row, column] for _, row, column in
                         nearest_cells(gauges, lon, lat, np.isfinite(tide))])

    def response(self, gauges, knots, step, jobs):
        """The linear model about these knots."""
        lon, lat, tide = self.tide(knots)
        cells = nearest_cells(gauges, lon, lat, np.isfinite(tide))
        if not cells:
            raise Failed("no gauge is near this sea")
        near = [gauge for gauge, _, _ in cells]
        base = np.array([tide[row, column] for _, row, column in cells])
        changes = [change * (np.arange(len(knots)) == k)
                   for k in range(len(knots)) for change in (step, 1j * step)]
        with ThreadPoolExecutor(jobs) as pool:
            changed = list(pool.map(lambda change: self.at_gauges(near, knots + change), changes))
        response = (np.array(changed).T - base[:, None]) / step
        return LinearModel(near, knots, base, response.reshape(len(near), len(knots), 2))
