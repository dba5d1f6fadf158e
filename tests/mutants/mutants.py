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
LIBRARIES = ["decomposition", "comms", "physics"]
# Which tests can see a change of a file, by how its name begins: the nearest first, and only as far
# as nobody notices.
SEEN_BY = {"decomposition/p": ["decomposition"],
           "decomposition/": ["decomposition", "comms"],
           "comms/": ["comms", "conformance"],
           "physics/": ["physics"]}
# What a test says, or an index that is checked, as they are in the sanitizer's build.
NOTICED = re.compile(r"ERROR: (CHECK|REQUIRE|WARN|test case THREW)|\) failed: |' threw: "
                     r"|AssertionError|Assertion '|seafret: ")
TABLE = re.compile(r"(<!-- mutants -->\n).*(<!-- end of mutants -->)", re.S)


class Running:
    """A command whose output goes to a file."""

    def __init__(self, command, log, limit, environment=(), folder=None):
        self.log, self.begun, self.limit = log, time.monotonic(), limit
        with open(log, "w", encoding="utf-8") as out:
            self.process = subprocess.Popen(
                list(map(str, command)), stdout=out, stderr=subprocess.STDOUT, cwd=folder,
                env={**os.environ, **dict(environment)}, start_new_session=True)

    def seconds(self):
        return time.monotonic() - self.begun

    def ended(self):
        return self.process.poll() is not None or self.seconds() > self.limit

    def stop(self):
        if self.process.poll() is not None:
            return
        self.process.terminate()  # a launcher ends its ranks
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def wait(self):
        while not self.ended():
            time.sleep(0.02)
        self.stop()
        return self.process.returncode

    def said(self):
        return self.log.read_text(encoding="utf-8", errors="replace")


def mirror(here, there):
    """Makes `there` the same as `here`: what has the same time is the same."""
    for folder, _, files in os.walk(here):
        to = there / Path(folder).relative_to(here)
        to.mkdir(parents=True, exist_ok=True)
        for name in files:
            source, target = Path(folder, name), to / name
            if not target.exists() or source.stat().st_mtime_ns != target.stat().st_mtime_ns:
                target.unlink(missing_ok=True)  # a test of it may still be ending
                shutil.copy2(source, target)


class Test:
    """One of ctest's, run without it: the quick ones first, and no more once one has noticed."""

    def __init__(self, described):
        self.name, self.command = described["name"], described["command"]
        has = {p["name"]: p["value"] for p in described["properties"]}
        self.environment = [line.split("=", 1) for line in has["ENVIRONMENT"]]
        self.folder = has["WORKING_DIRECTORY"]

    def start(self, log, limit):
        return Running(self.command, log, limit, self.environment, self.folder)

    @staticmethod
    def outcome(running):
        """'' where it passed, else whether it says what is wrong."""
        if running.process.returncode in (0, 77):
            return ""
        return "killed" if NOTICED.search(running.said()) else "half"


class Bench:
    """A copy of the sources and its build."""

    def __init__(self, work, jobs, exclude):
        self.source, self.build, self.log = work / "source", work / "build", work / "log"
        self.kept = work / "kept"
        self.jobs, self.exclude, self.file = jobs, exclude, work / "seconds.json"
        work.mkdir(parents=True, exist_ok=True)
        self.seconds = json.loads(self.file.read_text()) if self.file.exists() else {}
        self.copy()
        if not (self.build / "build.ninja").exists():
            self.must(["cmake", "-S", self.source, "-B", self.build, "-G", "Ninja",
                       "-DCMAKE_BUILD_TYPE=Release", "-DSEAFRET_UNITY=OFF", "-DSEAFRET_WERROR=OFF",
                       "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG -D_GLIBCXX_ASSERTIONS"])

    def copy(self):
        """What is in the working tree and differs; a file that is the same keeps its time."""
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT,
                                check=True, capture_output=True, text=True).stdout.split("\n")
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
        if Running(command, self.log, 3600).wait() != 0:
            raise SystemExit(f"{command[0]} failed: {self.log}")

    def compile(self, folder):
        return Running(["cmake", "--build", self.build, "-j", self.jobs, "--target",
                        *self.programs(folder)], self.log, 1800).wait() == 0

    def programs(self, folder):
        return sorted({Path(word).name for test in self.tests(folder) for word in test.command
                       if word.startswith(str(self.build))})

    def tests(self, folder):
        described = subprocess.run(["ctest", "--test-dir", self.build, "-L", f"^{folder}$", "-E",
                                    self.exclude, "--show-only=json-v1"], check=True,
                                   capture_output=True, text=True).stdout
        tests = [Test(test) for test in json.loads(described)["tests"]]
        return sorted(tests, key=lambda test: self.seconds.get(test.name, 0))

    def test(self, folder):
        """'' where all tests of a folder pass, else what the first one says that says something. A
        crash says nothing: after three of them no more are tried."""
        waiting, running, silent = self.tests(folder), {}, []
        try:
            while (waiting or running) and len(silent) < 3:
                while waiting and len(running) < self.jobs:
                    test = waiting.pop(0)
                    limit = 40 + 10 * self.seconds.get(test.name, 60)
                    running[test] = test.start(self.log.with_suffix(f".{len(waiting)}"), limit)
                for test in [test for test, process in running.items() if process.ended()]:
                    process = running.pop(test)
                    process.stop()
                    outcome = test.outcome(process)
                    if outcome == "killed":
                        return f"killed by {test.name}"
                    silent += [f"half by {test.name}"] if outcome else []
                    self.seconds.setdefault(test.name, process.seconds())
                time.sleep(0.01)
            return silent[0] if silent else ""
        finally:
            for process in running.values():
                process.stop()
            self.file.write_text(json.dumps(self.seconds, indent=1))

    def measure(self, folder):
        """What its tests take, once, and that they pass without a change."""
        failed = "" if self.compile(folder) else "does not compile"
        if failed or folder not in self.seconds and (failed := self.test(folder)):
            raise SystemExit(f"{folder} without any change: {failed}: {self.log}")
        if folder not in self.seconds:
            self.seconds[folder] = 0
            self.file.write_text(json.dumps(self.seconds, indent=1))

    def keep(self):
        """The build of the sources without a change: to copy is quicker than to compile again."""
        mirror(self.build, self.kept)

    def restore(self):
        mirror(self.kept, self.build)

    def judge(self, mutant):
        file = self.source / mutant.file
        original, time_before = file.read_text(encoding="utf-8"), file.stat().st_mtime_ns
        changed = mutant.apply(original)
        if changed is None:
            return "gone"
        try:
            file.write_text(changed, encoding="utf-8")
            for folder in seen_by(mutant.file):
                if not self.compile(folder):
                    return "does not compile"
                if outcome := self.test(folder):
                    return outcome
            return "survived"
        finally:
            file.write_text(original, encoding="utf-8")
            self.restore()
            os.utime(file, ns=(time_before, time_before))


def seen_by(file):
    return next(folders for begin, folders in SEEN_BY.items() if file.startswith(begin))


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


def table(state):
    """What became of them, a library a row; then, one a line, who was not killed."""
    explained = explanations()
    rows = ["| library | planted | killed | half | alike | survived | share killed |",
            "| --- | --- | --- | --- | --- | --- | --- |"]
    left = []
    for folder in LIBRARIES:
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
                left.append(f"- `{m['file']}`: `{old}` -> `{new}`: "
                            f"{explained.get(key, m['outcome'] + ' (' + key + ')')}")
    return "\n".join([*rows, "", "Not killed:", "", *(left or ["- none"])]) + "\n"


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
    parser.add_argument("--again", default="", help="those again whose outcome begins so, but for explained ones")
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
        known = explanations()
        state = {k: m for k, m in state.items()
                 if k in known or not m["outcome"].startswith(asked.again)}
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
