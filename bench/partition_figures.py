# SPDX-License-Identifier: BSD-3-Clause
"""Figures of partitions (POLCOMS, Figs 1, 6, 7 and 8), and how good its costs are at choosing."""
from statistics import median

import plots
import partition_map
from figures import Figure
from hdf5_file import Unusable

EXCHANGES = (("us_all", "all together"), ("us_2d", "two 2-D"), ("us_3d", "one 3-D"))
NO_COSTS = {"ordering", "us_all", "us_2d", "us_3d", "spread", "correct", "refused", "imbalance",
            "off_node_total", "messages", "number"}
NEAR = (0.15, 0.25)  # what the paper calls within 15 % and within 25 % of the best
MAP_WIDTH = 4.75     # inches, of a figure of the page without what stands beside a map


def choices(data, _cores):
    """Fig. 7: how many orders of cuts there are for each number of cores."""
    counts = [row for result in data.results_of("choices") for row in result["counts"]]
    if not counts:
        return None
    counts.sort(key=lambda row: row["ranks"])
    ranks, last = [row["ranks"] for row in counts], counts[-1]["ranks"]
    figure, (axis,) = plots.panels(1, height=4.2)
    for key, name, colour in (("footnote3", "footnote 3: any dimension", plots.SKY),
                              ("eq1", "eq. (1): dimensions in turns", plots.BLUE)):
        axis.plot(ranks, [row[key] for row in counts], ".", color=colour, markersize=3,
                  rasterized=True)
        axis.plot([], [], "o", color=colour, label=name)
    axis.plot([1, last], [1, last], color=plots.BLACK, linewidth=1, label="as many as cores")
    axis.set_xscale("log", base=2)
    plots.limit(axis, [row["footnote3"] for row in counts], log=True)
    plots.plain_scale(axis)
    axis.set_xlabel("cores")
    axis.set_ylabel("distinct partitions")
    axis.xaxis.set_major_formatter(plots.plain)
    plots.legend([axis])
    enough = [row["ranks"] for row in counts if row["eq1"] >= row["ranks"] > 1]
    most = max(counts, key=lambda row: row["eq1"])
    return Figure("How many partitions there are (POLCOMS, Fig. 7)",
                  "The number of distinct orders of cuts for each number of cores: eq. (1) of the "
                  "paper, and of its footnote 3, in which each cut goes along either dimension.",
                  "Counted, not measured.",
                  f"Eq. (1) has as many as cores or more only at {', '.join(map(str, enough))} "
                  f"cores; most, {most['eq1']}, at {most['ranks']}.", plots.as_svg(figure),
                  table=(("cores", "eq. (1)", "footnote 3"),
                         [(row["ranks"], row["eq1"], row["footnote3"]) for row in counts
                          if row in (most, counts[-1]) or row["ranks"] in enough]))


def partitions_of(data, variants):
    """The partitions that were kept, as far as they are there."""
    found = []
    for variant in variants:
        for record in data.of_set("map"):
            if record["variant"] == variant:
                try:
                    found.append(partition_map.read(data.folder / record["partition"]))
                except Unusable:
                    pass  # removed: it has no picture, and the others have
    return found


def maps(partitions):
    """One below the other."""
    heights = [MAP_WIDTH / partition_map.shape(p) + 0.75 for p in partitions]
    figure, axes = plots.panels(len(partitions), height=sum(heights) / len(heights),
                                ratios=heights)
    for axis, partition in zip(axes, partitions):
        partition_map.draw(axis, partition, MAP_WIDTH)
    return plots.as_svg(figure)


DRAWN = ("A colour a node, a frame a rank; grey is land, light grey what is outside the sea.")


def small_sea(data, _cores):
    """Fig. 6."""
    partitions = partitions_of(data, ("ggui28 default", "ggui28 best"))
    if len(partitions) < 2:
        return None
    old, best = (p.about for p in partitions)
    return Figure("Two partitions of GGUI28 (POLCOMS, Fig. 6)",
                  f"The default order of cuts and the best of eq. (1) by {best['cost']}. {DRAWN}",
                  "Computed, not measured.",
                  f"{old['ordering']} costs {old['cost_value']:.6g}, {best['ordering']} "
                  f"{best['cost_value']:.6g}: {old['cost_value'] / best['cost_value']:.1f} times "
                  "less. The paper measured more than twice the speed for the same pair.",
                  maps(partitions), table=cost_table(partitions))


def large_sea(data, _cores):
    """Fig. 1."""
    partitions = partitions_of(data, ("hrcs",))
    if not partitions:
        return None
    about, ranks = partitions[0].about, len(partitions[0].node)
    return Figure("A partition of HRCS (POLCOMS, Fig. 1)",
                  f"The default order of cuts for {ranks} ranks. {DRAWN}",
                  "Computed, not measured.",
                  f"{about['ordering']}: {about['cost']} {about['cost_value']:.6g}.",
                  maps(partitions), table=cost_table(partitions))


def cost_table(partitions):
    return (("order of cuts", "ranks", "cores a node", "cost", "value"),
            [(p.about["ordering"], len(p.node), p.about["cores_per_node"], p.about["cost"],
              f"{p.about['cost_value']:.6g}") for p in partitions])


def surveys(data):
    """What was measured on all partitions, by the number of ranks."""
    found = [{**result, "rows": [row for row in result["rows"] if row["us_all"]]}
             for result in data.results_of("partitions")]
    return sorted((result for result in found if result["rows"]), key=lambda r: r["ranks"])


def costs_of(measured):
    """What a row has beside these are costs, whatever their names."""
    names = dict.fromkeys(key for result in measured for row in result["rows"] for key in row)
    return [name for name in names if name not in NO_COSTS]


def speeds(data, cores):
    """Fig. 8."""
    measured = surveys(data)
    if not measured:
        return None
    figure, axes = plots.panels(len(EXCHANGES), height=2.4, share=True)
    colours = (plots.BLUE, plots.ORANGE, plots.GREEN, plots.PURPLE, plots.RED, plots.BLACK)
    for result, colour, marker in zip(measured, colours, "osD^vX"):
        rows = sorted(result["rows"], key=lambda row: row["us_all"])
        share = [n / max(len(rows) - 1, 1) for n in range(len(rows))]
        for axis, (time, _) in zip(axes, EXCHANGES):
            fast = [1e6 / row[time] for row in rows]
            bars = [speed * row["spread"] for speed, row in zip(fast, rows)]
            axis.errorbar(share, fast, bars if time == "us_all" else None, color=colour,
                          marker=marker, markersize=3.5, linewidth=1, elinewidth=0.7, capsize=2,
                          label=f"{result['ranks']} ranks")
    for axis, (time, name) in zip(axes, EXCHANGES):
        plots.limit(axis, [1e6 / row[time] for r in measured for row in r["rows"]], log=False)
        axis.yaxis.set_major_formatter(plots.plain)
        axis.set_ylabel(f"{name}\nexchanges/s")
    axes[-1].set_xticks([0, 1], ["fastest", "slowest"])
    axes[-1].set_xlabel("partitions, in the order of their speed with all together")
    plots.legend(axes)
    return Figure("Speed on all partitions (POLCOMS, Fig. 8)",
                  "Halo exchanges a second on every feasible partition of eq. (1): two 2-D fields "
                  "and a 3-D one together, as in the paper; then two 2-D fields and one 3-D field "
                  "by themselves, the partitions in the same order.",
                  f"{how(measured)} {crowd(measured, cores)}",
                  "; ".join(map(variation, measured)) + ".", plots.as_svg(figure),
                  table=all_rows(measured))


def how(measured):
    spread = median(row["spread"] for result in measured for row in result["rows"])
    nodes = {r["cores_per_node"] or r["ranks"] for r in measured}
    shared = "all" if nodes == {r["ranks"] for r in measured} else " or ".join(map(str, nodes))
    return (f"To the costs {shared} ranks share a node. Times are medians of blocks of the slowest "
            f"rank's, spread typically {100 * spread:.0f} % (bars).")


def crowd(measured, cores):
    crowded = [str(r["ranks"]) for r in measured if r["ranks"] > cores]
    return (f"{', '.join(crowded)} ranks take turns on {cores} cores, and none leaves its node: "
            "messages cost copies and turns, not a network." if crowded else "")


def variation(result):
    """How much there is to win."""
    rows = result["rows"]
    times = {name: [row[key] for row in rows] for key, name in EXCHANGES}
    return (f"{result['ranks']} ranks, {len(rows)} partitions: the slowest takes " +
            ", ".join(f"{max(t) / min(t):.2f} ({name})" for name, t in times.items()) +
            " times the fastest")


def all_rows(measured):
    costs = costs_of(measured)
    lines = [(result["ranks"], row["ordering"], *(f"{row[cost]:.6g}" for cost in costs),
              *(f"{row[time]:.1f}" for time, _ in EXCHANGES), f"{100 * row['spread']:.0f} %")
             for result in measured
             for row in sorted(result["rows"], key=lambda row: row["us_all"])]
    return ("ranks", "order of cuts", *costs, *(f"{n}, µs" for _, n in EXCHANGES), "spread"), lines


def lost(rows, cost, time):
    """How much slower than the fastest the partition is that this cost likes best, of equal ones
    the slowest: 0.1 is 10 %. The fastest is known within its spread only: what is nearer to it has
    lost nothing."""
    chosen = min(rows, key=lambda row: (row[cost], -row[time]))
    best = min(rows, key=lambda row: row[time])
    ratio = chosen[time] / best[time] - 1
    return 0.0 if ratio <= best["spread"] else ratio


def score(losses):
    """As the paper counts: the best, within 15 %, within 25 % of it, worse."""
    near, far = NEAR
    best = sum(x == 0 for x in losses)
    within = sum(0 < x <= near for x in losses), sum(near < x <= far for x in losses)
    return best, *within, len(losses) - best - sum(within)


def judged(data, _cores):
    """How often the winner of each cost was also measured to be the best."""
    measured = surveys(data)
    if not measured:
        return None
    lines, scores = [], {}
    for cost in costs_of(measured):
        losses = {time: [lost(r["rows"], cost, time) for r in measured] for time, _ in EXCHANGES}
        scores[cost] = {time: score(values) for time, values in losses.items()}
        lines.append((cost, *(f"{1 + x:.2f}" for x in losses["us_all"]),
                      *(" / ".join(map(str, scores[cost][time])) for time, _ in EXCHANGES)))
    lines.append(("(the median one)", *(f"{by_chance(r['rows']):.2f}" for r in measured),
                  *("" for _ in EXCHANGES)))
    return Figure("Do the costs choose well? (POLCOMS, section 5)",
                  "For each cost the partition that it likes best, of equal ones the slowest: the "
                  "time of all exchanges together as a multiple of the fastest partition's, by "
                  "ranks; then how often it was the best / within 15 % / within 25 % / worse, for "
                  "each exchange. What lies within the spread of the fastest counts as the best.",
                  "From the times of the figure above.",
                  "; ".join(f"{cost}: best {s[0]}, within 15 % {s[1]}, within 25 % {s[2]}, worse "
                            f"{s[3]}" for cost in ("comms", "paper") if cost in scores
                            for s in (scores[cost]["us_all"],)) +
                  f", of {len(measured)} numbers of ranks. The paper, of 9: its comms best 5, "
                  "within 15 % 3, worse 1; its t best 1, within 15 % 5, within 25 % 3.",
                  table=(("cost", *(f"{r['ranks']} ranks" for r in measured),
                          *(name for _, name in EXCHANGES)), lines))


def by_chance(rows):
    return median(row["us_all"] for row in rows) / min(row["us_all"] for row in rows)
