# SPDX-License-Identifier: BSD-3-Clause
"""What UNR's paper draws, from the records of `seafret bench signal`."""
import plots
from figures import Figure, amount

OTHERS = ("calculation", "steps")  # modes that are drawn by themselves
WAYS = ("p2p", "fence", "pscw", "lock", "flush", "put_flush_send", "partitioned")
NICE = {"openmpi": "Open MPI", "mpich": "MPICH"}


def signal_rows(data, levels):
    """Rows of both MPIs: those of Fig. 4, or those of a model NIC with few custom bits."""
    return [{**row, "mpi": record["mpi"], "ranks": record["ranks"], "us": row["half_round_trip_us"],
             "label": (row["variant"] or row["channel"] or row["mode"]) +
             (", plan" if row["recorded"] else ""),
             "refused": row.get("refused")}
            for record in data.of_set("signal") for row in record["result"]["rows"]
            if (row["variant"] is not None) == levels and row["mode"] not in OTHERS]


def bytes_in_words(number):
    for unit, size in (("Mi", 1 << 20), ("Ki", 1 << 10)):
        if number >= size:
            return f"{number // size} {unit}"
    return str(number)


def over_bytes(rows, value, spread=True):
    """For each label its (bytes, value, spread), where it was right."""
    found = {}
    for row in rows:
        if row["us"] is not None and row[value] is not None:
            error = row["spread"] * row[value] if spread else 0
            found.setdefault(row["label"], []).append((row["bytes"], row[value], error))
    return found


def table(rows):
    heading = ("MPI", "mode", "channel", "level", "bits", "bytes", "µs", "spread", "x p2p",
               "x copy and addition")
    lines = []
    for row in sorted(rows, key=lambda r: (r["mpi"], r["bytes"])):
        if row["us"] is None:
            figures = (f"cannot run here: {row['refused']}" if row["refused"] else "WRONG", "", "", "")
        else:
            figures = (f"{row['us']:.3g}", f"{100 * row['spread']:.0f} %",
                       *("" if row[key] is None else f"{row[key]:.2f}"
                         for key in ("x_p2p", "x_bare")))
        lines.append((NICE[row["mpi"]], row["mode"] + (", plan" if row["recorded"] else ""),
                      row["channel"] or "",
                      "" if row["level"] is None else row["level"],
                      "" if row["bits"] is None else row["bits"], row["bytes"], *figures))
    return heading, lines


def how(data):
    result = data.results_of("signal")[0]
    return (f"Two ranks, blocks of {result['block_ms']:g} ms a mode, {result['blocks']} of them; "
            "medians over blocks, bars show the spread. What needs no progress is timed side by "
            "side; a channel that needs it alone, beside p2p and a bare copy and addition. Every "
            "byte of each mode was compared when it was said to be there, before the timing.")


def shares(rows, size):
    """The modes from fast to slow at so many bytes, as shares of p2p."""
    there = {row["label"]: row["x_p2p"] for row in rows if row["bytes"] == size and row["us"]}
    return ", ".join(f"{name} {there[name]:.2f}" for name in sorted(there, key=there.get))


def latency(data, _cores):
    rows = signal_rows(data, levels=False)
    here = [row for row in rows if row["mpi"] == "openmpi"] or rows
    if not here:
        return None
    figure, (top, bottom) = plots.panels(2, height=3.2, share=True)
    drawn = [row for row in here if not row["recorded"]]
    plots.lines(top, over_bytes(drawn, "us"), what="µs, half a round trip", tick=bytes_in_words)
    plots.lines(bottom, over_bytes(drawn, "x_p2p", spread=False), what="x p2p", tick=bytes_in_words)
    bottom.set_xlabel("bytes")
    plots.legend([top, bottom])
    sizes = sorted({row["bytes"] for row in here})
    p2p = [row["us"] for row in here if row["label"] == "p2p" and row["bytes"] == sizes[0]]
    seen = "; ".join(f"at {bytes_in_words(n)} B {shares(here, n)}" for n in (sizes[0], sizes[-1]))
    return Figure("A message and its notice (UNR, Fig. 4)",
                  "Half the time of a message to the other rank and back, each saying that it is "
                  f"there; with {NICE[here[0]['mpi']]}. Channels of notified puts stand by their "
                  "names. Lock and flush: the time of a put at its origin, of which the other rank "
                  "learns nothing.", how(data),
                  f"As shares of p2p ({', '.join(amount(us) for us in p2p)} at {sizes[0]} B), "
                  f"fastest first: {seen}.", plots.as_svg(figure), rows, table(rows))


def levels(data, _cores):
    rows = signal_rows(data, levels=True)
    if not rows:
        return None
    seen = [f"{NICE[mpi]}: {shares([r for r in rows if r['mpi'] == mpi], 8)}"
            for mpi in sorted({row["mpi"] for row in rows}, reverse=True)]
    return Figure("Levels of support (UNR, Table I)",
                  "The same through a model NIC that delivers at the next look of its target: with "
                  "so many custom bits, or adding to the counter itself, and with rounds told "
                  "apart or not. With no bits the notice is a message behind the put.",
                  how(data), f"As shares of p2p at 8 B: {'; '.join(seen)}.", rows=rows,
                  table=table(rows))


def rows_of_mode(data, mode, key):
    """Rows of all records of a set that is called as the mode is, or in which it is one of all."""
    return [{**row, "mpi": record["mpi"], "ranks": record["ranks"], "us": row[key],
             "label": row["variant"] or row["mode"], "refused": row.get("refused")}
            for name in ("signal", mode) for record in data.of_set(name)
            for row in record["result"]["rows"] if row["mode"] == mode]


def table_of(rows, unit, scale):
    heading = ("MPI", "ranks", "what", "level", unit, "spread", "x p2p")
    lines = []
    for row in rows:
        if row["us"] is None:
            figures = (f"cannot run here: {row['refused']}" if row["refused"] else "WRONG", "", "")
        else:
            figures = (f"{row['us'] / scale:.3g}", f"{100 * row['spread']:.0f} %",
                       "" if row["x_p2p"] is None else f"{row['x_p2p']:.2f}")
        lines.append((NICE[row["mpi"]], row["ranks"], row["label"],
                      "" if row["level"] is None else row["level"], *figures))
    return heading, lines


def steps(data, _cores):
    rows = rows_of_mode(data, "steps", "step_us")
    there = [row for row in rows if row["us"] is not None]
    if not there:
        return None
    cases = list(dict.fromkeys(row["label"].split(": ")[0] for row in there))
    ways = {case: [way for way in dict.fromkeys(row["label"].split(": ")[1] for row in there
                                                if row["label"].startswith(f"{case}: "))
                   if way != "p2p"] for case in cases}
    mpis = sorted({row["mpi"] for row in there}, reverse=True)
    figure, axes = plots.panels(len(cases), height=2.6, ratios=[len(ways[c]) + 1 for c in cases])
    seen = []
    for axis, case in zip(axes, cases):
        found = {(row["mpi"], row["label"].split(": ")[1]): row for row in there
                 if row["label"].startswith(f"{case}: ")}
        values = {(mpi, way): (row["x_p2p"], row["spread"] * row["x_p2p"])
                  for (mpi, way), row in found.items()}
        plots.bars(axis, ways[case], {NICE[mpi]: [values.get((mpi, way)) for way in ways[case]]
                                      for mpi in mpis}, f"{case}: a step, x p2p")
        axis.axvline(1, color="0.4", linewidth=0.8)
        first = mpis[0]
        shares = ", ".join(f"{way} {values[first, way][0]:.2f}" for way in ways[case]
                           if (first, way) in values)
        us = found[first, "p2p"]["us"] if (first, "p2p") in found else None
        seen.append(f"{case} ({amount(us)} by p2p): {shares}" if us else f"{case}: {shares}")
    plots.legend(axes)
    whys = "; ".join(dict.fromkeys(row["refused"] for row in rows if row["refused"]))
    return Figure("What fallback, threads and looking after cost (UNR, Fig. 6)",
                  "Steps of both cases by each channel of notified puts, with a thread that looks "
                  "after it and without, as multiples of the same steps by p2p; below, steps that "
                  "mostly compute and swap by p2p, while a channel that carries nothing wants to be "
                  "looked after, beside the same once more.",
                  f"{rows[0]['ranks']} ranks; a case is begun anew for each turn of each way, all "
                  "take turns, medians over blocks, bars show the spread. The fields at the end of "
                  "each turn have the bits of p2p." + (f" Not here: {whys}." if whys else ""),
                  f"With {NICE[mpis[0]]}, {'; '.join(seen)}.", plots.as_svg(figure), rows,
                  table_of(rows, "µs a step", 1))


def calculation(data, _cores):
    rows = rows_of_mode(data, "calculation", "half_round_trip_us")
    there = [row for row in rows if row["us"] is not None]
    if not there:
        return None
    whats = list(dict.fromkeys((row["channel"], row["label"].rsplit(", ", 1)[0]) for row in there))
    ways = list(dict.fromkeys(row["label"].rsplit(", ", 1)[1] for row in there))
    found = {(row["channel"], *row["label"].rsplit(", ", 1)): row for row in there}
    figure, (axis,) = plots.panels(1)
    plots.bars(axis, [f"{name} ({channel})" for channel, name in whats],
               {way: [(row["us"] / 1e3, row["spread"] * row["us"] / 1e3)
                      if (row := found.get((*what, way))) else None for what in whats]
                for way in ways}, "ms, a message and the calculation upon it")
    plots.legend([axis])
    gains = [f"{name} {100 * (found[channel, name, ways[0]]['us'] / shared['us'] - 1):+.0f} %"
             for channel, name in whats if (shared := found.get((channel, name, ways[-1])))]
    return Figure("NICs shared by the ranks of a node (UNR, Fig. 5)",
                  "A ping-pong with calculation between two nodes of two ranks: each rank with a "
                  "NIC for itself, or both sharing the two and cutting every message. Whoever gets "
                  "a message calculates for as long as one takes, then sends it back; 5a has two "
                  "messages under way between partners, 5b four, with jitter or without. In 5a "
                  "the second rank of a node begins later, unless they are in step.",
                  "Four ranks of one machine over model NICs of 25 MB/s, which lets them share its "
                  "cores; over real links it is for the test bed (docs/reproduce.md).",
                  f"What sharing gains: {'; '.join(gains)}.", plots.as_svg(figure), rows,
                  table_of(rows, "ms", 1e3))
