# SPDX-License-Identifier: BSD-3-Clause
"""What UNR's paper draws, from the records of `seafret bench signal`."""
import plots
from figures import Figure, amount

WAYS = ("p2p", "fence", "pscw", "lock", "flush", "put_flush_send", "partitioned")
NICE = {"openmpi": "Open MPI", "mpich": "MPICH"}


def signal_rows(data, levels):
    """Rows of both MPIs: those of Fig. 4, or those of a model NIC with few custom bits."""
    return [{**row, "mpi": record["mpi"], "ranks": record["ranks"], "us": row["half_round_trip_us"],
             "label": row["variant"] or row["channel"] or row["mode"],
             "refused": row.get("refused")}
            for record in data.of_set("signal") for row in record["result"]["rows"]
            if (row["variant"] is not None) == levels and row["mode"] != "calculation"]


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
        lines.append((NICE[row["mpi"]], row["mode"], row["channel"] or "",
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
    plots.lines(top, over_bytes(here, "us"), what="µs, half a round trip", tick=bytes_in_words)
    plots.lines(bottom, over_bytes(here, "x_p2p", spread=False), what="x p2p", tick=bytes_in_words)
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
