// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include "decomposition/partition/partitioner.hpp"
#include "miniapp/files/mask_file.hpp"
#include "miniapp/partition/ranking.hpp"
#include "miniapp/run/placing.hpp"
#include "tests/nearly.hpp"

namespace seafret {
namespace {

Grid ggui28(const Communicator& comm) {
  return read_mask(SEAFRET_SOURCE_DIR "/inputs/masks/ggui28.h5", {}, comm).grid;
}

TEST_CASE("the pair of the paper's Fig. 6: eq. (1) finds (2x2x2,3), the default costs 5 times it") {
  const Communicator world(MPI_COMM_WORLD);
  const Ranking ranking = rank_candidates(
      ggui28(world), {24, 12}, partition_options({.cost = "comms", .refine = false}, world),
      partitioners().at("k_section_search"), 3, world);
  CHECK(ranking.candidates == 20);
  REQUIRE(ranking.plain);
  CHECK(ranking.plain->ordering == "(3x2,2x2)");
  CHECK(ranking.plain->verdict.costs.at("comms") == 537);
  CHECK(ranking.winner.size() == 24);
  if (world.rank() > 0) return;
  REQUIRE(ranking.best.size() == 3);
  CHECK(ranking.best[0].ordering == "(2x2x2,3)");
  CHECK(ranking.best[0].verdict.costs.at("comms") == 107);
  CHECK(ranking.best[0].verdict.costs.at("paper") == nearly(414).epsilon(0.002));
  CHECK(ranking.best[1].verdict.costs.at("comms") == 121);
}

TEST_CASE("whatever a partitioner proposes: best first, worst last, the winner is the best") {
  const Communicator world(MPI_COMM_WORLD);
  const Grid grid = ggui28(world);
  for (const std::string& name : partitioners().names())
    for (const bool refine : {false, true}) {
      const PartitionOptions options = partition_options({.refine = refine}, world);
      const Ranking ranking =
          rank_candidates(grid, {12, 4}, options, partitioners().at(name), 1000, world);
      CAPTURE(name);
      CHECK(ranking.winner.size() == 12);
      PartitionJudge judge(grid, {12, 4}, options);
      const double cost = judge.cost(judge.loads(ranking.winner));
      if (world.rank() > 0) continue;
      REQUIRE(!ranking.best.empty());
      CHECK(ranking.best.front().verdict.costs.at("paper") == cost);
      for (const Judged& judged : ranking.best) CHECK(judged.verdict.costs.at("paper") >= cost);
      for (const CostRange& range : ranking.ranges)
        for (const Judged& judged : ranking.best)
          if (judged.verdict.number >= 0) {
            CHECK(judged.verdict.costs.at(range.cost) >= range.best);
            CHECK(judged.verdict.costs.at(range.cost) <= range.worst);
          }
    }
}

}  // namespace
}  // namespace seafret
