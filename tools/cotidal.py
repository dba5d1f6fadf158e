# SPDX-License-Identifier: BSD-3-Clause
"""The chart of a tide: co-amplitudes in colour, co-phases as lines, gauges as circles,
published amphidromes as crosses."""
import numpy as np

from tide_gauges import modelled

HARDLY_A_TIDE = 0.02  # m: the phase of less means little


def draw_lines(panel, lon, lat, amplitude, phase):
    """A line every 30 degrees (62 min), but not where there is hardly a tide. Phases go round, so
    each line is where the sine of the distance to it is zero and the cosine positive."""
    for degrees in range(0, 360, 30):
        distance = np.radians(phase - degrees)
        elsewhere = (np.cos(distance) < 0.3) | (amplitude < HARDLY_A_TIDE)
        near = np.ma.masked_where(elsewhere, np.sin(distance))
        main = degrees % 60 == 0
        lines = panel.contour(lon, lat, near, levels=[0], colors="k",
                              linewidths=1.3 if main else 0.5)
        if main:
            panel.clabel(lines, fmt={0: f"{degrees}°"}, fontsize=8)


def draw_coast(panel, lon, lat, wet):
    panel.contour(lon, lat, wet.astype(float), levels=[0.5], colors="0.25", linewidths=0.5)


def on_map(longitude, lon):
    """The same longitude, in the turn of the map."""
    return longitude + 360 * np.round((lon.mean() - longitude) / 360)


def gauge_errors(gauges, lon, lat, amplitude, phase):
    """Longitude, latitude and length of the difference vector, m, of those near to this sea."""
    rows = [(on_map(gauge.lon, lon), gauge.lat, abs(model - gauge.observed))
            for gauge, model in modelled(gauges, lon, lat, amplitude, phase)]
    return np.array(rows).reshape(-1, 3).T


def draw_gauges(panel, lon, lat, error):
    circles = panel.scatter(lon, lat, c=error, cmap="Reds", vmin=0, vmax=0.6, s=46, zorder=5,
                            edgecolors="k", linewidths=0.9)
    panel.figure.colorbar(circles, ax=panel, extend="max", location="bottom", shrink=0.7,
                          aspect=45, label="circles: length of the difference vector at gauges, m")


def draw_amphidromes(panel, lon, published):
    east, north = np.transpose(published)
    panel.scatter(on_map(east, lon), north, marker="x", c="C3", s=60, linewidths=1.6, zorder=4,
                  label="amphidromes as published, about")
    panel.legend(loc="lower right", fontsize=8)


def draw_tide(panel, lon, lat, amplitude, phase, gauges, amphidromes):
    top = float(np.percentile(amplitude.compressed(), 99.5))
    shades = panel.pcolormesh(lon, lat, amplitude, cmap="YlGnBu", vmin=0, vmax=top,
                              shading="nearest")
    panel.figure.colorbar(shades, ax=panel, label="amplitude, m", extend="max", shrink=0.9)
    if min(amplitude.shape) > 1:
        draw_coast(panel, lon, lat, ~np.ma.getmaskarray(amplitude))
        draw_lines(panel, lon, lat, amplitude, phase)
    panel.set_title("M2 tide: amplitude and lines of equal phase, degrees behind Greenwich")
    if amphidromes:
        draw_amphidromes(panel, lon, amphidromes)
    at_lon, at_lat, error = gauge_errors(gauges, lon, lat, amplitude, phase)
    if len(error) == 0:
        return
    draw_gauges(panel, at_lon, at_lat, error)
    panel.set_title(f"M2 tide: amplitude, phase behind Greenwich, and {len(error)} gauges "
                    f"(median error {np.median(error):.2f} m)")
