#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws one step of traces (OTF2, as EZTrace and Score-P leave them) side by side, on one scale of time: for
each rank the parts of the step, below them its swaps by phase, below these the calls of MPI."""
import subprocess
import sys
from pathlib import Path
from statistics import median_low

try:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
except ImportError as missing:
    sys.exit(f"plot_trace.py: {missing}; install matplotlib")
from command_line import Parser, save
from otf2_trace import visits_by_thread

PART, SWAP, CALL = 0, 1, 2  # the lanes of a rank, from above
PHASES = {"pack": "#4477aa", "start": "#ccbb44", "in place": "#228833", "unpack": "#66ccee", "wait": "#ee6677"}
PARTS = ["#bbbbbb", "#dddddd"]  # in turns
CALLS = "#555555"
LANES_OF_A_RANK = 3.6


def steps_of(visits):
    return [v for v in visits if v.name == "step"]


def usual_step(visits):
    """The number of the step that took as long as most."""
    lengths = [v.end - v.begin for v in steps_of(visits)]
    return lengths.index(median_low(lengths))


def behind(first, other):
    """How many seconds the clock of one rank is behind that of the first: EZTrace's begin when their process does.

    Nobody leaves a reduction before all have come to it.
    """
    pairs = list(zip(*([v for v in visits if v.name == "reduction"] for visits in (first, other))))
    least = max((a.begin - b.end for a, b in pairs), default=0)
    most = min((a.end - b.begin for a, b in pairs), default=0)
    return 0 if least <= 0 <= most else (least + most) / 2


def lane(visit):
    if visit.name.startswith("MPI_"):
        return CALL
    if visit.name.startswith("swap/"):
        return SWAP
    return PART if visit.outer.name == "step" else None


def colour(visit, parts):
    if lane(visit) == CALL:
        return CALLS
    if lane(visit) == SWAP:
        return PHASES[visit.name.rpartition("/")[2]]
    return PARTS[parts % len(PARTS)]


def draw_rank(panel, visits, step, top, begin):
    """All inside `step`, in milliseconds from `begin`, both by the clock of this rank."""
    parts = 0
    for visit in visits:
        if not step.begin <= visit.begin < step.end or visit is step or lane(visit) is None:
            continue
        left, width, low = 1e3 * (visit.begin - begin), 1e3 * (visit.end - visit.begin), top - lane(visit) - 0.9
        panel.broken_barh([(left, width)], (low, 0.8), color=colour(visit, parts), linewidth=0,
                          zorder=2 + len(visit.path()))
        if lane(visit) == PART:
            parts += 1
            label = panel.text(left + width / 2, low + 0.4, visit.name.removeprefix("step/"), fontsize=6,
                               ha="center", va="center", zorder=20, clip_on=True)
            label.bar = width


def hide_what_does_not_fit(figure, panel):
    figure.canvas.draw()
    for label in panel.texts:
        room = panel.transData.transform([(0, 0), (label.bar, 0)])
        label.set_visible(label.get_window_extent().width < room[1][0] - room[0][0])


def draw(traces, titles):
    ranks = len(traces[0])
    figure, panels = plt.subplots(1, len(traces), figsize=(7.5 * len(traces), 1.2 + 1.4 * ranks), sharex=True,
                                  sharey=True, squeeze=False, layout="constrained")
    for panel, trace, title in zip(panels[0], traces, titles):
        number = usual_step(trace[0])
        late = [behind(trace[0], visits) for visits in trace]
        begin = min(steps_of(visits)[number].begin + of for visits, of in zip(trace, late))
        for rank, visits in enumerate(trace):
            draw_rank(panel, visits, steps_of(visits)[number], -LANES_OF_A_RANK * rank, begin - late[rank])
        panel.set(title=title, xlabel="ms", xlim=(0, None))
    lanes = [(f"rank {rank} {name}", -LANES_OF_A_RANK * rank - of - 0.5)
             for rank in range(ranks) for of, name in enumerate(["step", "swaps", "MPI"])]
    panels[0][0].set_yticks([at for _, at in lanes], [name for name, _ in lanes])
    figure.legend(handles=[plt.Rectangle((0, 0), 1, 1, color=of, label=name) for name, of in
                           [*PHASES.items(), ("calls of MPI", CALLS)]], loc="lower center", ncols=6)
    figure.get_layout_engine().set(rect=(0, 0.1, 1, 0.9))  # above the legend
    for panel in panels[0]:
        hide_what_does_not_fit(figure, panel)
    return figure


def main():
    parser = Parser(description=__doc__)
    parser.add_argument("trace", nargs="+", help="eztrace_log.otf2 or traces.otf2")
    parser.add_argument("--titles", nargs="+", help="one for each trace (the trace's path)")
    parser.add_argument("--output", default="trace.png")
    options = parser.parse_args()
    titles = options.titles or options.trace
    if len(titles) != len(options.trace):
        parser.error("there is not one title for each trace")
    for path in options.trace:
        if not Path(path).is_file():
            sys.exit(f"plot_trace.py: {path}: no such file")
    try:
        traces = [[t for t in visits_by_thread(path) if steps_of(t)] for path in options.trace]
    except (OSError, subprocess.CalledProcessError) as failed:
        sys.exit(f"plot_trace.py: otf2-print can read no trace: {failed}")
    for path, trace in zip(options.trace, traces):
        if not trace:
            sys.exit(f"plot_trace.py: {path}: no region 'step' is in it")
    save(draw(traces, titles), options.output, dpi=110)


if __name__ == "__main__":
    main()
