# SPDX-License-Identifier: BSD-3-Clause
"""What all maps of tools/ look like."""
import numpy as np

LAND, BEYOND = "0.72", "0.93"  # greys of what is dry and of what is outside


def places(fields, name):
    """The axes of a field and their unit; on a plane km, or m where it is small."""
    x, y = fields.axis(name, "X"), fields.axis(name, "Y")
    if not fields.on_plane(name):
        return x, y, "degrees"
    if max(np.ptp(x), np.ptp(y)) < 2000:
        return x, y, "m"
    return x / 1000, y / 1000, "km"


def stretch(lat):
    """How much longer a degree north is than one east."""
    return 1 / np.cos(np.radians(lat.mean()))


def geographic(panel, lat):
    """Makes axes in degrees look like a map at this latitude."""
    panel.set_aspect(stretch(lat))
    panel.set_xlabel("degrees east")
    panel.set_ylabel("degrees north")
