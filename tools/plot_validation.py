#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws what seafret validate has left: plot_validation.py [OUTDIR [IMAGEDIR]].

OUTDIR (out/validate) holds a folder for each case; of those that it finds, the density current, the
decay of the Taylor-Green vortex, the night and the M2 tide are drawn, into IMAGEDIR (OUTDIR). Needs
h5py and matplotlib.
"""
import csv
import sys
from pathlib import Path

from plot import Fields, draw, np, plt
from tide_gauges import read_amphidromes, read_gauges

SOURCE = Path(__file__).resolve().parent.parent
SEEDS = ["seed_1", "seed_2", "seed_3"]
HOUR = 3600.0
BAND = {"color": "0.85", "zorder": 0}


def draw_straka(folder):
    """Cold air on the ground, to the right of the middle."""
    fields = Fields(folder / "fields.h5")
    theta = fields.last("theta")[:, 0, :]
    x, z = 1e-3 * fields.axis("theta", "X"), 1e-3 * fields.axis("theta", "Z")
    x = x - 0.5 * (x[0] + x[-1])
    figure, panel = plt.subplots(figsize=(10, 3.2), layout="constrained")
    levels = np.arange(-10, 0.5, 1) - 0.5
    shades = panel.contourf(x, z, theta, levels=levels, cmap="Blues_r", extend="min")
    panel.contour(x, z, theta, levels=levels, colors="0.3", linewidths=0.5, linestyles="solid")
    panel.contour(x, z, theta, levels=[-1], colors="k", linewidths=1.4, linestyles="solid")
    panel.axvline(15.53744, color="C3", linestyle="--", linewidth=1)
    panel.text(15.75, 2.6, "front of the\nreference, 25 m\n(Straka et al. 1993)", color="C3",
               fontsize=9)
    panel.set(xlim=(0, 19.2), ylim=(0, 4), xlabel="distance from the middle, km",
              ylabel="height, km",
              title=f"density current after {fields.time():.0f} s, columns "
                    f"{1e3 * (x[1] - x[0]):.0f} m apart (thick line: -1 K)")
    figure.colorbar(shades, ax=panel, label="potential temperature\nless that of the air, K")
    return figure


def decay(folder):
    """Times and -dE/dt of a vortex with energy 1/8 at first."""
    fields = Fields(folder / "profiles.h5")
    time, energy = fields.file["time"][:], fields.file["tke_path"][:]
    height = fields.file["z_half"][-1]
    mean = energy / (1.14 * height)  # the reference density
    return 0.5 * (time[1:] + time[:-1]), -np.diff(mean) / np.diff(time)


def draw_decay(runs):
    with open(SOURCE / "inputs/reference/taylor_green_3d.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    figure, panel = plt.subplots(figsize=(7, 4), layout="constrained")
    panel.plot([float(row["time"]) for row in rows], [float(row["dissipation"]) for row in rows],
               "k", label="spectral, 512$^3$")
    for points, folder in runs:
        panel.plot(*decay(folder), label=f"seafret, {points}$^3$")
    panel.set(xlim=(0, 12), ylim=(0, None), xlabel="time, s", ylabel="-dE/dt, m$^2$ s$^{-3}$",
              title="Taylor-Green vortex, Re 1600: decay of the kinetic energy")
    panel.legend(loc="upper left")
    return figure


class Night:
    """The means of a run, in the units that they are drawn in."""

    def __init__(self, folder):
        self.file = Fields(folder / "profiles.h5").file
        self.hours = self.file["time"][:] / HOUR

    def series(self, name, scale=1.0, window=1):
        values = scale * self.file[name][:]
        if window > 1:  # a running mean, where it is whole
            values[0] = values[1]  # entrainment is not known before
            values = np.convolve(values, np.ones(window) / window, mode="valid")
        trim = (len(self.hours) - len(values)) // 2
        return self.hours[trim:trim + len(values)], values

    def profile(self, name, scale=1.0):
        """Of the hours 1 to 4, below 800 m."""
        z = self.file["z_half" if self.file[name].dims[1][0].name.endswith("z_half") else "z"][:]
        values = scale * self.file[name][:][self.hours > 1].mean(axis=0)
        return values[z < 800], z[z < 800]


def draw_series(panels, nights):
    water, heights, entrainment, fluxes = panels
    for n, night in enumerate(nights):
        colour = f"C{n}"
        water.plot(*night.series("lwp", 1e3), color=colour)
        for name in ["cloud_base", "cloud_top", "inversion_height"]:
            heights.plot(*night.series(name), color=colour,
                         linestyle="--" if name == "inversion_height" else "-")
        entrainment.plot(*night.series("entrainment", 100, window=30), color=colour)
        for name in ["sensible_heat_flux", "latent_heat_flux"]:
            label = f"seed {n + 1}" if name.startswith("sensible") else None
            fluxes.plot(*night.series(name), color=colour, label=label)
    entrainment.axhspan(0.50, 0.66, **BAND)
    for low, high in [(3.1, 15.9), (26.6, 36.8)]:
        fluxes.axhspan(low, high, **BAND)
    for observed in (233, 560):
        heights.plot([4], [observed], "k<", clip_on=False)
    fluxes.text(0.1, 33.5, "latent", va="center", fontsize=9)
    fluxes.text(0.1, 13.5, "sensible", va="center", fontsize=9)
    water.set(ylabel="liquid water path, g m$^{-2}$", ylim=(100, None))
    heights.set(ylabel="cloud base, top; inversion (dashed), m", ylim=(0, 700))
    entrainment.set(ylabel="entrainment, 30 min mean, cm s$^{-1}$", ylim=(0, 1.2))
    fluxes.set(ylabel="heat from the sea, W m$^{-2}$", ylim=(0, 45))
    for panel in panels:
        panel.set(xlabel="hours", xlim=(0, 4))


def draw_profiles(panels, nights):
    shown = [("theta_l", 1, "liquid-water potential temperature, K"),
             ("qc", 1e3, "cloud water, g kg$^{-1}$"),
             ("ww", 1, "variance of w, m$^2$ s$^{-2}$"),
             ("w_b", 1e4, "buoyancy flux, 10$^{-4}$ m$^2$ s$^{-3}$")]
    for panel, (name, scale, label) in zip(panels, shown):
        for n, night in enumerate(nights):
            panel.plot(*night.profile(name, scale), color=f"C{n}")
        panel.set(xlabel=label, ylim=(0, 800))
    panels[0].set(ylabel="height, m")
    panels[2].axvspan(0.15, 0.35, **BAND)
    panels[3].axvline(0, color="0.5", linewidth=0.6)


def draw_night(folders):
    nights = [Night(folder) for folder in folders]
    figure, panels = plt.subplots(2, 4, figsize=(14, 7), layout="constrained")
    draw_series(panels[0], nights)
    draw_profiles(panels[1], nights)
    panels[0][3].legend(loc="upper left", ncol=3, fontsize=8)
    figure.suptitle("EUROCS/FIRE-I night from several seeds; below, means of hours 1 to 4\n"
                    "grey: six LES, mean and standard deviation (of the variance of w: their "
                    "maxima); triangles: observed (Duynkerke et al. 2004)", fontsize=11)
    return figure


def pictures(out):
    """Name and figure of all that can be drawn."""
    for name in ["straka_50m", "straka_100m"]:
        if (out / name / "fields.h5").is_file():
            yield "straka", draw_straka(out / name)
            break
    vortices = [(points, out / name) for points, name in [(64, "taylor_green_3d"),
                                                          (128, "taylor_green_3d_128")]
                if (out / name / "profiles.h5").is_file()]
    if vortices:
        yield "taylor_green", draw_decay(vortices)
    nights = [out / "fire" / seed for seed in SEEDS
              if (out / "fire" / seed / "profiles.h5").is_file()]
    if nights:
        yield "fire", draw_night(nights)
    if (out / "tide_m2" / "fields.h5").is_file():
        tables = SOURCE / "inputs/reference"
        yield "tide_m2", draw(Fields(out / "tide_m2/fields.h5"),
                              read_gauges(tables / "tide_gauges.csv"),
                              read_amphidromes(tables / "amphidromes.csv"))


def main():
    if len(sys.argv) > 3 or "--help" in sys.argv:
        sys.exit(__doc__)
    out = Path(sys.argv[1] if len(sys.argv) > 1 else "out/validate")
    images = Path(sys.argv[2]) if len(sys.argv) > 2 else out
    found = False
    for name, figure in pictures(out):
        found = True
        figure.savefig(images / f"{name}.png", dpi=90)
        print(images / f"{name}.png")
    if not found:
        sys.exit(f"plot_validation.py: there is nothing to draw in {out}")


if __name__ == "__main__":
    main()
