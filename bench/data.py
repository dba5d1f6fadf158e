# SPDX-License-Identifier: BSD-3-Clause
"""The records that bench/run.py leaves, as rows that can be asked for."""
import json
from statistics import median


class Data:
    """All records of a folder. A row is one mode of one launch; times are in microseconds."""

    def __init__(self, folder):
        self.folder, self.records = folder, []
        for file in sorted(folder.glob("*.json")):
            record = json.loads(file.read_text())
            if "set" in record:
                self.records.append(record)
        self.rows = [row for record in self.records for row in rows_of(record)]

    def of_set(self, name):
        """Records of what went well."""
        return [record for record in self.records if record["set"] == name and "result" in record]

    def results_of(self, name):
        return [record["result"] for record in self.of_set(name)]

    def of(self, **where):
        """Rows whose values are these; a tuple means any of them."""
        def fits(row):
            return all(row[key] in (value if isinstance(value, tuple) else (value,))
                       for key, value in where.items())
        return [row for row in self.rows if fits(row)]

    def results(self):
        return [record["result"] for record in self.records if "result" in record]

    def errors(self):
        return [record for record in self.records if "error" in record]


def label(row):
    """A mode in one or two words."""
    if row["on_node"] == "direct":
        return "direct"
    words = [row["mode"]]
    if row["window"] == "create":
        words.append("created")
    if row["packing"] == "datatype":
        words.append("datatypes")
    if row["combine"] != "true":
        words.append("one by one" if row["combine"] == "false" else f"{row['combine']} combined")
    return ", ".join(words)


def rows_of(record):
    """The multiple of memcpy is None where ranks share cores: it says how they took turns there.
    The share is that of p2p in the same launch."""
    result = record.get("result", {})
    if result.get("benchmark") != "halo":
        return
    crowded = record["ranks"] > record["cores"]
    p2p = next((row["median_us"] for row in result["rows"] if label(row) == "p2p"), None)
    for row in result["rows"]:
        yield {"set": record["set"], "variant": record["variant"], "mpi": record["mpi"],
               "ranks": record["ranks"], "label": label(row), "us": row["median_us"],
               "ratio": None if crowded else row["ratio"], "spread": row["spread"],
               "share": row["median_us"] / p2p if row["median_us"] and p2p else None,
               "correct": row["correct"],
               "refused": row.get("refused"), "halo_points": row.get("halo_points"),
               "sent_by_all": row.get("bytes_total"), "combine": row["combine"],
               "messages": row["messages"], "sent": row["bytes"],
               "swap_bytes": result["bytes"], "points": result["points"],
               "depth": result["depth"], "fields": len(result["levels"]),
               "flat": result["levels"].count(1), "levels": max(result["levels"]),
               "blocks": result["blocks"], "repeated": result["blocks_repeated"],
               "swaps": result["repetitions"], "memcpy_us": result["floors"]["memcpy_us"]}


def series(rows, labels, value=lambda row: row["us"]):
    """For each label its (ranks, value, spread), where it was right."""
    found = {}
    for name in labels:
        points = sorted((row["ranks"], value(row), row["spread"] * value(row))
                        for row in rows if row["label"] == name and row["us"] is not None)
        if points:
            found[name] = points
    return found


def against(rows, reference):
    """Each time as a share of the reference's in the same launch."""
    base = {(row["mpi"], row["variant"], row["ranks"]): row["us"] for row in rows
            if row["label"] == reference and row["us"]}

    def key(row):
        return row["mpi"], row["variant"], row["ranks"]
    return [{**row, "us": row["us"] / base[key(row)]} for row in rows
            if row["us"] is not None and key(row) in base]


def typical_spread(rows):
    spreads = [row["spread"] for row in rows if row["spread"] is not None]
    return median(spreads) if spreads else 0
