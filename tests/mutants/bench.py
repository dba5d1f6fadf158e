# SPDX-License-Identifier: BSD-3-Clause
"""A copy of the sources and its build, in which one change after the other is tried."""
import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Which tests can see a change of a file, by how its name begins: the nearest first, and only as far
# as nobody notices.
SEEN_BY = {"decomposition/p": ["decomposition"],
           "decomposition/": ["decomposition", "comms"],
           "comms/": ["comms", "conformance"],
           "physics/": ["physics"],
           "miniapp/": ["cases"]}
# What a test says, or an index that is checked, as they are in the sanitizer's build.
NOTICED = re.compile(r"ERROR: (CHECK|REQUIRE|WARN|test case THREW)|\) failed: |' threw: "
                     r"|AssertionError|Assertion '|seafret: |\bFAIL\b")


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
            if source.is_symlink():
                continue  # what tests leave
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
                        f"seafret_tests_{folder}"], self.log, 1800).wait() == 0

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
