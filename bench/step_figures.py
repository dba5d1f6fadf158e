# SPDX-License-Identifier: BSD-3-Clause
"""Figures of whole steps of the sea: by the new exchange and the old (POLCOMS, Fig. 5), and with
halos so wide that steps share a swap."""
from statistics import median

import plots
from data import series
from figures import Figure

OLD, NEW, WET = "old", "new", "new, wet"
WAYS = {NEW: "packed, combined", WET: "packed, combined, without land"}

# The regions of a step, by the routines of the paper's figure; a swap belongs to what waits for it.
VELOCITY = ("shelf/push", "shelf/swap v and moved")
SCALARS = ("shelf/carry tracers", "shelf/swap u and tracers")
BAROTROPIC = ("shelf/substeps", "shelf/swap drive and u", "shelf/swap surface")
ROUTINES = {"velocity advection": lambda t: sum(t[name] for name in VELOCITY),
            "scalar advection": lambda t: sum(t[name] for name in SCALARS),
            "barotropic step": lambda t: sum(t[name] for name in BAROTROPIC),
            "baroclinic step": lambda t: t["step"] - sum(t[name] for name in BAROTROPIC),
            "whole run": lambda t: t["step"]}

HOW = ("The ways are launched one after the other, turn by turn: medians of the ratios of a turn, "
       "bars show the least and the most. With more ranks than cores a swap waits for the "
       "scheduler first.")


class Runs:
    """The runs of a set: variants are `WAY, turn`, and were launched in turn."""

    def __init__(self, data, name):
        self.records = data.of_set(name)
        self.ranks = sorted({record["ranks"] for record in self.records})
        self.ways = list(dict.fromkeys(map(way_of, self.records)))

    def complete(self):
        """Whether every way was measured on all ranks equally often, and at all."""
        return len({len(self.values(way, n, len)) for way in self.ways for n in self.ranks}) == 1

    def values(self, way, ranks, value):
        """Of each turn."""
        return [value(record["result"]) for record in self.records
                if (way_of(record), record["ranks"]) == (way, ranks)]

    def ratio(self, over, under, ranks, value):
        """Of a value by two ways within a turn: the median of all turns, and half of what lies
        between the least and the most as a share of that."""
        pairs = zip(self.values(over, ranks, value), self.values(under, ranks, value))
        ratios = [a / b for a, b in pairs]
        middle = median(ratios)
        return {"us": middle, "spread": (max(ratios) - min(ratios)) / 2 / middle}

    def columns(self):
        return self.records[0]["result"]["problem"]["wet_columns"]

    def measured(self):
        steps = self.records[0]["result"]["time"]["steps"]
        turns = max(len(self.values(way, n, len)) for way in self.ways for n in self.ranks)
        return f"{steps} steps of {self.columns():,} wet columns a launch, {turns} turns"


def way_of(record):
    return record["variant"].rsplit(", ", 1)[0]


def times(result):
    """Seconds of each region of a step, as a mean over ranks."""
    return {region["name"]: region["mean_s"] for region in result["regions"]}


def gains(runs, way, routine):
    """How many times as fast as the old way, on each number of ranks."""
    return [{"label": routine, "ranks": ranks,
             **runs.ratio(OLD, way, ranks, lambda result: ROUTINES[routine](times(result)))}
            for ranks in runs.ranks]


def routines(data, cores):
    """POLCOMS' Fig. 5."""
    runs = Runs(data, "routines")
    if not runs.complete():
        return None
    found = {way: [row for routine in ROUTINES for row in gains(runs, way, routine)]
             for way in WAYS}
    figure, axes = plots.panels(len(found), share=True)
    for axis, (way, rows) in zip(axes, found.items()):
        plots.lines(axis, series(rows, ROUTINES), cores, f"{WAYS[way]}\nspeed, times old",
                    log=False)
    plots.ranks_below(axes[-1])
    plots.legend(axes)
    seen = "; ".join(seen_of(rows, WAYS[way]) for way, rows in found.items())
    lines = [(WAYS[way], n, *(f"{row['us']:.2f}" for row in rows if row["ranks"] == n))
             for way, rows in found.items() for n in runs.ranks]
    return Figure("Routines of the model (POLCOMS, Fig. 5)",
                  "How many times as fast the parts of a step of GGUI28 are, on 20 levels with 20 "
                  "substeps, with the new exchange as with the old one (datatypes, a message a "
                  "field): packed with all fields of a swap in a message, of whole rectangles as "
                  "the old one, and of wet columns alone. Times of the report's regions, means "
                  "over ranks; a swap belongs to the part that wants its data.",
                  f"{runs.measured()}. {HOW}", seen + ".", plots.as_svg(figure),
                  table=(("way", "ranks", *ROUTINES), lines))


def seen_of(rows, words):
    last = max(row["ranks"] for row in rows)
    parts = ", ".join(f"{row['label']} {row['us']:.2f}" for row in rows if row["ranks"] == last)
    return f"{words}, on {last} ranks, times the old way: {parts}"


def a_step(result):
    return result["time"]["steps_s"] / result["time"]["steps"]


def messages(result):
    """That the rank with most of them sends in a step, as a mean."""
    return sum(s["messages"] * s["swaps"] for s in result["swaps"]) / result["time"]["steps"]


def halo_depths(data, cores):
    found = [(runs, ratios_of_depths(runs)) for name in ("depths2", "depths8", "depths_levels")
             if (runs := Runs(data, name)).complete()]
    if not found:
        return None
    figure, axes = plots.panels(len(found), share=True)
    for axis, (runs, rows) in zip(axes, found):
        plots.lines(axis, series(rows, runs.ways), cores,
                    f"{runs.columns():,} columns\ntime, times depth 1", log=False)
    plots.ranks_below(axes[-1])
    plots.legend(axes)
    return Figure("Wide halos",
                  "The time of a step of the tide, of its depth mean alone and with ten levels, "
                  "where several steps of the depth mean share a swap (halo.depth), against a "
                  "swap for each.",
                  "; ".join(runs.measured() for runs, _ in found) + f". {HOW}",
                  "; ".join(least(*part) for part in found) + ".", plots.as_svg(figure),
                  table=(("wet columns", "halo", "ranks", "messages a step", "ms a step",
                          "times depth 1", "spread"),
                         [depth_line(runs, row) for runs, rows in found for row in rows]))


def ratios_of_depths(runs):
    return [{"label": way, "ranks": ranks, **runs.ratio(way, runs.ways[0], ranks, a_step)}
            for way in runs.ways for ranks in runs.ranks]


def least(runs, rows):
    best = [min((row for row in rows if row["ranks"] == n), key=lambda row: row["us"])
            for n in runs.ranks]
    return f"Least with {runs.columns():,} columns is " + ", ".join(
        f"{row['label']} on {row['ranks']} ({row['us']:.2f})" for row in best) + " ranks"


def depth_line(runs, row):
    way, ranks = row["label"], row["ranks"]
    sent, seconds = (median(runs.values(way, ranks, what)) for what in (messages, a_step))
    return (f"{runs.columns():,}", way, ranks, f"{sent:.2f}", f"{1e3 * seconds:.3f}",
            f"{row['us']:.2f}", f"{100 * row['spread']:.0f} %")
