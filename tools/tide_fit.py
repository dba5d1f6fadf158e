# SPDX-License-Identifier: BSD-3-Clause
"""Least squares for the tide at knots along a boundary, from its linear response at gauges."""
import numpy as np

from tide_gauges import DEGREE

LARGE = 0.2  # m: an error beyond this counts by its size, no longer by its square


def amplitude_and_phase(constants):
    """In m and in degrees from 0 to 360."""
    return np.abs(constants), -np.degrees(np.angle(constants)) % 360


def rms(errors):
    """Of difference vectors, over a period of the tide."""
    return float(np.sqrt(np.mean(np.asarray(errors)**2) / 2))


def distances(gauges):
    """km, of every gauge from every other."""
    lon, lat = (np.array([getattr(g, axis) for g in gauges]) for axis in ("lon", "lat"))
    shrink = np.cos(np.radians(0.5 * (lat[:, None] + lat)))
    return DEGREE * np.hypot((lon[:, None] - lon) * shrink, lat[:, None] - lat)


class LinearModel:
    """What gauges have with some knots, and how that changes with each: response[g, k, 0 or 1] for
    a metre more of the real or imaginary part of knot k. Friction makes the two differ."""

    def __init__(self, gauges, knots, modelled, response):
        self.gauges, self.knots, self.modelled = gauges, knots, modelled
        self.observed = np.array([g.observed for g in gauges])
        flat = response.reshape(len(gauges), -1)
        self.matrix = np.concatenate([flat.real, flat.imag])

    def predicted(self, knots):
        change = knots - self.knots
        parts = np.stack([change.real, change.imag], axis=1).ravel()
        real, imaginary = np.split(self.matrix @ parts, 2)
        return self.modelled + real + 1j * imaginary

    def fitted(self, taken, smooth):
        """Knots that these gauges are met with: least squares, with weights for large errors, and
        with second differences along the boundary that cost `smooth` squared each."""
        count = len(self.knots)
        bend = np.kron(np.diff(np.eye(count), 2, axis=0), np.eye(2))
        bent = bend @ np.stack([self.knots.real, self.knots.imag], axis=1).ravel()
        missing = (self.observed - self.modelled)[taken]
        rows = self.matrix[np.tile(taken, 2)]
        weight = np.ones(len(missing))
        for _ in range(15):
            both = np.tile(weight, 2)
            matrix = np.concatenate([both[:, None] * rows, smooth * bend])
            right = np.concatenate([both * np.concatenate([missing.real, missing.imag]),
                                    -smooth * bent])
            parts = np.linalg.lstsq(matrix, right, rcond=None)[0].reshape(-1, 2)
            knots = self.knots + parts[:, 0] + 1j * parts[:, 1]
            errors = abs(self.predicted(knots) - self.observed)[taken]
            weight = np.sqrt(np.minimum(1, LARGE / np.maximum(errors, 1e-9)))
        return knots

    def errors(self, taken, smooth):
        """At all gauges, with knots fitted to those taken."""
        return abs(self.predicted(self.fitted(taken, smooth)) - self.observed)

    def left_out(self, km, smooth):
        """The error at each gauge with knots fitted without it and all others so near to it."""
        near = distances(self.gauges) <= km
        np.fill_diagonal(near, True)
        return np.array([self.errors(~near[g], smooth)[g] for g in range(len(near))])

    def every_second(self):
        """The second gauge, the fourth and so on; and the others."""
        second = np.arange(len(self.gauges)) % 2 == 1
        return second, ~second

    def halves(self, smooth):
        """Median errors at either half of the gauges, fitted to the other."""
        return [float(np.median(self.errors(half, smooth)[~half])) for half in self.every_second()]
