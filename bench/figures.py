# SPDX-License-Identifier: BSD-3-Clause
"""The figures of the papers, from the records: a plot, what it shows, and its numbers."""
from dataclasses import dataclass, field

import plots
from data import against, series, typical_spread

PAPER = ("p2p", "fence", "pscw", "passive", "shared", "direct")


@dataclass
class Figure:
    title: str
    plotted: str
    measured: str
    seen: str
    svg: bytes = None
    rows: list = field(default_factory=list)  # of measurements, for the table below the plot
    table: tuple = ()                         # or a table of its own: a heading and lines


def amount(us):
    """A time with the unit that suits it."""
    return f"{us / 1e3:.3g} ms" if us >= 1e3 else f"{us:.3g} µs"


def how(rows, unit="swaps"):
    swaps = sorted({row["swaps"] for row in rows})
    blocks = max(row["blocks"] for row in rows)
    again = sum({(r["mpi"], r["variant"], r["ranks"]): r["repeated"] for r in rows}.values())
    number = f"{swaps[0]}" if len(swaps) == 1 else f"{swaps[0]} to {swaps[-1]}"
    return (f"All modes in turn in one process, blocks of {number} {unit}, {blocks} of them; "
            f"medians over blocks of the slowest rank's time, bars show the spread (typically "
            f"{100 * typical_spread(rows):.0f} %); {again} noisy blocks were measured again. "
            "Each mode's data were verified first.")


def ranking(rows, ranks, labels):
    """The modes from fast to slow at so many ranks, as shares of p2p."""
    there = {row["label"]: row["us"] for row in against(rows, "p2p") if row["ranks"] == ranks}
    order = sorted((name for name in labels if name in there), key=there.get)
    return ", ".join(f"{name} {there[name]:.2f}" for name in order)


def largest(rows, label):
    return max((row["ranks"] for row in rows if row["label"] == label and row["us"]), default=0)


def time_at(rows, label, ranks):
    for row in rows:
        if (row["label"], row["ranks"]) == (label, ranks) and row["us"] is not None:
            return row["us"]
    return None


def two_views(rows, labels, cores, reference="p2p"):
    figure, (top, bottom) = plots.panels(2, share=True)
    several = [row for row in against(rows, reference) if row["ranks"] > 1]  # alone all are one
    plots.lines(bottom, series(several, labels), cores, f"share of {reference}", log=False)
    plots.lines(top, series(rows, labels, lambda r: r["us"] / 1e3), cores, "ms a swap")
    plots.ranks_below(bottom)
    plots.legend([top, bottom])
    return plots.as_svg(figure)


def scaling(data, cores, kind, title, plotted):
    rows = data.of(set=kind, mpi="openmpi", label=PAPER)
    if not rows:
        return None
    seen = "; ".join(f"on {n} ranks {ranking(rows, n, PAPER)}"
                     for n in sorted({2, largest(rows, "p2p")}) if time_at(rows, "p2p", n))
    base = [time_at(rows, "p2p", n) for n in (2, largest(rows, "p2p"))]
    if None not in base:
        seen += (f". From 2 to {largest(rows, 'p2p')} ranks a p2p swap goes from "
                 f"{amount(base[0])} to {amount(base[1])} on {cores} cores")
    return Figure(title, plotted, how(rows), f"As shares of p2p, fastest first: {seen}.",
                  two_views(rows, PAPER, cores), rows)


def weak(data, cores):
    return scaling(data, cores, "weak", "Weak scaling (MONC, Fig. 6)",
                   "The time of one complete swap of 30 fields, 16 x 16 columns of 256 levels a "
                   "rank, depth 2 with corners: the communication of a step in which nothing is "
                   "overlapped.")


def strong(data, cores):
    return scaling(data, cores, "strong", "Strong scaling (MONC, Fig. 7)",
                   "The same swap on 64 x 64 columns of 128 levels in all, cut among the ranks.")


def kilobytes(size):
    return f"{size / 1024:.1f} KB"


def sizes(data, _cores):
    rows = data.of(set="strong", mpi="openmpi", label="p2p")
    if not rows:
        return None
    heading = ("ranks", "columns x levels", "points of a rank", "swapped a rank",
               "of it to others", "x face", "y face", "corner")
    lines = []
    for row in sorted(rows, key=lambda r: r["ranks"]):
        x, y, z = row["points"]
        wide = row["depth"] * z * 8
        lines.append((row["ranks"], f"{x} x {y} x {z}", f"{x * y * z:,}",
                      f"{row['swap_bytes'] / 1e6:.2f} MB", f"{row['sent'] / 1e6:.2f} MB",
                      *(kilobytes(length * wide) for length in (y, x, row["depth"]))))
    first, last = min(rows, key=lambda r: r["ranks"]), max(rows, key=lambda r: r["ranks"])
    fewer = [what(first) / what(last) for what in (points_of, lambda r: r["swap_bytes"])]
    return Figure("Sizes under strong scaling (MONC, Figs 8 and 9)",
                  "What a rank holds and swaps in all 30 fields, and one field's faces and corner.",
                  "Swapped bytes are the program's own count; faces and corner follow from the "
                  "patch, the depth and 8 bytes a value.",
                  f"From {first['ranks']} to {last['ranks']} ranks a rank's points fall by a "
                  f"factor of {fewer[0]:.1f}, what it swaps by {fewer[1]:.1f}: the halo shrinks "
                  "with the edge of the patch, not with its area. MONC sends corners of depth x "
                  "depth columns, as here; the paper's table counts them smaller.",
                  table=(heading, lines))


def points_of(row):
    x, y, z = row["points"]
    return x * y * z


def path(data, cores):
    rows = [dict(row, label=NAMES[key]) for row in data.of(set="path")
            if (key := (row["label"], row["variant"])) in NAMES]
    if not rows:
        return None
    figure, (top, bottom) = plots.panels(2, share=True)
    names = list(NAMES.values())
    plots.lines(top, series(rows, names, lambda r: r["us"] / 1e3), cores, "ms a swap")
    compared = [{**r, "us": r["share"]} for r in rows if not r["label"].startswith("p2p")]
    plots.lines(bottom, series(compared, names), cores, "x p2p of its launch", log=False)
    plots.ranks_below(bottom)
    plots.legend([top, bottom])
    last = largest(rows, "pscw, osc/sm")
    shares = {r["label"]: r["us"] for r in compared if r["ranks"] == last and r["us"]}
    seen = ", ".join(f"{n} {shares[n]:.2f}" for n in sorted(shares, key=shares.get))
    return Figure("Fast path and fallback of one-sided calls (MONC, Fig. 10)",
                  "The swap of Fig. 6 by p2p and by PSCW on each way that Open MPI can take for a "
                  "put: its own window memory (osc/sm), another process's memory read across "
                  "(osc/rdma), or messages inside the library (osc/pt2pt); the last and p2p also "
                  "where reading across is forbidden, as in many containers.",
                  how(rows) + " Each way is a launch of its own: compare the shares of its p2p.",
                  f"At {last} ranks, as shares of p2p in the same launch: {seen}.",
                  plots.as_svg(figure), rows)


NAMES = {("p2p", "own choice"): "p2p", ("pscw", "own choice"): "pscw, osc/sm",
         ("pscw, created", "own choice"): "pscw, osc/rdma",
         ("pscw", "over messages"): "pscw, osc/pt2pt",
         ("p2p", "no reading across"): "p2p, no reading",
         ("pscw, created", "no reading across"): "pscw, osc/pt2pt, no reading"}


def passive(data, cores):
    labels = ("passive", "passive_naive", "passive_lock")
    big, small = (data.of(set=kind, mpi="openmpi", label=("p2p", *labels))
                  for kind in ("weak", "tiny"))
    if not big or not small:
        return None
    figure, (top, bottom) = plots.panels(2, share=True)
    plots.lines(top, series(big, ("p2p", *labels), lambda r: r["us"] / 1e3), cores,
                "ms a swap, 30 fields")
    plots.lines(bottom, series(small, ("p2p", *labels)), cores, "µs a swap, tiny")
    plots.ranks_below(bottom)
    plots.legend([top, bottom])
    parts = []
    for rows, what in ((big, "30 fields"), (small, "the tiny swap")):
        last = largest(rows, "passive")
        shares = {r["label"]: r["us"] for r in against(rows, "passive") if r["ranks"] == last}
        parts.append(f"{what} at {last} ranks: " + ", ".join(
            f"{name} {shares[name]:.2f}" for name in labels[1:] if name in shares))
    return Figure("Three passive-target protocols (MONC, Fig. 11)",
                  "One epoch for the whole run with flush and empty messages (passive), an epoch "
                  "and a barrier a swap (passive_naive), a lock a neighbour and a barrier "
                  "(passive_lock): the swap of Fig. 6 above, and below one field of 8 levels, "
                  "depth 1, where hardly anything but synchronisation is left.",
                  how(big + small), "As multiples of passive, " + "; ".join(parts) + ".",
                  plots.as_svg(figure), big + small)


def second_mpi(data, cores):
    names = [*PAPER[:4], "passive_naive", "passive_lock", *PAPER[4:]]
    rows = data.of(set="weak", label=tuple(names), ranks=(1, 2, 4))
    at_two = {(r["mpi"], r["label"]): r for r in rows if r["ranks"] == 2 and r["us"]}
    libraries = [(mpi, nice) for mpi, nice in (("openmpi", "Open MPI"), ("mpich", "MPICH"))
                 if (mpi, "p2p") in at_two]
    if ("mpich", "MPICH") not in libraries:
        return None
    key, unit = ("ratio", "multiples of memcpy") if cores >= 2 else ("share", "shares of p2p")
    groups = {nice: [bar(at_two.get((mpi, name)), key) for name in names]
              for mpi, nice in libraries}
    figure, (axis,) = plots.panels(1, height=4.2)
    plots.bars(axis, names, groups, f"{unit}, 2 ranks")
    plots.legend([axis])
    seen = [best_by_mpi([r for (m, _), r in at_two.items() if m == mpi], key, nice)
            for mpi, nice in libraries]
    here = [r for r in rows if r["mpi"] == "mpich"]
    return Figure("Another MPI (MONC, Fig. 12)",
                  "The swap of Fig. 6 on 2 ranks under both MPI libraries.",
                  how(here) + " MPICH polls while it waits: with more ranks than cores its times "
                  "are time slices, so it is measured on 4 ranks only by p2p and direct (in the "
                  "table).", f"As {unit}: {'; '.join(seen)}.", plots.as_svg(figure), here)


def best_by_mpi(rows, key, nice):
    value, name = min((r[key], r["label"]) for r in rows if r["label"] not in ("direct", "shared"))
    pscw = [f", PSCW takes {r['share']:.2f} of p2p" for r in rows if r["label"] == "pscw"]
    return f"{nice}: the best by MPI alone is {name} ({value:.2f})" + "".join(pscw)


def bar(row, key):
    return None if row is None else (row[key], row["spread"] * row[key])


def tiny(data, cores):
    rows = data.of(set="tiny", mpi="openmpi")
    last = largest(rows, "p2p")
    if not last:
        return None
    shown = ("p2p", "fence", "fence_single", "pscw", "passive", "neighbour", "shared", "direct")
    figure, (top, bottom) = plots.panels(2, height=3.1)
    plots.lines(top, series(rows, shown), cores, "µs a swap")
    plots.ranks_below(top)
    plots.legend([top])
    end = sorted((r for r in rows if r["ranks"] == last and r["us"]), key=lambda r: r["us"])
    plots.bars(bottom, [r["label"] for r in end],
               {"all": [(r["us"], r["us"] * r["spread"]) for r in end]},
               f"µs a swap, {last} ranks")
    three = [time_at(rows, name, last) for name in ("fence_single", "pscw", "fence")]
    seen = f"The fastest at {last} ranks is {end[0]['label']} ({amount(end[0]['us'])})"
    if None not in three:
        seen += (f"; fence_single {amount(three[0])}, pscw {amount(three[1])}, fence "
                 f"{amount(three[2])}: the order expected, one fence before PSCW before two "
                 f"fences, {'holds' if three == sorted(three) else 'does not hold'}")
    return Figure("What synchronisation costs",
                  "The swap of one field of 16 x 16 columns of 8 levels, depth 1.", how(rows),
                  seen + ".", plots.as_svg(figure), rows)
