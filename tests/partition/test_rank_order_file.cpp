// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include "miniapp/partition/rank_order_file.hpp"
#include "tests/partition/scratch_file.hpp"

namespace seafret {
namespace {

const Nodes nodes(std::vector{1, 0, 0, 1, 1});
const std::vector<std::string> hosts = {"nid1", "nid7"};

TEST_CASE("Cray's file has the ranks of a node on a line") {
  const std::string text = rank_order_text(Launcher::cray, nodes, {});
  REQUIRE(text.starts_with("# "));
  CHECK(text.substr(text.find('\n') + 1) == "1,2\n0,3,4\n");
}

TEST_CASE("Slurm's file has the host of each rank on a line") {
  CHECK(rank_order_text(Launcher::slurm, nodes, hosts) == "nid7\nnid1\nnid1\nnid7\nnid7\n");
}

TEST_CASE("Open MPI's file has host and slot of each rank") {
  CHECK(rank_order_text(Launcher::openmpi, nodes, hosts) ==
        "rank 0=nid7 slot=0\nrank 1=nid1 slot=0\nrank 2=nid1 slot=1\nrank 3=nid7 slot=1\n"
        "rank 4=nid7 slot=2\n");
  CHECK(rank_order_text(Launcher::openmpi, Nodes(std::vector{0, 1}), {}) ==
        "rank 0=+n0 slot=0\nrank 1=+n1 slot=0\n");
}

TEST_CASE("too few hosts are refused") {
  for (const Launcher launcher : {Launcher::slurm, Launcher::openmpi})
    CHECK(refusal([&] {
            rank_order_text(launcher, nodes, {"one"});
          }).starts_with("2 nodes need as many names of hosts, but there is 1;"));
}

}  // namespace
}  // namespace seafret
