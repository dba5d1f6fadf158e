# SPDX-License-Identifier: BSD-3-Clause
"""Figures of masked seas (POLCOMS, Figs 2 to 4) and of the swaps inside a model."""
import plots
from data import against, series
from figures import Figure, how, largest, time_at

OLD, SINGLE = "old: datatypes, one by one", "packed, one by one"
WAYS = {"p2p, datatypes, one by one": OLD, "p2p, one by one": SINGLE,
        "p2p, 2 combined": "packed, 2 combined", "p2p, 3 combined": "packed, 3 combined",
        "p2p": "packed, all combined", "p2p, datatypes, 3 combined": "datatypes, 3 combined",
        "p2p, datatypes": "datatypes, all combined"}
PANELS = (("2d:6", "2-D alone"), ("3d:6", "3-D alone"), ("2d:2,3d:1", "two 2-D with one 3-D"))

POINTS = ("all", "clipped", "masked", "wet")
WHOLE = "all, one by one"


def per_swap(row):
    """Exchanges: a field is one, and so is a mixed exchange of three fields."""
    mixed = 0 < row["flat"] < row["fields"]
    return 1 if mixed else row["fields"]


def speed(row):
    return per_swap(row) / (1e-6 * row["us"])


def sea(name, title, levels):
    def make(data, cores):
        parts = [(words, part) for fields, words in PANELS
                 if (part := named(data.of(set="sea", variant=f"{name} {fields}")))]
        rows = [row for _, part in parts for row in part]
        if not rows:
            return None
        figure, axes = plots.panels(len(parts))
        for axis, (words, part) in zip(axes, parts):
            plots.lines(axis, series(part, WAYS.values(), speed), cores,
                        f"{words}\nexchanges/s")
        plots.ranks_below(axes[-1])
        plots.legend(axes)
        return Figure(title,
                      f"Halo exchanges a second on the k-section of the sea, depth 1, {levels} "
                      "levels: MPI's datatypes one field at a time as the old code did; packed; 2 "
                      "and 3 fields in a message; and, which the paper has not, datatypes of "
                      "several fields. 2-D and 3-D count fields, mixed counts three "
                      "fields as one.",
                      consecutive(parts), "; ".join(gain(*part) for part in parts) + ".",
                      plots.as_svg(figure), rows)
    return make


def named(rows):
    """Rows of the ways that the paper compares, under its names."""
    return [dict(row, label=WAYS[row["label"]]) for row in rows if row["label"] in WAYS]


def consecutive(parts):
    in_a_row = [f"{words} {rows[0]['swaps'] * per_swap(rows[0])}" for words, rows in parts]
    blocks = parts[0][1][0]["blocks"]
    return (f"p2p, exchanges one after the other (in a row: {', '.join(in_a_row)}; the paper: "
            f"2000), median of such blocks, {blocks} of them, all ways in turn in one process "
            "and verified first.")


def gain(words, rows):
    """What packing and combining brought over the old way."""
    last = largest(rows, OLD)
    old = time_at(rows, OLD, last)
    if not old:
        return f"{words}: not measured"
    gains = ", ".join(f"{way} {old / time:.2f}" for way in list(WAYS.values())[1:]
                      if (time := time_at(rows, way, last)))
    return f"{words} on {last} ranks, times the old way: {gains}"


def land(data, cores):
    """What leaving out land brings, and combining, apart and together."""
    parts = [(words, [with_points(row) for row in rows]) for fields, words in PANELS
             if (rows := data.of(set="land", variant=fields))]
    rows = [row for _, part in parts for row in part]
    if not rows:
        return None
    figure, axes = plots.panels(len(parts))
    names = [way + single for single in (", one by one", "") for way in POINTS]
    for axis, (words, part) in zip(axes, parts):
        gains = series(against(part, WHOLE), names, lambda row: 1 / row["us"])
        plots.lines(axis, gains, cores, f"{words}\nspeed, times {WHOLE}", log=False)
    plots.ranks_below(axes[-1])
    plots.legend(axes)
    return Figure("Without land (POLCOMS, Fig. 4)",
                  "The speed of halo exchanges on the k-section of HRCS, depth 1, six fields, "
                  "packed: whole rectangles, clipped of dry edges, wet columns found in the mask "
                  "while packing, wet boxes; a message for each field (dotted) or one for all.",
                  how(rows), "; ".join(without_land(*part) for part in parts) + ".",
                  plots.as_svg(figure), rows)


def with_points(row):
    single = ", one by one" if row["combine"] == "false" else ""
    return dict(row, label=row["halo_points"] + single)


def without_land(words, rows):
    """Speeds on most ranks, and what is sent."""
    last = largest(rows, WHOLE)
    there = [row for row in against(rows, WHOLE) if row["ranks"] == last]
    if not there:
        return f"{words}: not measured"
    gains = ", ".join(f"{row['label']} {1 / row['us']:.2f}" for row in there[1:])
    sent = {row["label"]: row["sent_by_all"] for row in there}
    left = ", ".join(f"{way} {sent[way] / sent['all']:.2f}" for way in POINTS[1:] if way in sent)
    return f"{words} on {last} ranks, times {WHOLE}: {gains}; shares of the bytes: {left}"


def model(data, _cores):
    runs = [r for r in data.records if r["set"] == "model" and "result" in r]
    if not runs:
        return None
    swaps = [swap["name"] for swap in runs[0]["result"]["swaps"]]
    steps = runs[0]["result"]["time"]["steps"]
    order = ("p2p", "fence", "pscw", "passive", "shared", "direct")
    runs.sort(key=lambda r: order.index(r["variant"]))
    exposed = {name: [1e3 * swap["exposed_s"] / steps for r in runs
                      for swap in r["result"]["swaps"] if swap["name"] == name] for name in swaps}
    figure, (axis,) = plots.panels(1, height=3.2)
    plots.stacked(axis, [r["variant"] for r in runs], exposed, "ms a step and rank, exposed")
    plots.legend([axis])
    total = {r["variant"]: sum(parts) for r, *parts in zip(runs, *exposed.values())}
    best, worst = min(total, key=total.get), max(total, key=total.get)
    lines = [(r["variant"], s["name"], s["swaps"], s["messages"], f"{s['bytes'] / 1e3:.1f} KB",
              f"{s['x_faces_bytes'] / 1e3:.1f} KB", f"{s['y_faces_bytes'] / 1e3:.1f} KB",
              f"{s['corners_bytes'] / 1e3:.1f} KB", f"{1e3 * s['exposed_s'] / steps:.2f}")
             for r in runs for s in r["result"]["swaps"]]
    grid = " x ".join(map(str, runs[0]["result"]["problem"]["points"]))
    return Figure("Inside the model",
                  "How long the swaps of the stratus case keep a rank waiting in a step when "
                  "nothing is computed meanwhile (halo.overlap: none).",
                  f"{steps} steps of inputs/stratus.yaml ({grid} points) on {runs[0]['ranks']} "
                  "ranks, one run a mode, so without a spread: take small differences for noise.",
                  f"Least is {best} with {total[best]:.2f} ms a step, most {worst} with "
                  f"{total[worst]:.2f} ms.", plots.as_svg(figure),
                  table=(("mode", "swap", "swaps", "messages", "sent", "x faces", "y faces",
                          "corners", "exposed ms/step"), lines))


ggui28 = sea("ggui28", "A small sea, GGUI28 (POLCOMS, Fig. 2)", 20)
hrcs = sea("hrcs", "A large sea, HRCS (POLCOMS, Fig. 3)", 34)
