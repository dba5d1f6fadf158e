// SPDX-License-Identifier: BSD-3-Clause
// Loads made by hand against numbers worked out by hand.
#include "decomposition/partition/costs.hpp"

#include <doctest/doctest.h>

#include <map>

#include "tests/nearly.hpp"

using namespace seafret;

namespace {

const std::vector<Load> loads{{.wet = 100,
                               .dry = 40,
                               .outside = 10,
                               .halo_on = 7,
                               .halo_off = 3,
                               .messages_on = 2,
                               .messages_off = 1},
                              {.wet = 80,
                               .dry = 0,
                               .outside = 5,
                               .halo_on = 20,
                               .halo_off = 9,
                               .messages_on = 1,
                               .messages_off = 4},
                              {.wet = 1, .halo_off = 5, .messages_off = 1}};

using Numbers = std::map<std::string, double>;

/// What each cost says, with the first two ranks on one node or the last two.
Numbers numbers(const std::vector<int>& node_of, const CostWeights& weights) {
  Numbers found;
  for (const auto& [name, cost] : costs()) found[name] = cost(loads, node_of, weights);
  return found;
}

void check(const Numbers& found, const Numbers& expected) {
  REQUIRE(found.size() == expected.size());
  for (const auto& expectation : expected) {
    const std::string& name = expectation.first;
    const double number = expectation.second;
    CAPTURE(name);
    CHECK(found.at(name) == nearly(number).epsilon(1e-14));
  }
}

}  // namespace

TEST_CASE("every cost with weights that all differ") {
  const CostWeights weights{.wet = 2,
                            .dry = 0.5,
                            .off_node = 3,
                            .on_node = 1.5,
                            .message_off_node = 11,
                            .message_on_node = 5,
                            .exchanges_2d = 12,
                            .exchanges_3d = 4,
                            .levels = 6,
                            .node = 7,
                            .total = 0.5};
  // Of the first rank: columns 225, halo 19.5, messages 21; of the second: 162.5, 57, 49.
  Numbers expected{{"comms", 57},       {"dry", 50},      {"latency", 106},
                   {"measured", 268.5}, {"mix", 1288.5},  {"off", 9},
                   {"on", 20},          {"paper", 244.5}, {"wet", 100}};
  expected["node"] = 244.5 + 7 * 14 + 0.5 * 17;
  check(numbers({0, 1, 1}, weights), expected);
  expected["node"] = 244.5 + 7 * 9 + 0.5 * 17;
  check(numbers({0, 1, 0}, weights), expected);
}

TEST_CASE("every cost with the weights of the paper, and our own where it has none") {
  // Of the first rank: columns 102.5, halo 22, messages 140; of the second: 80.25, 65, 420.
  check(numbers({0, 1, 0}, {}), {{"comms", 65},
                                 {"dry", 50},
                                 {"latency", 485},
                                 {"measured", 565.25},
                                 {"mix", 80.25 + 65 * (2 + 20 / 34.) + 420 * 22},
                                 {"node", 145.25 + 5 * 9 + 0.25 * 17},
                                 {"off", 9},
                                 {"on", 20},
                                 {"paper", 145.25},
                                 {"wet", 100}});
}
