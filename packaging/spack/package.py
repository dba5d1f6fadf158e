# SPDX-License-Identifier: BSD-3-Clause
# A recipe for Spack 1.0 and later; docs/install.md says how to use it.
from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Seafret(CMakePackage):
    """A mini-app of two ocean and atmosphere models whose halos are swapped by any of several
    transports, and the library that swaps them, for C, C++ and Fortran."""

    # There is no public address yet, and so no release to fetch: example.org stands for it. Until then a
    # checkout is built, by `spack develop --path`.
    homepage = "https://example.org/seafret"
    git = "https://example.org/seafret.git"

    license("BSD-3-Clause")

    version("main", branch="main")

    variant("program", default=True, description="Build the program, not only the libraries")
    variant("libfabric", default=True, description="Notified puts by libfabric, too")
    variant("fftw", default=False, description="FFTW does the transforms of the solver fft")
    variant(
        "profiling",
        default="auto",
        values=("auto", "none", "timer", "tool", "caliper"),
        description="Who sees the regions of a run",
    )

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build")
    depends_on("cmake@3.21:", type="build")

    depends_on("mpi@3.1:")
    depends_on("fmt@9:")
    depends_on("libfabric@1.17:", when="+libfabric")
    depends_on("fftw@3:", when="+fftw")
    depends_on("caliper+mpi", when="profiling=caliper")
    with when("+program"):
        depends_on("hdf5@1.10:+mpi+hl")
        depends_on("yaml-cpp@0.7:")
        depends_on("cli11@2.1:")
        depends_on("nlohmann-json@3.11:")
        depends_on("doctest@2.4:", type="test")

    def cmake_args(self):
        args = [
            self.define("MPI_CXX_COMPILER", self.spec["mpi"].mpicxx),
            self.define("MPI_Fortran_COMPILER", self.spec["mpi"].mpifc),
            self.define("SEAFRET_PROFILING", self.spec.variants["profiling"].value.upper()),
            self.define("SEAFRET_BUILD_TESTS", self.run_tests),
            self.define_from_variant("SEAFRET_BUILD_PROGRAM", "program"),
            self.define_from_variant("SEAFRET_FFTW", "fftw"),
        ]
        if self.spec.satisfies("~libfabric"):
            args.append(self.define("SEAFRET_LIBFABRIC_LIBRARY", "no"))
        return args
