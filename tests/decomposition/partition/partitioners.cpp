// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <string>

#include "decomposition/grid/decomposition.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "tests/decomposition/partition/partitions.hpp"
#include "tests/decomposition/random_cases.hpp"
#include "tests/nearly.hpp"

using namespace seafret;

namespace {

/// The box of each node.
std::vector<Box> boxes_of_nodes(const Nodes& nodes, const std::vector<Box>& boxes) {
  std::vector<Box> of_node(nodes.rooms().size());
  for (std::size_t r = 0; r < boxes.size(); ++r) {
    Box& node = of_node[static_cast<std::size_t>(nodes[r])];
    node = hull(node, boxes[r]);
  }
  return of_node;
}

bool overlap(const std::vector<Box>& boxes) {
  for (std::size_t a = 0; a < boxes.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (!intersection(boxes[a], boxes[b]).empty()) return true;
  return false;
}

/// What a rank is sent, as its halo says that is exchanged: wet columns beside wet ones of its own.
Load load_by_pieces(const Decomposition& d, const Nodes& nodes, int rank) {
  Load load;
  const Box& mine = d.owned(rank);
  const auto is_needed = [&](int i, int j) {
    for (int y = j - 1; y <= j + 1; ++y)
      for (int x = i - 1; x <= i + 1; ++x)
        if (mine.contains(x, y) && d.grid().cell(x, y) == Cell::wet) return true;
    return false;
  };
  for (const int other : d.neighbours(rank, Halo::all(1))) {
    std::int64_t columns = 0;
    for (const Piece& p : pieces(d, rank, other, Halo::all(1), HaloPoints::wet))
      for (int j = p.box.y0; j < p.box.y1; ++j)
        for (int i = p.box.x0; i < p.box.x1; ++i) columns += is_needed(i, j);
    const bool on_node =
        nodes[static_cast<std::size_t>(other)] == nodes[static_cast<std::size_t>(rank)];
    (on_node ? load.halo_on : load.halo_off) += columns;
    (on_node ? load.messages_on : load.messages_off) += columns > 0;
  }
  return load;
}

}  // namespace

TEST_CASE("every partitioner gives each wet cell one owner, and every rank something") {
  Random random(82);
  int refused = 0;
  for (int n = 0; n < 60; ++n) {
    const Grid g = random_sea(random, 20, 90);
    const int ranks = random.chance(50) ? random.between(1, 12) : random.between(13, 60);
    for (const std::string& name : partitioners().names())
      for (const bool refine : {false, true}) {
        const Nodes nodes(ranks, random.between(0, 9));
        CAPTURE(n);
        CAPTURE(name);
        CAPTURE(ranks);
        try {
          const std::vector<Box> boxes = partitioners().at(name)(g, nodes, {.refine = refine});
          CHECK(static_cast<int>(boxes.size()) == ranks);
          CHECK(cells_not_owned_once(g, boxes) == 0);
          if (name != "blocks")
            for (const Box& b : boxes) CHECK(CellCount(g, Cell::wet)(b) > 0);
        } catch (const InputError&) {
          ++refused;
        }
      }
  }
  CHECK(refused < 30);  // large primes on small seas
}

TEST_CASE("two levels: the ranks of a node lie in one box, that of the other nodes beside it") {
  Random random(84);
  for (int n = 0; n < 20; ++n) {
    const Grid g = random_sea(random, 60, 90);
    const int cores = random.between(2, 6), ranks = random.between(cores + 1, 30);
    CAPTURE(ranks);
    CAPTURE(cores);
    const std::vector<Box> boxes = partitioners().at("two_level")(g, {ranks, cores});
    CHECK_FALSE(overlap(boxes_of_nodes({ranks, cores}, boxes)));
  }
}

TEST_CASE("nodes filled unevenly, in whatever order: the ranks of each lie in one box") {
  Random random(89);
  for (int n = 0; n < 20; ++n) {
    const Grid g = random_sea(random, 60, 90);
    std::vector<int> node_of;
    for (int node = 0; node < 3; ++node)
      node_of.insert(node_of.end(), static_cast<std::size_t>(random.between(1, 6)), node);
    for (std::size_t r = node_of.size() - 1; r > 0 && n % 2 == 1; --r)
      std::swap(node_of[r],
                node_of[static_cast<std::size_t>(random.between(0, static_cast<int>(r)))]);
    const Nodes nodes(node_of);
    for (const std::string name : {"two_level", "straits"}) {
      CAPTURE(n);
      CAPTURE(name);
      const std::vector<Box> boxes = partitioners().at(name)(g, nodes),
                             of_nodes = boxes_of_nodes(nodes, boxes);
      CHECK_FALSE(overlap(of_nodes));
      CHECK(boxes == dealt(nodes, partitioners().at(name)(g, Nodes::filled(nodes.rooms()))));
      const CellCount wet(g, Cell::wet);
      for (std::size_t node = 0; node < of_nodes.size(); ++node) {
        const double due = static_cast<double>(wet(g.box())) * nodes.rooms()[node] / nodes.ranks();
        CHECK(static_cast<double>(wet(of_nodes[node])) == nearly(due).epsilon(0.25));
      }
    }
  }
}

TEST_CASE("any number of ranks up to 4096 is served, with each wet cell owned once, or refused") {
  constexpr unsigned seed = 85;
  Random random(seed);
  int served = 0;
  for (const int most : {8, 64, 512, 4096}) {
    Grid g = random_sea(random, 100, 260);
    if (most == 64) g.cells = random_mask(g.nx, g.ny, 60, random);
    for (const std::string& name : partitioners().names()) {
      const int ranks = random.between(most / 8, most);
      const int cores = random.between(0, 40);
      const PartitionOptions options{.refine = random.chance(50)};
      CAPTURE(seed);
      CAPTURE(name);
      CAPTURE(ranks);
      CAPTURE(cores);
      try {
        const std::vector<Box> boxes = partitioners().at(name)(g, {ranks, cores}, options);
        REQUIRE(static_cast<int>(boxes.size()) == ranks);
        CHECK(cells_not_owned_once(g, boxes) == 0);
        ++served;
      } catch (const InputError& error) {
        MESSAGE(name << ", " << ranks << " ranks: " << std::string(error.what()));
      }
    }
  }
  CHECK(served > 15);
}

TEST_CASE("a prime number of ranks on a narrow sea is refused, naming numbers that are feasible") {
  const Grid narrow{.nx = 30, .ny = 30, .nz = 1, .periodic_x = false, .periodic_y = false};
  for (const std::string& name : partitioners().names()) {
    const Partitioner& partitioner = partitioners().at(name);
    CAPTURE(name);
    CHECK_THROWS_AS(partitioner(narrow, 101), InputError);
    CHECK_THROWS_AS(partitioner(narrow, {901, 8}), InputError);
    if (partitioner.cut != nullptr) continue;
    CHECK_THROWS_WITH_AS(partitioner(narrow, 101), doctest::Contains("100 or 102 ranks have one"),
                         InputError);
    CHECK_THROWS_WITH_AS(partitioner(narrow, 901), doctest::Contains("900 ranks have one"),
                         InputError);
  }
}

TEST_CASE("where no partition is feasible the message says how many ranks have one") {
  const Grid narrow{.nx = 40, .ny = 2, .nz = 1, .periodic_x = false, .periodic_y = false};
  CHECK_THROWS_WITH_AS(partitioners().at("footnote3")(narrow, 82),
                       doctest::Contains("80 ranks have one"), InputError);
  CHECK(partitioners().at("footnote3")(narrow, 80).size() == 80);
  Grid dry = narrow;
  dry.cells.assign(80, Cell::dry);
  CHECK_THROWS_AS(partitioners().at("two_level")(dry, 1), InputError);
}

TEST_CASE("what a partitioner says is exchanged is what the halos of its boxes hold") {
  Random random(88);
  std::int64_t off = 0;
  for (int n = 0; n < 10; ++n) {
    const Grid g = random_sea(random, 40, 90);
    const Nodes nodes(random.between(2, 24), random.between(1, 6));
    for (const auto& known : partitioners()) {
      const std::string& name = known.first;
      CAPTURE(n);
      CAPTURE(name);
      const Decomposition d(g, known.second(g, nodes));
      LoadCounter count(g);
      std::vector<Box> boxes;
      for (int r = 0; r < d.ranks(); ++r) boxes.push_back(d.owned(r));
      const std::span<const Load> claimed = count(boxes, nodes.of_rank());
      for (int r = 0; r < d.ranks(); ++r) {
        Load load = claimed[static_cast<std::size_t>(r)];
        load.wet = load.dry = load.outside = 0;
        CHECK(load == load_by_pieces(d, nodes, r));
        off += load.halo_off;
      }
    }
  }
  CHECK(off > 1000);
}
