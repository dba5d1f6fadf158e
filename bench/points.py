# SPDX-License-Identifier: BSD-3-Clause
"""What is measured for the papers' figures: a list of points, each one launch of seafret.

MONC: Brown, Bareford and Weiland, "Leveraging MPI RMA to optimise halo-swapping communications in
MONC on Cray machines". POLCOMS: Pickles, "Multi-Core Aware Performance Optimization of Halo
Exchanges in Ocean Simulations". UNR: Feng et al., "UNR:
Unified Notifiable RMA Library for HPC".
"""
from dataclasses import dataclass
from math import ceil, sqrt

RANKS = (1, 2, 4, 8, 16)
PAPER = "p2p,fence,pscw,passive,shared"
MONC = ("--fields", "30", "--depth", "2", "--on-node", "transport,direct")
ALONE = ("--on-node", "transport")

# How Open MPI is made to take another way for one-sided calls. Its own choice is osc/sm for memory
# that it allocates itself and osc/rdma, over one process reading another's memory, for the rest.
PATHS = {
    "own choice": (),
    "no reading across": ("--mca", "btl_vader_single_copy_mechanism", "none",
                          "--mca", "osc", "sm,pt2pt"),
    "over messages": ("--mca", "osc", "pt2pt"),
}

SEAS = {"ggui28": 20, "hrcs": 34}  # levels
EXCHANGES = 2000  # in a row, as in the paper
TURNS = 3


@dataclass(frozen=True)
class Point:
    """One launch. Points of a set are drawn together; variants are told apart within it."""
    set: str
    ranks: int
    arguments: tuple
    mpi: str = "openmpi"
    variant: str = ""
    launch: tuple = ()
    blocks: int = 5
    swaps: int = 10
    block_ms: float = 2  # of a mode, where messages are timed

    @property
    def name(self):
        parts = [self.set, self.variant.replace(" ", "_"), self.mpi, f"{self.ranks:02}"]
        return "-".join(part for part in parts if part)


def halo(points, *options):
    return ("bench", "halo", "--points", "x".join(map(str, points)), *options)


def run(case, *settings):
    """A whole run of inputs/CASE.yaml."""
    return ("run", f"inputs/{case}.yaml", *(word for s in settings for word in ("--set", s)))


def swaps_for(ranks):
    """Fewer where the ranks take turns on the cores."""
    return {1: 10, 2: 10, 4: 5}.get(ranks, 3)


def cut(x, y, ranks):
    """The patch of a rank; the same layout of ranks as `seafret bench halo` makes."""
    across = ceil(sqrt(ranks))
    while ranks % across:
        across += 1
    return x // (ranks // across), y // across


def weak():
    """MONC's Figs 6, 11 and 12. MPICH polls while it waits: with more ranks than cores only what
    does not wait for other ranks' progress can be measured."""
    block, every = (16, 16, 256), PAPER + ",passive_naive,passive_lock"
    for ranks in RANKS:
        yield Point("weak", ranks, halo(block, "--transports", every, *MONC),
                    swaps=swaps_for(ranks))
    for ranks, transports in ((1, every), (2, every), (4, "p2p")):
        yield Point("weak", ranks, halo(block, "--transports", transports, *MONC), mpi="mpich",
                    swaps=swaps_for(ranks))


def tiny():
    """Hardly any bytes: what is left is waiting for each other."""
    size = halo((16, 16, 8), "--fields", "1", "--depth", "1")
    for ranks in RANKS:
        yield Point("tiny", ranks, size, blocks=15, swaps=50)
    yield Point("tiny", 2, size, mpi="mpich", blocks=15, swaps=50)


def strong():
    """MONC's Figs 7, 8 and 9, on a grid small enough for one rank."""
    for ranks in RANKS:
        yield Point("strong", ranks,
                    halo((*cut(64, 64, ranks), 128), "--transports", PAPER, *MONC),
                    swaps=swaps_for(ranks))


def path():
    """MONC's Fig. 10."""
    for ranks in RANKS[1:]:
        for variant, launch in PATHS.items():
            yield Point("path", ranks,
                        halo((16, 16, 256), "--transports", "p2p,pscw", "--window",
                             "allocate,create", *MONC[:4], *ALONE),
                        variant=variant, launch=launch, swaps=swaps_for(ranks))


def sea():
    """POLCOMS' Figs 2 and 3. Six fields can go one by one, in twos and in threes."""
    for name, levels in SEAS.items():
        common = ("bench", "halo", "--points", f"1x1x{levels}", "--mask",
                  f"inputs/masks/{name}.h5", "--depth", "1", "--transports", "p2p", *ALONE,
                  "--packing", "packed,datatype", "--halo-points", "all")
        for fields, combine, number in (("2d:6", "false,2,3", ceil(EXCHANGES / 6)),
                                        ("2d:2,3d:1", "false,true", EXCHANGES),
                                        ("3d:6", "false,2,3", ceil(EXCHANGES / 6))):
            for ranks in RANKS[1:]:
                yield Point("sea", ranks, (*common, "--fields", fields, "--combine", combine),
                            variant=f"{name} {fields}", blocks=3, swaps=number)


def land():
    """POLCOMS' Fig. 4: a message for each field or one for all, without land in each of its ways."""
    common = ("bench", "halo", "--points", f"1x1x{SEAS['hrcs']}", "--mask",
              "inputs/masks/hrcs.h5", "--depth", "1", "--transports", "p2p", *ALONE,
              "--halo-points", "all,clipped,masked,wet", "--combine", "false,true")
    for fields, number in (("2d:6", 500), ("3d:6", 50)):
        for ranks in RANKS[1:]:
            yield Point("land", ranks, (*common, "--fields", fields), variant=fields, blocks=11,
                        swaps=ceil(2 * number / ranks))


def model():
    """A whole model, nothing overlapped: what its swaps keep it waiting for."""
    for transport in ("p2p", "fence", "pscw", "passive", "shared", "direct"):
        choice = ("halo.on_node=direct",) if transport == "direct" else (
            f"halo.transport={transport}",)
        yield Point("model", 2,
                    run("stratus", "case.components=[buoyancy]", "case.q_fields=25",
                        "grid.points=50x50x120", "pressure.solver=cg_line", "time.dt=1",
                        "halo.overlap=none", "time.steps=10", *choice), variant=transport)


def in_turns(name, ways, case, *settings):
    """The same run in several ways, one launch after the other, again and again."""
    for ranks in RANKS[:4]:
        for turn in range(TURNS):
            for way, choice in ways.items():
                yield Point(name, ranks, run(case, *settings, *choice), variant=f"{way}, {turn}")


def routines():
    """POLCOMS' Fig. 5: the sea with levels by the old exchange and by the new one."""
    ways = {"old": ("halo.packing=datatype", "halo.combine=false", "halo.points=all"),
            "new": ("halo.points=all",), "new, wet": ()}
    yield from in_turns("routines", ways, "ggui28", "partition.method=k_section",
                        f"grid.levels={SEAS['ggui28']}", "time.substeps=20", "time.steps=40",
                        "tide.amplitude=[1]", "tide.phase=[0]", "water.depths=[0, 50]",
                        "water.temperature=[28, 18]", "water.salinity=[34, 35]",
                        "halo.transport=p2p", "halo.overlap=none")


def depths():
    """Which depth of the halo pays for the depth-mean tide, on a fine grid and on a coarse one,
    and for substeps under levels."""
    ways = {f"depth {depth}": (f"halo.depth={depth}",) for depth in (1, 2, 4, 8)}
    for coarsen, steps in ((2, 480), (8, 2400)):
        yield from in_turns(f"depths{coarsen}", ways, "tide", f"grid.coarsen={coarsen}",
                            f"time.steps={steps}", "halo.overlap=none")
    yield from in_turns("depths_levels", ways, "coastal", "time.steps=40", "halo.overlap=none")


def maps():
    """POLCOMS' Figs 1 and 6: who owns what. Nothing is timed."""
    small = ("partition", "inputs/ggui28.yaml", "--ranks", "24", "--cores-per-node", "12",
             "--cost", "comms", "--partitioner")
    yield Point("map", 1, (*small, "k_section"), variant="ggui28 default")
    yield Point("map", 1, (*small, "k_section_search"), variant="ggui28 best")
    yield Point("map", 1, ("partition", "inputs/masks/hrcs.h5", "--ranks", "96",
                           "--cores-per-node", "12", "--partitioner", "k_section"), variant="hrcs")


def choices():
    """POLCOMS' Fig. 7: how many partitions there are."""
    yield Point("choices", 1, ("bench", "search"))


def partitions():
    """POLCOMS' Fig. 8: every feasible partition."""
    for ranks in (6, 8, 12):
        yield Point("partitions", ranks, ("bench", "partitions", "--mask", "inputs/masks/hrcs.h5"),
                    blocks=7, swaps=swaps_for(ranks))


def signals():
    """UNR's Figs 4, 5 and 6 and Table I."""
    for mpi in ("openmpi", "mpich"):
        yield Point("signal", 2, ("bench", "signal"), mpi=mpi, blocks=11)
    yield Point("calculation", 4, ("bench", "signal", "--modes", "calculation"), blocks=11)


def all_points():
    """In this order: what takes longest, and is missed least when time is up, comes last."""
    groups = (maps, choices, weak, tiny, signals, strong, path, model, routines, partitions,
              land, sea, depths)
    return [point for group in groups for point in group()]
