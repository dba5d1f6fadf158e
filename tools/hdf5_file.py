# SPDX-License-Identifier: BSD-3-Clause
"""Files that may not be what they should be."""
from pathlib import Path

import h5py


class Unusable(Exception):
    """What is wrong with a file, in one line that begins after its name."""


def opened(path):
    if not Path(path).is_file():
        raise Unusable("is not a file" if Path(path).exists() else "does not exist")
    try:
        return h5py.File(path, "r")
    except OSError as error:
        raise Unusable(f"cannot be read as HDF5: {error}") from error


def text(attribute):
    return attribute.decode() if isinstance(attribute, bytes) else str(attribute)
