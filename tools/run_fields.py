# SPDX-License-Identifier: BSD-3-Clause
"""What a run left in its fields.h5."""
import h5py
import numpy as np


class Fields:
    """The fields of a file; what is not wet is masked."""

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
        return self.at(-1, name)

    def at(self, record, name):
        data = self.file[name]
        values = data[record] if self.axes(name)[0] == "time" else data[:]
        return np.ma.masked_equal(values, data.attrs["_FillValue"][0])

    def flagged(self, name, meaning):
        """Where a field of flags says so, as 0 and 1."""
        flag = self.text(name, "flag_meanings").split().index(meaning)
        return (self.file[name][:] == self.file[name].attrs["flag_values"][flag]).astype(float)

    def time(self, record=-1):
        return float(self.file["time"][record])

    def records(self, most):
        """So many at most, evenly spread, the first and the last among them."""
        number = len(self.file["time"])
        return np.unique(np.linspace(0, number - 1, min(most, number)).round().astype(int))


def clock(seconds):
    hours, rest = divmod(round(seconds), 3600)
    return f"{hours} h {rest // 60:02d} min" if hours else f"{rest // 60} min {rest % 60:02d} s"
