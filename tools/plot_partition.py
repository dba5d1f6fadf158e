#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws partitions that `seafret partition --out` wrote, side by side: a colour for each node, a
frame round what each rank owns; land is grey, what is outside the sea is light grey."""
import sys
from pathlib import Path

try:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import partition_map
    from hdf5_file import Unusable
except ImportError as missing:
    sys.exit(f"plot_partition.py: {missing}; install h5py and matplotlib")
from command_line import Parser, save

HEIGHT, WIDEST = 5.0, 16.0  # inches
BESIDE, ABOVE = 0.9, 1.2    # what stands round a map


def read(path):
    try:
        return partition_map.read(path)
    except Unusable as error:
        sys.exit(f"plot_partition.py: {path} {error}")


def draw(partitions):
    shapes = [partition_map.shape(p) for p in partitions]
    height = min(HEIGHT, (WIDEST - BESIDE * len(shapes)) / sum(shapes))
    widths = [height * shape for shape in shapes]
    figure, panels = plt.subplots(
        1, len(partitions), figsize=(sum(widths) + BESIDE * len(widths), height + ABOVE),
        width_ratios=widths, squeeze=False, layout="constrained")
    for panel, partition, width in zip(panels[0], partitions, widths):
        partition_map.draw(panel, partition, width)
    return figure


def main():
    parser = Parser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="PART.h5")
    parser.add_argument("-o", "--output", type=Path, metavar="PNG",
                        help="or .svg, .pdf (beside the first file, with its name)")
    chosen = parser.parse_args()
    partitions = [read(file) for file in chosen.files]
    output = chosen.output or chosen.files[0].with_suffix(".png")
    if not output.suffix:
        parser.error(f"{output} has no ending that says what picture it is, as .png")
    if output.resolve() in [file.resolve() for file in chosen.files]:
        parser.error(f"{output} is one of the partitions")
    save(draw(partitions), output, dpi=150)
    print(output)


if __name__ == "__main__":
    main()
