#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures the points of the papers' figures, one launch of seafret after the other.

Each leaves a file in the output folder, whose name is printed; what is there from the same program
is not measured again. bench/page.py draws the page.
"""
import argparse
import hashlib
import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

from points import all_points

ROOT = Path(__file__).resolve().parent.parent


class Build:
    """A build folder: a program, and how its MPI starts it."""

    def __init__(self, folder):
        cache = (folder / "CMakeCache.txt").read_text()
        self.program = folder / "seafret"
        self.launcher = re.search(r"^SEAFRET_MPIEXEC:\w+=(.*)$", cache, re.M)[1]
        self.mpi = re.search(r"^SEAFRET_MPI_FAMILY:\w+=(.*)$", cache, re.M)[1]
        self.hash = hashlib.sha256(self.program.read_bytes()).hexdigest()[:16]

    def launch(self, ranks, extra):
        crowded = ranks > len(os.sched_getaffinity(0))
        if self.mpi == "mpich":
            how = ["-bind-to", "none" if crowded else "core:1"]
        else:
            how = ["-q", "--oversubscribe", "--bind-to", "none"] if crowded else [
                "-q", "--map-by", "slot:PE=1", "--bind-to", "core:if-supported"]
        return [self.launcher, "-n", str(ranks), *how, *extra]


def stop(process):
    """The launcher is asked first: it knows where its ranks are."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        pass
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass  # nobody is left


def run(command, limit):
    """Exit status and the last words; -1 if it took too long."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    if os.geteuid() == 0:
        environment |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    with subprocess.Popen(command, cwd=ROOT, env=environment, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          start_new_session=True) as process:
        try:
            words = process.communicate(timeout=limit)[1].strip().splitlines()
            said = [line for line in words if line.startswith("seafret:")] or words
            return process.returncode, said[-1] if said else ""
        except subprocess.TimeoutExpired:
            stop(process)
            return -1, f"stopped after {limit} s"
        except BaseException:
            stop(process)
            raise


def measure(point, build, folder, limit):
    """The record of a point: what was run, where, and the program's own JSON or its last words."""
    scratch = folder / "scratch"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    result, partition = scratch / "result.json", scratch / "partition.h5"
    where = {"bench": ["--json", result], "run": ["--output", scratch],
             "partition": ["--json", result, "--out", partition]}[point.arguments[0]]
    command = [*build.launch(point.ranks, point.launch), build.program, *arguments_of(point),
               *where]
    load, begin = os.getloadavg()[0], time.monotonic()
    status, words = run([str(word) for word in command], limit)
    record = {"set": point.set, "variant": point.variant, "mpi": point.mpi, "ranks": point.ranks,
              "arguments": arguments_of(point), "launch": point.launch, "program": build.hash,
              "took_s": round(time.monotonic() - begin, 1), "load_before": round(load, 2),
              "cores": len(os.sched_getaffinity(0)), "kernel": platform.release()}
    # Status 2: something was wrong, and the result says what.
    if status in (0, 2) and result.is_file():
        record["result"] = json.loads(result.read_text())
    else:
        record["error"] = words or f"exit status {status}"
    if partition.is_file():
        record["partition"] = f"{point.name}.h5"
        partition.replace(folder / record["partition"])
    shutil.rmtree(scratch)
    return record


def arguments_of(point):
    if point.arguments[0] != "bench" or point.arguments[1] == "search":
        return list(point.arguments)
    if point.arguments[1] == "signal":
        return [*point.arguments, "--blocks", str(point.blocks), "--block-ms", str(point.block_ms)]
    return [*point.arguments, "--blocks", str(point.blocks), "--swaps", str(point.swaps)]


def is_done(file, point, build):
    try:
        old = json.loads(file.read_text())
    except (OSError, ValueError):
        return False
    return ("result" in old and old["program"] == build.hash and
            (file.parent / old.get("partition", "")).exists() and
            (old["arguments"], old["launch"]) == (arguments_of(point), list(point.launch)))


def is_right(record):
    rows = record.get("result", {}).get("rows", [])
    return "result" in record and all(row.get("correct", True) or "refused" in row for row in rows)


def options():
    parser = argparse.ArgumentParser(
        prog="run.sh bench", description=__doc__,
        epilog="One benchmark by itself: ./run.sh bench halo [-n RANKS] [--mpi MPI] [option]...")
    parser.add_argument("--build", type=Path, action="append", metavar="DIR",
                        help="a build folder (build/release and build/release-mpich)")
    parser.add_argument("--output", type=Path, default=Path("out/bench"), metavar="DIR")
    parser.add_argument("--only", default="", metavar="REGEX", help="points whose names match")
    parser.add_argument("--again", action="store_true", help="measure also what is there")
    parser.add_argument("--minutes", type=float, default=9.8,
                        help="when to end; the next run goes on from there (9.8)")
    parser.add_argument("--limit", type=float, default=90, metavar="SECONDS",
                        help="a point that takes longer is given up (90)")
    parser.add_argument("--quick", action="store_true",
                        help="one block of one swap: everything runs, nothing is measured well")
    parser.add_argument("--list", action="store_true", help="names the points and ends")
    return parser.parse_args()


def measure_all(points, builds, folder, chosen):
    """How many points went wrong."""
    deadline, left, bad = time.monotonic() + 60 * chosen.minutes, 0, 0
    for number, point in enumerate(points, 1):
        file, build = folder / f"{point.name}.json", builds[point.mpi]
        if not chosen.again and is_done(file, point, build):
            continue
        time_left = deadline - time.monotonic()
        if time_left < 15:  # too short to learn anything
            left += 1
            continue
        record = measure(point, build, folder, round(min(chosen.limit, time_left)))
        file.write_text(json.dumps(record, indent=1) + "\n")
        right = is_right(record)
        bad += not right
        said = f"{record['took_s']} s" + ("" if right else f", {record.get('error', 'WRONG')}")
        print(f"bench: {number}/{len(points)} {point.name}: {said}", file=sys.stderr, flush=True)
    if left:
        print(f"bench: time is up, {left} points are left; run it again to go on", file=sys.stderr)
    return bad


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that run() stops its launch
    chosen = options()
    folders = chosen.build or [f for f in (ROOT / "build/release", ROOT / "build/release-mpich")
                               if (f / "seafret").is_file()]
    builds = {build.mpi: build for build in map(Build, (f.resolve() for f in folders))}
    points = [p for p in all_points() if re.search(chosen.only, p.name) and p.mpi in builds]
    if chosen.quick:
        points = [replace(p, blocks=1, swaps=1, block_ms=0.01) for p in points]
    if chosen.list:
        print(*(p.name for p in points), sep="\n")
        return 0
    folder = chosen.output.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    bad = measure_all(points, builds, folder, chosen)
    print(folder)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
