# SPDX-License-Identifier: BSD-3-Clause
"""What all maps of tools/ look like."""
import numpy as np

LAND, BEYOND = "0.72", "0.93"  # greys of what is dry and of what is outside


def stretch(lat):
    """How much longer a degree north is than one east."""
    return 1 / np.cos(np.radians(lat.mean()))


def geographic(panel, lat):
    """Makes axes in degrees look like a map at this latitude."""
    panel.set_aspect(stretch(lat))
    panel.set_xlabel("degrees east")
    panel.set_ylabel("degrees north")
