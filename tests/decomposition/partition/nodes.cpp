// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/nodes.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace seafret;

using Ints = std::vector<int>;

TEST_CASE("ranks fill one node after the other, and the last gets what is left") {
  const Nodes nodes(7, 3);
  CHECK(nodes.of_rank() == Ints{0, 0, 0, 1, 1, 1, 2});
  CHECK(nodes.rooms() == Ints{3, 3, 1});
  CHECK(nodes.count() == 3);
  CHECK(nodes.ranks() == 7);
  CHECK(Nodes(4).of_rank() == Ints{0, 0, 0, 0});
  CHECK(Nodes(2, 5).rooms() == Ints{2});
  CHECK(Nodes::filled(Ints{3, 3, 1}) == nodes);
}

TEST_CASE("ranks that come in any order are found on their nodes") {
  const Nodes nodes(Ints{1, 0, 2, 0, 1, 1});
  CHECK(nodes.rooms() == Ints{2, 3, 1});
  CHECK(nodes.members() == std::vector<Ints>{{1, 3}, {0, 4, 5}, {2}});
  const std::vector<std::string> things{"a0", "a1", "b0", "b1", "b2", "c0"};
  CHECK(dealt(nodes, things) == std::vector<std::string>{"b0", "a0", "c0", "a1", "b1", "b2"});
  CHECK(dealt(Nodes(6, 4), things) == things);
}
