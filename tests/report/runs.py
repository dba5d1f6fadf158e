# SPDX-License-Identifier: BSD-3-Clause
"""Small runs of all cases, and their pages taken apart."""
import base64
import json
import os
import re
import subprocess
import zlib
from html.parser import HTMLParser
from pathlib import Path

SEAFRET = os.environ["SEAFRET"]
SOURCE = Path(os.environ["SEAFRET_SOURCE"])
VOID = {"meta", "link", "img", "br", "hr"}
WAVE = """
case: {name: rotation, shapes: [cone]}
grid: {points: 24x20x1, spacing: [0.04, 0.05]}
time: {steps: 5, dt: 0.005}
"""
WAVE_REFERENCE = """
validation: {level: ci, about: a cone, not_compared: []}
runs: {short: [time.steps=2], long: [time.steps=6]}
kept: {overrides: [time.steps=3], tolerance: 1e-12}
quantities:
  height: {run: short, measure: cone_max, reference: 7, high: 8, kind: regression, source: ours}
  base: {run: long, measure: cone_min, reference: 0, low: 0, high: 0.1,
    kind: reference, source: a < b}
  least: {run: long, measure: cone_min, reference: 3, tolerance: 0.05,
    kind: reference, source: wrong}
"""


def seafret(*arguments, ranks=0):
    launch = [*os.environ["SEAFRET_LAUNCH"].split(), "-n", str(ranks)] if ranks else []
    return subprocess.run([*launch, SEAFRET, *map(str, arguments)], text=True, check=False,
                          capture_output=True)


def cases():
    return seafret("list", "cases").stdout.split()


def try_run(case, folder, ranks=1, steps=4, settings=()):
    """The small run of a case as same_bits.sh has it."""
    line, = re.findall("^same_bits (.*)", (SOURCE / "tests/cases/small" / case).read_text(), re.M)
    chosen = [word for one in [*line.split(), f"time.steps={steps}", *settings]
              for word in ("--set", one)]
    return seafret("run", SOURCE / f"inputs/{case}.yaml", *chosen, "--output", folder, ranks=ranks)


def run(case, folder, ranks=1, **options):
    done = try_run(case, folder, ranks, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return Path(folder)


def result(folder):
    return json.loads((Path(folder) / "result.json").read_text())


def validate_wave(*more):
    """A validation case of two runs and a kept one, in out/wave; one of its references is wrong."""
    for kind, text in [("validation", WAVE), ("reference", WAVE_REFERENCE)]:
        folder = Path("wave", kind)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "wave.yaml").write_text(text)
    for options, status in [(["--keep-fields"], 0), (more, 2)]:
        done = seafret("validate", "wave", "--inputs", "wave", "--output", "out", *options)
        assert done.returncode == status, done.stdout + done.stderr


class Page(HTMLParser):
    """A page's tables by the heading above them, and whatever is wrong with its tags."""

    def __init__(self, path):
        super().__init__()
        self.open, self.problems, self.images = [], [], []
        self.tables, self.texts, self.row = {}, {}, None
        self.heading = ""
        self.feed(Path(path).read_text())
        self.close()
        if self.open:
            self.problems.append(f"not closed: {self.open}")

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("src", "href", "data", "action") and not value.startswith(("data:", "#")):
                self.problems.append(f"{tag} asks for {value}")
            if name in ("src", "href") and value.startswith("data:image/png"):
                self.images.append(value)
        if tag in ("script", "iframe", "object"):
            self.problems.append(f"there is a {tag}")
        if tag in ("h1", "h2"):
            self.heading = ""
        if tag == "tr":
            self.row = []
        if tag in ("td", "th"):
            self.row.append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> closes another at {self.getpos()}")
        if tag == "tr":
            self.tables.setdefault(self.heading, []).append(self.row)
            self.row = None

    def handle_data(self, data):
        if self.open and self.open[-1] in ("h1", "h2"):
            self.heading += data
        elif self.open and self.open[-1] == "style" and re.search(r"@import|url\(", data):
            self.problems.append("the style sheet asks for more")
        elif self.row:
            self.row[-1] += data
        self.texts[self.heading] = self.texts.get(self.heading, "") + data

    def table(self, heading):
        """Its rows by their first cell, each a dictionary by the names of the columns."""
        names, *rows = self.tables[heading]
        return {row[0]: dict(zip(names, row)) for row in rows}


def decode_png(uri):
    """Width, height and rows of the numbers of colours, all sums of the file verified."""
    png = base64.b64decode(uri.split(",")[1], validate=True)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, chunks = 8, {}
    while at < len(png):
        size, kind = int.from_bytes(png[at:at + 4], "big"), png[at + 4:at + 8]
        content, crc = png[at + 8:at + 8 + size], png[at + 8 + size:at + 12 + size]
        assert zlib.crc32(kind + content) == int.from_bytes(crc, "big"), kind
        chunks[kind.decode()] = content
        at += 12 + size
    width, height = (int.from_bytes(chunks["IHDR"][n:n + 4], "big") for n in (0, 4))
    assert chunks["IHDR"][8:] == bytes([8, 3, 0, 0, 0])
    rows = zlib.decompress(chunks["IDAT"])
    assert len(rows) == (width + 1) * height and not any(rows[::width + 1])
    return [rows[n * (width + 1) + 1:(n + 1) * (width + 1)] for n in range(height)]
