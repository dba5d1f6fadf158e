#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The M2 tide of a run at the gauges near to its sea, beside what was observed, as a table.

gauge_table.py OUTDIR GAUGES.csv prints it; with --markdown FILE it replaces what stands in FILE
between the lines `<!-- gauges: begin -->` and `<!-- gauges: end -->`. Needs h5py.
"""
import sys
from pathlib import Path

import numpy as np

from command_line import Parser
from run_fields import Fields
from tide_gauges import Unusable, modelled, read_gauges

BEGIN, END = "<!-- gauges: begin -->\n", "<!-- gauges: end -->\n"


def as_text(tide):
    """Phases are rounded before they are wrapped: there is no 360."""
    lag = round(float(np.degrees(-np.angle(tide)))) % 360
    return f"{abs(tide):.2f} m, {lag}°"


def table(fields, gauges):
    amplitude, phase = fields.last("m2_amplitude"), fields.last("m2_phase")
    lon, lat = fields.axis("m2_amplitude", "X"), fields.axis("m2_amplitude", "Y")
    text = ("| gauge | °E | °N | observed | model | difference, m |\n"
            "| --- | --- | --- | --- | --- | --- |\n")
    differences = []
    for gauge, model in modelled(gauges, lon, lat, amplitude, phase):
        differences.append(abs(model - gauge.observed))
        text += (f"| {gauge.name} | {gauge.lon:.2f} | {gauge.lat:.2f} | {as_text(gauge.observed)} "
                 f"| {as_text(model)} | {differences[-1]:.2f} |\n")
    if not differences:
        raise Unusable("none of the gauges lies near the sea of the run")
    rms = np.sqrt(0.5 * np.mean(np.square(differences)))
    return text + (f"\n{len(differences)} gauges: the median of the differences is "
                   f"{np.median(differences):.3f} m, their root mean square over a period "
                   f"{rms:.3f} m.\n")


def put_in(path, text):
    page = path.read_text()
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        sys.exit(f"gauge_table.py: {path} has no place for it: one line {BEGIN.strip()} and one "
                 f"{END.strip()}")
    before, rest = page.split(BEGIN)
    path.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}")


def main():
    parser = Parser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path, metavar="OUTDIR", help="of a run's results")
    parser.add_argument("gauges", type=Path, metavar="GAUGES.csv")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="the page to put it in")
    chosen = parser.parse_args()
    path = chosen.folder / "fields.h5"
    try:
        fields = Fields(path)
        if "m2_amplitude" not in fields:
            sys.exit(f"gauge_table.py: {path} has no m2_amplitude: the run was too short for it")
        text = table(fields, read_gauges(chosen.gauges))
    except OSError as error:
        sys.exit(f"gauge_table.py: {path} cannot be read: {error}")
    except Unusable as error:
        sys.exit(f"gauge_table.py: {error}")
    if chosen.markdown:
        put_in(chosen.markdown, text)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
