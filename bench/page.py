#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws what bench/run.py measured: page.py DIR writes DIR/index.html, one page by itself.

Needs matplotlib and h5py.
"""
import base64
import sys
from html import escape
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent.parent / "tools"))
try:
    import figures as monc
    import partition_figures as partition
    import sea_figures as seas
    import signal_figures as signals
    import step_figures as steps
except ImportError as missing:
    sys.exit(f"page.py: {missing}; install matplotlib and h5py")
from data import Data

FIGURES = (monc.weak, monc.strong, monc.sizes, monc.tiny, monc.path, monc.passive,
           monc.second_mpi, seas.model, seas.ggui28, seas.hrcs, seas.land,
           steps.routines, steps.halo_depths,
           partition.large_sea, partition.small_sea, partition.choices, partition.speeds,
           partition.judged, signals.latency, signals.levels,
           signals.calculation, signals.steps)

LEFT_OUT = ("Left out: MONC's Fig. 13 is Fig. 7 under another MPI, which needs more ranks than "
            "MPICH can run on few cores.")

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #222; margin: 0 auto; max-width: 46rem;
       padding: 0 1rem 3rem }
h1 { font-size: 1.5rem; margin: 1.5rem 0 .5rem } h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem }
img { width: 100%; max-width: 36rem; display: block; margin: .5rem auto }
p { margin: .4rem 0 } b { font-weight: 600 } .seen { background: #f3f7fb; padding: .4rem .7rem;
       border-left: 3px solid #0072B2 }
.scroll { overflow-x: auto } table { border-collapse: collapse; font-size: .85rem; margin: .5rem 0 }
th, td { padding: .15rem .6rem .15rem 0; text-align: right; white-space: nowrap }
th:first-child, td:first-child { text-align: left } th { border-bottom: 1px solid #999 }
tr:nth-child(even) td { background: #f7f7f7 }
.facts td { text-align: left; white-space: normal; vertical-align: top }
.wrong { color: #b00020; font-weight: 700 } summary { cursor: pointer; color: #0072B2 }
nav { font-size: .9rem } code { font-size: .9em; overflow-wrap: anywhere }
@media print { details { display: none } }
"""


def table(heading, lines, kind=""):
    """Cells are text; what is already markup comes as a tuple of one."""
    def cell(value):
        return value[0] if isinstance(value, tuple) else escape(str(value))
    head = "".join(f"<th>{escape(h)}</th>" for h in heading)
    body = "".join("<tr>" + "".join(f"<td>{cell(v)}</td>" for v in line) + "</tr>\n"
                   for line in lines)
    top = f"<thead><tr>{head}</tr></thead>" if heading else ""
    return f'<div class="scroll"><table class="{kind}">{top}<tbody>\n{body}</tbody></table></div>\n'


def outcome(row):
    """Time, multiple of memcpy, share of p2p and spread; or why there are none."""
    if row["refused"]:
        return f"cannot run here: {row['refused']}", "", "", ""
    if not row["correct"]:
        return ('<span class="wrong">WRONG</span>',), "", "", ""
    multiples = ("" if row[key] is None else f"{row[key]:.2f}" for key in ("ratio", "share"))
    return f"{row['us']:,.1f}", *multiples, f"{100 * row['spread']:.0f} %"


def measurements(rows):
    lines = [(row["variant"] or row["set"], row["mpi"], row["ranks"], row["label"],
              *outcome(row), row["messages"], f"{row['sent'] / 1e3:,.1f}")
             for row in sorted(rows, key=lambda r: (r["mpi"], r["set"], r["variant"], r["ranks"]))]
    return ("<details><summary>All figures</summary>" + table(
        ("what", "MPI", "ranks", "mode", "µs", "x memcpy", "x p2p", "spread", "messages",
         "KB sent"),
        lines) + "</details>\n")


def warning(rows):
    """Wrong modes stand above the plot, where they are missing."""
    wrong = sorted({f"{r['label']} on {r['ranks']} ranks ({r['mpi']})" for r in rows
                    if not r["correct"] and not r["refused"]})
    return f'<p class="wrong">WRONG, not timed: {escape(", ".join(wrong))}</p>\n' if wrong else ""


def section(number, figure):
    picture = ""
    if figure.svg:
        code = base64.b64encode(figure.svg).decode()
        picture = (f'<img alt="{escape(figure.title)}: {escape(figure.seen)}" '
                   f'src="data:image/svg+xml;base64,{code}">\n')
    numbers = table(*figure.table) if figure.table else measurements(figure.rows)
    if figure.table and figure.svg:
        numbers = f"<details><summary>All figures</summary>{numbers}</details>\n"
    return (f'<h2 id="f{number}">{escape(figure.title)}</h2>\n{warning(figure.rows)}'
            f"<p><b>Plotted:</b> {escape(figure.plotted)}</p>\n{picture}"
            f'<p class="seen"><b>Seen:</b> {escape(figure.seen)}</p>\n'
            f"<p><b>Measured:</b> {escape(figure.measured)}</p>\n{numbers}")


def span(values, text="{}"):
    """"a", or "a to b"."""
    first, last = min(values), max(values)
    return text.format(first) + (f" to {text.format(last)}" if last != first else "")


def provenance(data):
    known = [result["provenance"] for result in data.results() if "provenance" in result]
    loads = [record["load_before"] for record in data.records]

    def all_of(key):
        return "; ".join(sorted({p[key] for p in known}))
    noise = [floors["memcpy_spread"] for r in data.records if r["ranks"] <= r["cores"]
             if "memcpy_spread" in (floors := r.get("result", {}).get("floors", {}))]
    return table((), [
        ("Machine", f"{all_of('processor')}, {span([r['cores'] for r in data.records])} cores, "
                    f"Linux {data.records[0]['kernel']}"),
        ("MPI", all_of("mpi")), ("Program", f"seafret {all_of('version')}, {all_of('git')}"),
        ("Compiler", f"{all_of('compiler')}, {all_of('build_type')}, {all_of('flags')}"),
        ("When", f"{span([p['start'] for p in known] or ['?'])}, UTC"),
        ("Took", f"{sum(r['took_s'] for r in data.records) / 60:.1f} minutes, "
                 f"{len(data.records)} launches, one thread a rank"),
        ("Quiet?", f"load of the machine before a launch {span(loads, '{:.1f}')}; spread of the "
                   "memcpy floor, where every rank has a core, "
                 f"{span([100 * n for n in noise] or [0], '{:.0f} %')}"),
    ], "facts")


def failures(data):
    if not data.errors():
        return ""
    lines = [(f"{r['set']} {r['variant']} {r['mpi']} {r['ranks']}", r["error"])
             for r in data.errors()]
    return '<h2>Not measured</h2>\n' + table(("point", "why"), lines, "facts")


def page(data, figures):
    contents = " · ".join(f'<a href="#f{n}">{escape(f.title)}</a>' for n, f in enumerate(figures))
    return (f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>seafret: halo swaps</title><style>{STYLE}</style></head><body>\n"
            "<h1>Halo swaps, every way</h1>\n"
            "<p>The figures of three papers on halo exchange and notified puts, measured on this "
            "machine by <code>seafret bench</code>. Every way was first verified to bring the right "
            "data. Trust ratios within a figure; absolute times are this machine's.</p>\n"
            f"{provenance(data)}<nav>{contents}</nav>\n"
            + "".join(section(n, f) for n, f in enumerate(figures)) + failures(data)
            + f"<h2>Once more</h2>\n<p>{LEFT_OUT}</p>\n<p><code>./run.sh bench</code> measures all "
            "of it, <code>./run.sh bench --only REGEX --again</code> a part; "
            "<code>docs/reproduce.md</code> goes through it figure by figure.</p>\n"
            "</body></html>\n")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: page.py DIR   (where bench/run.py left its records)")
    folder = Path(sys.argv[1])
    data = Data(folder)
    if not data.results():
        sys.exit(f"page.py: {folder} has no measurement; ./run.sh bench makes them")
    cores = data.records[0]["cores"]
    figures = [figure for make in FIGURES if (figure := make(data, cores))]
    (folder / "index.html").write_text(page(data, figures))
    print(folder / "index.html")


if __name__ == "__main__":
    main()
