# SPDX-License-Identifier: BSD-3-Clause
"""tools/plot_partition.py on partitions cut at random."""
import os
import subprocess
import unittest
from pathlib import Path

from libraries import SOURCE, assert_refused, need, tool

need("h5py", "numpy", "matplotlib")

import h5py
import numpy as np
from matplotlib.colors import to_rgb

import maps
import partition_map
import plot_partition

SEED = int(os.environ.get("SEAFRET_SEED", "20"))
NX, NY = 60, 45


def cut(boxes, numbers):
    """Divides the largest box somewhere."""
    x0, x1, y0, y1 = boxes.pop(max(range(len(boxes)), key=lambda n: (boxes[n][1] - boxes[n][0]) *
                                                                    (boxes[n][3] - boxes[n][2])))
    if numbers.random() < (x1 - x0 - 1) / (x1 - x0 - 1 + y1 - y0 - 1):
        middle = int(numbers.integers(x0 + 1, x1))
        return boxes + [(x0, middle, y0, y1), (middle, x1, y0, y1)]
    middle = int(numbers.integers(y0 + 1, y1))
    return boxes + [(x0, x1, y0, middle), (x0, x1, middle, y1)]


def write(path, ranks, cores, seed, axes=True):
    numbers = np.random.default_rng(seed)
    boxes = [(0, NX, 0, NY)]
    while len(boxes) < ranks:
        boxes = cut(boxes, numbers)
    boxes = np.array(boxes, "i4")
    owner = np.full((NY, NX), -1, "i4")
    for rank, (x0, x1, y0, y1) in enumerate(boxes):
        owner[y0:y1, x0:x1] = rank
    with h5py.File(path, "w") as file:
        file["mask"] = numbers.integers(0, 3, (NY, NX)).astype("u1")
        file["owner"], file["boxes"] = owner, boxes
        file["node"] = np.arange(ranks, dtype="i4") // cores
        if axes:
            file["lon"], file["lat"] = 5 + 0.1 * np.arange(NX), 50 + 0.1 * np.arange(NY)
        file.attrs["format"] = np.bytes_("seafret partition 1")
        file.attrs["mask_checksum"] = np.bytes_("0")
        file.attrs["ordering"], file.attrs["partitioner"] = np.bytes_("(2x2,3)"), "k_section_search"
        file.attrs["cost"], file.attrs["cost_value"] = np.bytes_("comms"), 107.0
        file.attrs["cores_per_node"] = np.array([cores], "i4")  # one of these, or just one


def touch(a, b):
    return a[0] <= b[1] and b[0] <= a[1] and a[2] <= b[3] and b[2] <= a[3]


class Map(unittest.TestCase):
    def setUp(self):
        print(f"SEAFRET_SEED={SEED}")

    def test_nodes_beside_each_other_have_different_colours(self):
        for n in range(20):
            write("part.h5", 96, 1 + n % 4, SEED + n)
            partition = partition_map.read("part.h5")
            image = partition_map.picture(partition)
            colour = {}
            for rank, node in enumerate(partition.node):
                mine = image[(partition.owner == rank) & (partition.mask == 1)]
                self.assertLessEqual(len(np.unique(mine, axis=0)), 1)
                if len(mine):
                    self.assertEqual(colour.setdefault(node, tuple(mine[0])), tuple(mine[0]))
            for a, box in enumerate(partition.boxes):
                for b, other in enumerate(partition.boxes[:a]):
                    pair = partition.node[a], partition.node[b]
                    if pair[0] != pair[1] and touch(box, other) and set(pair) <= set(colour):
                        self.assertNotEqual(colour[pair[0]], colour[pair[1]], f"nodes {pair}")

    def test_land_outside_and_the_forgotten_stand_out(self):
        write("part.h5", 4, 2, SEED)
        with h5py.File("part.h5", "a") as file:
            file["owner"][3:6, 3:6] = -1
        partition = partition_map.read("part.h5")
        image = partition_map.picture(partition)
        for value, grey in ((0, maps.LAND), (2, maps.BEYOND)):
            self.assertTrue((image[partition.mask == value] == to_rgb(grey)).all())
        forgotten = (partition.owner == -1) & (partition.mask == 1)
        red = (image == to_rgb(partition_map.FORGOTTEN)).all(axis=2)
        np.testing.assert_array_equal(red, forgotten)

    def test_title(self):
        write("part.h5", 6, 4, SEED)
        self.assertEqual(partition_map.read("part.h5").title,
                         "k_section_search (2x2,3)\n6 ranks, 4 a node; comms 107")


class Program(unittest.TestCase):
    def setUp(self):
        write("a.h5", 24, 12, SEED)
        write("b.h5", 200, 12, SEED, axes=False)
        Path("a.png").unlink(missing_ok=True)

    def test_one_and_several(self):
        for arguments, written in ((["a.h5"], "a.png"), (["a.h5", "b.h5", "-o", "two.png"],
                                                         "two.png")):
            done = tool("plot_partition.py", *arguments)
            self.assertEqual((done.returncode, done.stdout.strip()), (0, written), done.stderr)
            picture = Path(written).read_bytes()
            self.assertTrue(picture.startswith(b"\x89PNG"))
            self.assertGreater(len(picture), 10_000)

    def test_what_the_program_writes(self):
        for name, options in (("ggui28.yaml", ("--cost", "comms")), ("stratus.yaml", ())):
            subprocess.run([os.environ["SEAFRET"], "partition", SOURCE / "inputs" / name, "--ranks",
                            "24", "--cores-per-node", "12", *options, "--out", "real.h5"],
                           check=True, stdout=subprocess.DEVNULL)
            partition = partition_map.read("real.h5")
            self.assertEqual(len(partition.node), 24)
            self.assertTrue((partition.owner[partition.mask == 1] >= 0).all())
            done = tool("plot_partition.py", "real.h5")
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_what_cannot_be_drawn_is_said_in_a_line(self):
        Path("text").write_text("no HDF5")
        with h5py.File("other.h5", "w") as file:
            file["mask"] = 0
        broken = {"no owner": lambda file: file.pop("owner"),
                  "no cost": lambda file: file.attrs.pop("cost"),
                  "boxes": lambda file: (file.pop("boxes"), file.create_dataset("boxes", (3, 4))),
                  "owners": lambda file: file["owner"].write_direct(np.full((NY, NX), 24, "i4")),
                  "beyond": lambda file: file["boxes"].write_direct(np.full((24, 4), 10**6, "i4")),
                  "axis": lambda file: (file.pop("lon"), file.create_dataset("lon", (3,)))}
        for name, spoil in broken.items():
            write(f"{name}.h5", 24, 12, SEED)
            with h5py.File(f"{name}.h5", "a") as file:
                spoil(file)
        for arguments, words in [([], "required: PART.h5"), (["none.h5"], "does not exist"),
                                 (["."], "is not a file"), (["text"], "cannot be read as HDF5"),
                                 (["other.h5"], "is not a partition"),
                                 (["no owner.h5"], "is not a whole partition"),
                                 (["no cost.h5"], "is not a whole partition"),
                                 (["boxes.h5"], "does not fit together"),
                                 (["owners.h5"], "owners from 24 to 24, but 24 ranks"),
                                 (["beyond.h5"], "has a box that is empty or reaches beyond the"),
                                 (["a.h5", "-o", "picture"], "no ending that says what picture"),
                                 (["axis.h5"], "has 3 longitudes or latitudes for 60 cells"),
                                 (["a.h5", "-o", "a.h5"], "a.h5 is one of the partitions"),
                                 (["a.h5", "-o", "/nowhere/a.png"], "cannot be written"),
                                 (["a.h5", "-o", "a.tea"], "'tea' is not supported")]:
            with self.subTest(words):
                assert_refused(self, plot_partition, arguments, words)


if __name__ == "__main__":
    unittest.main(verbosity=2)
