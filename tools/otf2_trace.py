# SPDX-License-Identifier: BSD-3-Clause
"""Reads what EZTrace and Score-P leave: the regions of an OTF2 trace, by way of otf2-print.

python3-otf2 would do, but refuses EZTrace's traces, in which each rank defines its communicators anew.
"""
import re
import subprocess
from dataclasses import dataclass, field

EZTRACES_OWN = ("Working", "EZTrace finalize")  # round all, and not one in the other
EVENT = re.compile(r"^([A-Z_]+) +(\d+) +(\d+)  (.*)$")


@dataclass
class Visit:
    """Of a region: seconds from `begin` to `end`, inside `outer`; `events` that are no region, by name."""
    name: str
    outer: "Visit | None"
    begin: float
    end: float = float("nan")
    events: dict = field(default_factory=dict)

    def path(self):
        """The names of what it lies in, from the outermost, and its own."""
        return [*(self.outer.path() if self.outer else []), self.name]


def print_of(anchor, *options):
    return subprocess.run(["otf2-print", *options, anchor], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True).stdout


def ticks_a_second(anchor):
    return int(re.search(r"CLOCK_PROPERTIES.*?Ticks per Seconds: (\d+)",
                         print_of(anchor, "--show-global-defs"), re.DOTALL).group(1))


def visits_by_thread(anchor):
    """Of each thread that came by a region, in the order of the ranks: its visits by their begin.

    Raises ValueError where regions overlap, or one is not left.
    """
    second, first = ticks_a_second(anchor), None
    inside, visits = {}, {}
    for line in print_of(anchor).splitlines():
        event = EVENT.match(line)
        if not event:
            continue
        kind, thread, ticks, told = event[1], int(event[2]), int(event[3]), event[4]
        first = ticks if first is None else first
        time, outer = (ticks - first) / second, inside.get(thread)
        name = re.search('Region: "(.*?)"', told)
        if name and name[1] in EZTRACES_OWN:
            continue
        if kind == "ENTER":
            inside[thread] = Visit(name[1], outer, time)
            visits.setdefault(thread, []).append(inside[thread])
        elif kind == "LEAVE":
            if outer is None or outer.name != name[1]:
                raise ValueError(f"thread {thread} leaves {name[1]} inside {outer and outer.name}")
            outer.end, inside[thread] = time, outer.outer
        elif outer is not None:
            outer.events[kind] = outer.events.get(kind, 0) + 1
    for outer in filter(None, inside.values()):
        raise ValueError(f"{outer.name} is never left")
    return [visits[thread] for thread in sorted(visits)]
