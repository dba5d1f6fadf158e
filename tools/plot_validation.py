#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws what seafret validate has left: plot_validation.py [OUTDIR [IMAGEDIR]].

OUTDIR (out/validate) holds a folder for each case; of those that it finds, the shapes that are carried
round, the gravity wave, the bubble, the density current, the decay of the Taylor-Green vortex, the night
and the M2 tide are drawn, into IMAGEDIR (OUTDIR). Needs h5py and matplotlib.
"""
import csv
import sys
from pathlib import Path

from command_line import save
from plot import Fields, draw, np, plt
from tide_gauges import read_amphidromes, read_gauges

SOURCE = Path(__file__).resolve().parent.parent
SEEDS = ["seed_1", "seed_2", "seed_3"]
HOUR = 3600.0
BAND = {"color": "0.85", "zorder": 0}


DENSITY = 1.14  # kg m-3, of the reference air
EXNER = 1.0034  # of the lowest level: T is so many theta
LATENT, HEAT_CAPACITY, GRAVITY = 2.501e6, 1005.0, 9.81


def existing(places):
    return [place for place in places if place.is_file()]


def carried_round(name, x, y):
    """The exact shape: libmpdata++'s cone of 4 on 1, or one of LeVeque's."""
    if name == "cone_six_turns":
        return 1 + 4 * np.maximum(0, 1 - np.hypot(x, y - 25) / 15)
    r = np.hypot(x, y - 0.25) / 0.15
    slot = (np.abs(x) < 0.15 / 6) & (y - 0.25 < 0.1)
    return {"disk": 1.0 * ((r < 1) & ~slot), "cone": np.maximum(0, 1 - r),
            "hump": 0.5 * (1 + np.cos(np.pi * np.minimum(1, r)))}[name]


def draw_shapes(places):
    """What has gone round, and in grey where it should be again."""
    figure, panels = plt.subplots(1, 4, figsize=(14, 3.9), layout="constrained")
    shapes = [("cone_six_turns", "cone", "cone_six_turns", np.arange(1.25, 5, 0.5), 25, 25)]
    shapes += [(name, name, "leveque/ultimate", np.arange(0.05, 1, 0.1), 0.25, 0.2)
               for name in ("disk", "cone", "hump")]
    for panel, (name, field, place, levels, middle, width) in zip(panels, shapes):
        if not (places / place / "fields.h5").is_file():
            continue
        fields = Fields(places / place / "fields.h5")
        x, y = fields.axis(field, "X"), fields.axis(field, "Y")
        x, y = x - 0.5 * (x[0] + x[-1]), y - 0.5 * (y[0] + y[-1])
        values = fields.last(field)
        exact = carried_round(name, x[None, :], y[:, None])
        panel.contour(x, y, exact, levels=levels[5:6] if name == "disk" else levels,
                      colors="0.6", linewidths=0.8)
        panel.contour(x, y, values, levels=levels, colors="C0", linewidths=0.9)
        panel.set(xlim=(-width, width), ylim=(middle - width, middle + width), aspect="equal",
                  xlabel="m", title=f"{name.replace('_', ' ')}: {values.min():.3g} to {values.max():.3g}")
    figure.suptitle("Carried round by `ultimate`: libmpdata++'s cone six times, LeVeque's shapes once "
                    "(blue; grey: exact)")
    return figure


def draw_air(places):
    """Deviations of the potential temperature."""
    figure, panels = plt.subplots(1, 2, figsize=(14, 3.6), layout="constrained",
                                  gridspec_kw={"width_ratios": [2.2, 1]})
    wave, bubble = (existing(places / name / "fields.h5" for name in names)
                    for names in (["gravity_wave/dx250"], ["bubble/dx100", "bubble/dx200"]))

    def section(place):
        fields = Fields(place)
        x, z = 1e-3 * fields.axis("theta", "X"), 1e-3 * fields.axis("theta", "Z")
        return fields, x, z, fields.last("theta")[:, 0, :].filled()
    if wave:
        fields, x, z, theta = section(wave[0])
        theta = 1e3 * (theta - np.median(theta, axis=1, keepdims=True))
        size = float(np.abs(theta).max())
        shades = panels[0].contourf(x, z, theta, levels=np.linspace(-size, size, 14), cmap="RdBu_r")
        panels[0].set(xlabel="km", ylabel="height, km",
                      title=f"gravity wave of Skamarock and Klemp after {fields.time():.0f} s in a wind of 20 m/s")
        figure.colorbar(shades, ax=panels[0], label="potential temperature\nless that of the air, mK",
                        format="%.1f")
    if bubble:
        fields, x, z, theta = section(bubble[0])
        shades = panels[1].contourf(x, z, theta, levels=np.arange(0.2, 2.3, 0.2), cmap="Reds",
                                    extend="max")
        panels[1].set(xlabel="km", ylabel="height, km", aspect="equal", xlim=(5, 15),
                      title=f"dry bubble after {fields.time():.0f} s, {1e3 * (x[1] - x[0]):.0f} m")
        figure.colorbar(shades, ax=panels[1], label="K")
    return figure


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
    """Times and energy, then times and -dE/dt, of a vortex with energy 1/8 at first."""
    fields = Fields(folder / "profiles.h5")
    time, energy = fields.file["time"][:], fields.file["tke_path"][:]
    height = fields.file["z_half"][-1]
    mean = energy / (DENSITY * height)
    return (time, mean), (0.5 * (time[1:] + time[:-1]), -np.diff(mean) / np.diff(time))


def draw_decay(runs):
    with open(SOURCE / "inputs/reference/taylor_green_3d.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    figure, panels = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
    time = [float(row["time"]) for row in rows]
    for panel, name in zip(panels, ("energy", "dissipation")):
        panel.plot(time, [float(row[name]) for row in rows], "k", label="spectral, 512$^3$")
    for points, folder in runs:
        for panel, drawn in zip(panels, decay(folder)):
            panel.plot(*drawn, label=f"seafret, {points}$^3$")
    panels[0].set(ylabel="kinetic energy E, m$^2$ s$^{-2}$")
    panels[1].set(ylabel="-dE/dt, m$^2$ s$^{-3}$")
    for panel in panels:
        panel.set(xlim=(0, 12), ylim=(0, None), xlabel="time, s")
    panels[0].legend(loc="lower left")
    figure.suptitle("Taylor-Green vortex, Re 1600: decay of the kinetic energy")
    return figure


class Night:
    """The means of a run, in the units that they are drawn in."""

    def __init__(self, folder):
        self.file = Fields(folder / "profiles.h5").file
        self.hours = self.file["time"][:] / HOUR

    def known(self, name):
        """What is not known, as the base of no cloud, is masked."""
        data = self.file[name]
        return np.ma.masked_equal(data[:], data.attrs["_FillValue"][0])

    def series(self, name, scale=1.0, window=1):
        values = scale * self.known(name)
        if window > 1:  # a running mean, where it is whole
            values[0] = values[1]  # entrainment is not known before
            values = np.convolve(values, np.ones(window) / window, mode="valid")
        trim = (len(self.hours) - len(values)) // 2
        return self.hours[trim:trim + len(values)], values

    def mean(self, name):
        """Of the hours 1 to 4."""
        return self.known(name)[self.hours > 1].mean(axis=0)

    def profile(self, names, scale=1.0):
        """A sum of some, below 800 m."""
        of_faces = self.file[names[0]].dims[1][0].name.endswith("z_half")
        z = self.file["z_half" if of_faces else "z"][:]
        values = scale * sum(self.mean(name) for name in names)
        return values[z < 800], z[z < 800]

    def from_the_sea(self, carried):
        """The upward flux of water (m/s), buoyancy (m2/s3) or momentum (m2/s2)."""
        heat = self.mean("sensible_heat_flux") / (DENSITY * HEAT_CAPACITY * EXNER)
        water = self.mean("latent_heat_flux") / (DENSITY * LATENT)
        return {"qt": water, "b": GRAVITY * (heat / 287.5 + 0.608 * water),
                "u": -self.mean("surface_stress_x") / DENSITY,
                "v": -self.mean("surface_stress_y") / DENSITY}[carried]


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
             ("qt", 1e3, "water in all, g kg$^{-1}$"),
             ("qc", 1e3, "cloud water, g kg$^{-1}$"),
             ("ww", 1, "variance of w, m$^2$ s$^{-2}$")]
    for panel, (name, scale, label) in zip(panels[0], shown):
        for n, night in enumerate(nights):
            panel.plot(*night.profile([name], scale), color=f"C{n}")
        panel.set(xlabel=label, ylim=(0, 800))
    panels[0][3].axvspan(0.15, 0.35, **BAND)
    for n, night in enumerate(nights):
        panels[1][0].plot(*night.profile(["u"]), color=f"C{n}")
        panels[1][0].plot(*night.profile(["v"]), color=f"C{n}", linestyle="--")
    panels[1][0].set(xlabel="wind along x, y (dashed), m s$^{-1}$", ylim=(0, 800))
    fluxes = [("qt", 1e5, "flux of water, 10$^{-5}$ m s$^{-1}$"),
              ("b", 1e4, "flux of buoyancy, 10$^{-4}$ m$^2$ s$^{-3}$"),
              ("u", 1e2, "flux of u, v (dashed), 10$^{-2}$ m$^2$ s$^{-2}$")]
    for panel, (name, scale, label) in zip(panels[1][1:], fluxes):
        for n, night in enumerate(nights):
            for one, style in [(name, "-")] + [("v", "--")] * (name == "u"):
                whole = [f"w_{one}", f"w_{one}_subgrid"]
                panel.plot(*night.profile(whole, scale), color=f"C{n}", linestyle=style)
                panel.plot(scale * night.from_the_sea(one), 0, "o", color=f"C{n}", clip_on=False)
        panel.axvline(0, color="0.5", linewidth=0.6)
        panel.set(xlabel=label, ylim=(0, 800))
    for row in panels:
        row[0].set(ylabel="height, m")


def draw_night(folders):
    nights = [Night(folder) for folder in folders]
    figure, panels = plt.subplots(3, 4, figsize=(14, 10), layout="constrained")
    draw_series(panels[0], nights)
    draw_profiles(panels[1:], nights)
    panels[0][3].legend(loc="upper left", ncol=3, fontsize=8)
    figure.suptitle("EUROCS/FIRE-I night from several seeds; below, means of hours 1 to 4 (fluxes are resolved "
                    "and subgrid, dots those from the sea)\n"
                    "grey: six LES, mean and standard deviation (of the variance of w: their "
                    "maxima); triangles: observed (Duynkerke et al. 2004)", fontsize=11)
    return figure


def pictures(out):
    """Name and figure of all that can be drawn."""
    if existing(out / name / "fields.h5" for name in ("cone_six_turns", "leveque/ultimate")):
        yield "shapes", draw_shapes(out)
    if existing(out / name / "fields.h5" for name in ("gravity_wave/dx250", "bubble/dx100", "bubble/dx200")):
        yield "air", draw_air(out)
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
        save(figure, images / f"{name}.png", dpi=90)
        print(images / f"{name}.png")
    if not found:
        sys.exit(f"plot_validation.py: there is nothing to draw in {out}")


if __name__ == "__main__":
    main()
