#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Plants small wrong changes in the sources, one at a time, and asks whether a test notices.

    tests/mutants/mutants.py --only physics/ --limit 50      # the next fifty of physics/
    tests/mutants/mutants.py --table docs/testing.md         # what is known so far, as a table

Works on a copy of the sources under --work, with a build folder of its own there; what has been
tried stands in its state.json and is not tried again. Chosen are all changes of planted.txt and,
with a seed, as many as --count of what operators.py can do to each library and to the cases.
"""
import argparse
import json
import os
import re
import time
from pathlib import Path

import operators
from bench import ROOT, Bench, seen_by

HERE = Path(__file__).resolve().parent
LIBRARIES = ["decomposition", "comms", "physics", "miniapp/cases"]
TABLE = re.compile(r"(<!-- mutants -->\n).*(<!-- end of mutants -->)", re.S)


def chosen(count, seed):
    mutants = operators.planted((HERE / "planted.txt").read_text(encoding="utf-8"))
    for folder in LIBRARIES:
        found = []
        for file in sorted((ROOT / folder).rglob("*.?pp")):
            found += operators.mutants_of(str(file.relative_to(ROOT)),
                                          file.read_text(encoding="utf-8"))
        mutants += operators.sampled(found, count, seed)
    return list({m.id: m for m in mutants}.values())


def changes(mutant):
    """The old and the new text; of long lines what is about the difference."""
    texts = [" ".join(mutant[key].split()) for key in ("old", "new")]
    begin = max(0, len(os.path.commonprefix(texts)) - 25)
    return [("... " if begin else "") + text[begin:begin + 55] +
            (" ..." if len(text) > begin + 55 else "") for text in texts]


def is_there(mutant):
    """Whether the sources still have what it changes."""
    fields = {key: mutant[key] for key in ("file", "kind", "old", "new", "occurrence")}
    file = ROOT / mutant["file"]
    return file.exists() and operators.Mutant(**fields).apply(file.read_text("utf-8")) is not None


def explanations():
    return dict(line.split(" ", 1) for line in
                (HERE / "explained.txt").read_text(encoding="utf-8").splitlines()
                if line and not line.startswith("#"))


def row(name, judged, explained):
    """How many of these were killed, and so on."""
    alike = sum(m["outcome"] == "survived" and key in explained for key, m in judged.items())
    killed, half, survived = (sum(m["outcome"].startswith(how) for m in judged.values())
                              for how in ("killed", "half", "survived"))
    share = (killed + half / 2) / max(1, len(judged) - alike)
    return (f"| {name} | {len(judged)} | {killed} | {half} | {alike} | {survived - alike} | "
            f"{share:.1%} |")


def table(state):
    """What became of them, a library a row; then, one a line, who was not killed."""
    explained = explanations()
    judged = {key: m for key, m in sorted(state.items(), key=lambda item: item[1]["file"])
              if m["outcome"].startswith(("killed", "half", "survived")) and is_there(m)}
    rows = [row(f"`{folder}/`", {k: m for k, m in judged.items() if m["file"].startswith(folder)},
                explained) for folder in LIBRARIES]
    left = []
    for key, m in judged.items():
        if not m["outcome"].startswith("killed"):
            old, new = changes(m)
            left.append(f"- `{m['file']}`: `{old}` -> `{new}`: "
                        f"{explained.get(key, m['outcome'] + ' (' + key + ')')}")
    return "\n".join(["| library | planted | killed | half | alike | survived | share killed |",
                      "| --- | --- | --- | --- | --- | --- | --- |", *rows,
                      row("all", judged, explained), "", "Not killed:", "",
                      *(left or ["- none"])]) + "\n"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "mutants")
    parser.add_argument("--only", default="", help="files that match this expression")
    parser.add_argument("--limit", type=int, default=10**6, help="try no more than so many")
    parser.add_argument("--count", type=int, default=50, help="by operators, of each library")
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--exclude", help="tests left out: slow ones",
                        default="_[68]$|^(conformance|physics)/.*_3$|lost_peer")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--again", default="",
                        help="those again whose outcome begins so, if not explained")
    parser.add_argument("--list", action="store_true", help="show them, and what is known")
    parser.add_argument("--table", type=Path, help="write what is known into this page")
    return parser.parse_args()


def main():
    asked = arguments()
    file = asked.work / "state.json"
    state = json.loads(file.read_text()) if file.exists() else {}
    if asked.table:
        page = asked.table.read_text(encoding="utf-8")
        asked.table.write_text(TABLE.sub(lambda m: m[1] + table(state) + m[2], page),
                               encoding="utf-8")
        return
    mutants = [m for m in chosen(asked.count, asked.seed) if re.search(asked.only, m.file)]
    if asked.again:
        asked_for = {m.id for m in mutants} - explanations().keys()
        state = {k: m for k, m in state.items()
                 if k not in asked_for or not m["outcome"].startswith(asked.again)}
    if asked.list:
        for m in mutants:
            old, new = changes(vars(m))
            print(m.id, state.get(m.id, {}).get("outcome", "-"), m.file, m.kind, old, "->", new,
                  sep="  ")
        return
    bench = Bench(asked.work, asked.jobs, asked.exclude)
    todo = [m for m in mutants if m.id not in state]
    todo = sorted(todo, key=lambda m: m.file.endswith(".hpp"))[:asked.limit]  # these cost most
    for folder in dict.fromkeys(s for m in todo for s in seen_by(m.file)):
        bench.measure(folder)
    bench.keep()
    for n, mutant in enumerate(todo):
        before = time.monotonic()
        outcome = bench.judge(mutant)
        state[mutant.id] = {**vars(mutant), "outcome": outcome}
        file.write_text(json.dumps(state, indent=1))
        old, new = changes(vars(mutant))
        print(f"{n + 1}/{len(todo)} {time.monotonic() - before:4.0f} s  {outcome}  {mutant.file}: "
              f"{old} -> {new}", flush=True)


if __name__ == "__main__":
    main()
