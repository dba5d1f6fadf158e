# SPDX-License-Identifier: BSD-3-Clause
"""How the figures of a bench page look."""
import io

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

plt.rcParams.update({"font.size": 10, "axes.spines.top": False, "axes.spines.right": False,
                     "axes.grid": True, "axes.axisbelow": True, "grid.color": "0.9",
                     "legend.frameon": False, "svg.hashsalt": "seafret"})

# Okabe and Ito's colours, which colour-blind people can tell apart; markers differ as well.
BLACK, ORANGE, SKY, GREEN, YELLOW, BLUE, RED, PURPLE, GREY = (
    "#000000", "#E69F00", "#56B4E9", "#009E73", "#B8A900", "#0072B2", "#D55E00", "#CC79A7",
    "#888888")
STYLES = {"p2p": (BLACK, "o", "-"), "p2p_persistent": (GREY, "h", "-"),
          "fence": (ORANGE, "s", "-"), "fence_single": (PURPLE, "P", "-"),
          "fence_get": (YELLOW, "p", ":"), "pscw": (SKY, "^", "-"), "passive": (GREEN, "D", "-"),
          "passive_naive": (ORANGE, "v", "--"), "passive_lock": (PURPLE, "<", ":"),
          "neighbour": (GREY, "d", "--"), "shared": (RED, "X", "-"), "direct": (BLUE, "*", "-"),
          "pscw, osc/sm": (SKY, "^", "-"), "pscw, osc/rdma": (BLUE, "D", "-"),
          "pscw, osc/pt2pt": (ORANGE, "s", "-"), "p2p, no reading": (GREY, "v", "--"),
          "pscw, osc/pt2pt, no reading": (RED, "X", "--"),
          "old: datatypes, one by one": (BLACK, "o", "-"), "packed, one by one": (ORANGE, "s", "-"),
          "packed, 2 combined": (SKY, "^", "-"), "packed, 3 combined": (GREEN, "D", "-"),
          "packed, all combined": (RED, "X", "-"), "datatypes, 3 combined": (GREY, "v", "--"),
          "datatypes, all combined": (PURPLE, "P", "--"),
          "all": (BLACK, "o", "-"), "clipped": (SKY, "^", "-"), "masked": (ORANGE, "s", "-"),
          "wet": (BLUE, "D", "-"), "all, one by one": (BLACK, "o", ":"),
          "clipped, one by one": (SKY, "^", ":"), "masked, one by one": (ORANGE, "s", ":"),
          "wet, one by one": (BLUE, "D", ":"),
          "lock": (PURPLE, "<", ":"), "flush": (GREY, "v", ":"),
          "put_flush_send": (GREEN, "D", "-"), "partitioned": (GREY, "h", "-"),
          "shared_memory": (RED, "X", "-"), "libfabric": (BLUE, "*", "-"),
          "mpi": (PURPLE, "P", "--"), "emulated": (YELLOW, "p", "--"),
          "velocity advection": (ORANGE, "s", "-"), "scalar advection": (SKY, "^", "-"),
          "barotropic step": (BLUE, "D", "-"), "baroclinic step": (GREEN, "v", "-"),
          "whole run": (BLACK, "o", "-"),
          "depth 1": (BLACK, "o", "-"), "depth 2": (SKY, "^", "-"), "depth 4": (GREEN, "D", "-"),
          "depth 8": (ORANGE, "s", "-")}


def panels(count, height=2.7, share=False, ratios=None):
    """Axes one above the other: a page that is read on a phone is narrow."""
    figure, axes = plt.subplots(count, 1, figsize=(5.4, height * count + 0.3), sharex=share,
                                layout="constrained", squeeze=False, height_ratios=ratios)
    return figure, list(axes[:, 0])


def lines(axis, series, cores=None, what="", log=True, tick=str):
    """Values against ranks, or bytes, with their spread. Where ranks share cores is shaded."""
    for name, points in series.items():
        colour, marker, dash = STYLES.get(name, (BLACK, ".", ":"))
        ranks, values, errors = zip(*points)
        below = [v * e / (v + e) for v, e in zip(values, errors)]  # as far on a logarithmic scale
        axis.errorbar(ranks, values, yerr=(below, errors), label=name, color=colour,
                      marker=marker, linestyle=dash, markersize=5, linewidth=1.4, elinewidth=0.7,
                      capsize=2)
    axis.set_xscale("log", base=2)
    limit(axis, [point[1] for points in series.values() for point in points], log)
    if log:
        plain_scale(axis)
    ranks = sorted({point[0] for points in series.values() for point in points})
    axis.set_xticks(ranks, [tick(n) for n in ranks])
    axis.minorticks_off()
    axis.set_ylabel(what)
    if cores and ranks and ranks[-1] > cores:
        axis.set_xlim(ranks[0] / 1.15, ranks[-1] * 1.15)
        axis.axvspan(cores * 1.15, ranks[-1] * 1.15, color="0.96", zorder=0)


def limit(axis, values, log):
    """Shows all values; bars of a noisy one may end outside."""
    if log and values:
        axis.set_yscale("log")
        axis.set_ylim(min(values) / 1.6, max(values) * 1.6)
    elif values:
        axis.set_ylim(0, max(values) * 1.15)


def plain(value, _position=None):
    return f"{value:,.0f}" if value >= 10 else f"{value:g}"


def plain_scale(axis):
    """Whole numbers up a logarithmic axis."""
    axis.yaxis.set_major_formatter(matplotlib.ticker.FuncFormatter(plain))
    axis.yaxis.set_minor_formatter(matplotlib.ticker.NullFormatter())
    fill_decade(axis)


def fill_decade(axis):
    """Ticks between the powers of ten where there would be less than three."""
    low, high = axis.get_ylim()
    steps = (1, 2, 5) if high / low < 300 else (1,)
    axis.yaxis.set_major_locator(matplotlib.ticker.LogLocator(subs=steps, numticks=20))


def legend(axes):
    """What is drawn on any of the axes, above them all, so that it hides nothing."""
    entries = {}
    for axis in axes:
        for handle, name in zip(*axis.get_legend_handles_labels()):
            entries.setdefault(name, handle)
    columns = 3 if max(map(len, entries), default=0) < 18 else 2
    axes[0].legend(entries.values(), entries.keys(), loc="lower left", bbox_to_anchor=(-0.1, 1.01),
                   ncols=columns, fontsize=9, handlelength=2.6, columnspacing=1.2, borderpad=0)


def ranks_below(axis):
    axis.set_xlabel("ranks (shaded: more ranks than cores)")


def bars(axis, names, groups, unit):
    """Horizontal bars, a colour for each group: {group: [(value, error) or None]}."""
    height = 0.8 / len(groups)
    for number, (group, values) in enumerate(groups.items()):
        there = [(y, v) for y, v in enumerate(values) if v is not None]
        if there:
            axis.barh([y + (number - (len(groups) - 1) / 2) * height for y, _ in there],
                      [v[0] for _, v in there], height, xerr=[v[1] for _, v in there],
                      label=group, color=(BLUE, ORANGE, GREEN)[number], ecolor="0.35",
                      error_kw={"elinewidth": 0.8, "capsize": 2})
    finish_bars(axis, names, unit)


def stacked(axis, names, groups, unit):
    """Horizontal bars of parts: {part: [value]}."""
    begin = [0.0] * len(names)
    colours = (BLUE, SKY, GREEN, ORANGE, RED, PURPLE, GREY)
    for number, (part, values) in enumerate(groups.items()):
        axis.barh(range(len(names)), values, 0.7, left=begin, label=part,
                  color=colours[number % len(colours)])
        begin = [a + b for a, b in zip(begin, values)]
    finish_bars(axis, names, unit)


def finish_bars(axis, names, unit):
    axis.set_yticks(range(len(names)), names)
    axis.invert_yaxis()
    axis.grid(axis="y", visible=False)
    axis.set_xlim(left=0)
    axis.set_xlabel(unit)


def as_svg(figure):
    text = io.BytesIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()
