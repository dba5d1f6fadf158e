#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Plants small wrong changes in the sources, one at a time, and asks whether a test notices.

    tests/mutants/mutants.py --only physics/ --limit 50      # the next fifty of physics/
    tests/mutants/mutants.py --table docs/testing.md         # what is known so far, as a table

Works on a copy of the sources under --work, with a build folder of its own there; what has been
tried stands in its state.json and is not tried again. Chosen are all changes of planted.txt and,
with a seed, as many as --count of what operators.py can do to each of the three libraries.
"""
import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import operators

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Which tests can see a change in a library: the nearest first, and only as far as nobody notices.
SEEN_BY = {"decomposition": ["decomposition", "comms", "conformance", "physics"],
           "comms": ["comms", "conformance", "physics"],
           "physics": ["physics", "cases"]}
NOTICED = re.compile(r"ERROR: (CHECK|REQUIRE|WARN|test case THREW)|AssertionError|seafret: ")
TABLE = re.compile(r"(<!-- mutants -->\n).*(<!-- end of mutants -->)", re.S)


def run(command, log, limit):
    """The exit status, None after so many seconds; the output goes to a file."""
    as_root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    with open(log, "w", encoding="utf-8") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env={**os.environ, **as_root},
                                   start_new_session=True)
        try:
            return process.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return None


class Bench:
    """A copy of the sources and its build."""

    def __init__(self, work, jobs, seconds, exclude):
        self.source, self.build, self.log = work / "source", work / "build", work / "log"
        self.jobs, self.seconds, self.exclude = str(jobs), seconds, exclude
        work.mkdir(parents=True, exist_ok=True)
        self.copy()
        if not (self.build / "build.ninja").exists():
            self.must(["cmake", "-S", self.source, "-B", self.build, "-G", "Ninja",
                       "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG",
                       "-DSEAFRET_UNITY=OFF", "-DSEAFRET_WERROR=OFF"])

    def copy(self):
        """What is in the working tree and differs; a file that is the same keeps its time."""
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True,
                                text=True).stdout.split("\n")
        for name in filter(None, listed):
            here, there = ROOT / name, self.source / name
            if not here.is_file():
                continue
            if not there.exists() or there.read_bytes() != here.read_bytes():
                there.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(here, there)
        for there in self.source.rglob("*.?pp"):
            if not (ROOT / there.relative_to(self.source)).exists():
                there.unlink()

    def must(self, command):
        if run(list(map(str, command)), self.log, 3600) != 0:
            raise SystemExit(f"{command[0]} failed: {self.log}")

    def compile(self, folder):
        target = f"seafret_tests_{folder}"
        extra = ["--target", "seafret"] if folder == "cases" else []
        return run(["cmake", "--build", str(self.build), "-j", self.jobs, "--target", target,
                    *extra], self.log, 1800) == 0

    def test(self, folder):
        """'' where all tests of a folder pass, else how the first one failed."""
        before = time.monotonic()
        status = run(["ctest", "--test-dir", str(self.build), "-L", f"^{folder}$", "-E",
                      self.exclude, "-j", self.jobs, "--stop-on-failure", "--output-on-failure",
                      "--timeout", str(self.seconds)], self.log, 20 * self.seconds)
        if status == 0:
            return ""
        text = self.log.read_text(encoding="utf-8", errors="replace")
        failed = re.search(r"Test +#\d+: (\S+) \.+\**\s*(Failed|Timeout|Exception|Not Run)", text)
        name = failed[1] if failed else folder
        how = "killed" if NOTICED.search(text) and "CRASHED" not in text else "half"
        return f"{how} by {name} in {time.monotonic() - before:.0f} s"

    def judge(self, mutant):
        file = self.source / mutant.file
        original = file.read_text(encoding="utf-8")
        changed = mutant.apply(original)
        if changed is None:
            return "gone"
        try:
            file.write_text(changed, encoding="utf-8")
            for folder in SEEN_BY[mutant.file.split("/")[0]]:
                if not self.compile(folder):
                    return "does not compile"
                if outcome := self.test(folder):
                    return outcome
            return "survived"
        finally:
            file.write_text(original, encoding="utf-8")


def chosen(count, seed):
    mutants = operators.planted((HERE / "planted.txt").read_text(encoding="utf-8"))
    for folder in SEEN_BY:
        found = []
        for file in sorted((ROOT / folder).rglob("*.?pp")):
            found += operators.mutants_of(str(file.relative_to(ROOT)),
                                          file.read_text(encoding="utf-8"))
        mutants += operators.sampled(found, count, seed)
    return list({m.id: m for m in mutants}.values())


def changes(mutant):
    return " ".join(mutant["old"].split()), " ".join(mutant["new"].split())


def is_there(mutant):
    """Whether the sources still have what it changes."""
    fields = {key: mutant[key] for key in ("file", "kind", "old", "new", "occurrence")}
    file = ROOT / mutant["file"]
    return file.exists() and operators.Mutant(**fields).apply(file.read_text("utf-8")) is not None


def table(state):
    """What became of them, a library a row; then, one a line, who was not killed."""
    explained = dict(line.split(" ", 1) for line in
                     (HERE / "explained.txt").read_text(encoding="utf-8").splitlines()
                     if line and not line.startswith("#"))
    rows = ["| library | planted | killed | half | alike | survived | share killed |",
            "| --- | --- | --- | --- | --- | --- | --- |"]
    left = []
    for folder in SEEN_BY:
        of = [(key, m) for key, m in sorted(state.items()) if m["file"].startswith(folder + "/")
              and not m["outcome"].startswith(("gone", "does not")) and is_there(m)]
        alike = [key for key, m in of if m["outcome"] == "survived" and key in explained]
        count = {how: sum(m["outcome"].startswith(how) for _, m in of)
                 for how in ("killed", "half", "survived")}
        judged = max(1, len(of) - len(alike))
        share = (count["killed"] + count["half"] / 2) / judged
        rows.append(f"| `{folder}/` | {len(of)} | {count['killed']} | {count['half']} | "
                    f"{len(alike)} | {count['survived'] - len(alike)} | {share:.1%} |")
        for key, m in of:
            if not m["outcome"].startswith("killed"):
                old, new = changes(m)
                left.append(f"- {m['file']}: `{old}` -> `{new}`: "
                            f"{explained.get(key, m['outcome'] + ' (' + key + ')')}")
    return "\n".join([*rows, "", "Not killed:", "", *(left or ["- none"])]) + "\n"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "mutants")
    parser.add_argument("--only", default="", help="files that match this expression")
    parser.add_argument("--limit", type=int, default=10**6, help="try no more than so many")
    parser.add_argument("--count", type=int, default=50, help="by operators, of each library")
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--seconds", type=int, default=60, help="limit of a test")
    parser.add_argument("--exclude", default="_[68]$|same_bits", help="tests left out: slow ones")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--again", default="", help="try those again whose outcome starts so")
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
        state = {k: m for k, m in state.items() if not m["outcome"].startswith(asked.again)}
    if asked.list:
        for m in mutants:
            old, new = changes(vars(m))
            print(m.id, state.get(m.id, {}).get("outcome", "-"), m.file, m.kind, old, "->", new,
                  sep="  ")
        return
    bench = Bench(asked.work, asked.jobs, asked.seconds, asked.exclude)
    todo = [m for m in mutants if m.id not in state][:asked.limit]
    for folder in {s for m in todo[:1] for s in SEEN_BY[m.file.split("/")[0]][:1]}:
        if not bench.compile(folder) or bench.test(folder):
            raise SystemExit(f"the tests of {folder} fail without any change: {bench.log}")
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
