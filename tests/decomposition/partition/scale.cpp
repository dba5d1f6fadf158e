// SPDX-License-Identifier: BSD-3-Clause
// What one rank does to find its neighbours must not grow with the number of ranks. Processor time
// is measured, the least of several tries, so that a busy machine does no harm.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string>
#include <vector>

#include "decomposition/grid/decomposition.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "tests/decomposition/random_cases.hpp"

using namespace seafret;

namespace {

template <class Work>
double least_seconds(Work work) {
  double least = 1e9;
  for (int n = 0; n < 5; ++n) {
    const std::clock_t start = std::clock();
    work();
    least = std::min(least, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return least;
}

/// Those that do not search: what ranks do with a partition does not depend on how it was found.
std::vector<std::string> quick_partitioners() {
  std::vector<std::string> names = partitioners().names();
  std::erase_if(names, [](const std::string& n) { return partitioners().at(n).cut == nullptr; });
  return names;
}

/// A sea with a coast, of 10 x 10 columns a rank.
Decomposition sea_for(int ranks, const std::string& partitioner) {
  Random random(61);
  Grid g{.nx = 0, .ny = 0, .nz = 1};
  g.nx = g.ny = static_cast<int>(10 * std::sqrt(ranks));
  if (partitioner != "blocks") g.cells = coast(g.nx, g.ny, random);
  std::vector<Box> boxes = partitioners().at(partitioner)(g, ranks);
  return {std::move(g), std::move(boxes)};
}

/// All the set-up that some of the ranks do; returns the number of points they would receive.
std::int64_t set_up(const Decomposition& d, int stride, const Halo& halo) {
  std::int64_t points = 0;
  for (int rank = 0; rank < d.ranks(); rank += stride)
    for (const int other : d.neighbours(rank, halo)) {
      for (const Piece& p : pieces(d, rank, other, halo)) points += p.box.area();
      for (const Piece& p : pieces(d, other, rank, halo)) points -= p.box.empty();
    }
  return points;
}

double seconds_a_rank(const Decomposition& d, int looked_at) {
  const int stride = std::max(1, d.ranks() / looked_at);
  std::int64_t points = 0;
  const double seconds = least_seconds([&] { points = set_up(d, stride, Halo::all(2)); });
  CHECK(points > 0);
  return seconds * stride / d.ranks();
}

}  // namespace

TEST_CASE("4096 ranks are set up in milliseconds") {
  for (const std::string& name : quick_partitioners()) {
    const Decomposition d = sea_for(4096, name);
    const double seconds = 4096 * seconds_a_rank(d, 4096);
    MESSAGE(name << ": neighbours and pieces of all of 4096 ranks in " << 1e3 * seconds << " ms");
    CHECK(seconds < 1);
  }
}

TEST_CASE("the work of one rank does not grow with the number of ranks") {
  for (const std::string& name : quick_partitioners()) {
    const double among_few = seconds_a_rank(sea_for(64, name), 64);
    for (const int many : {16384, 127 * 127}) {  // a full tree, and one that suits nobody's rows
      const double among_many = seconds_a_rank(sea_for(many, name), 1024);
      MESSAGE(name << ": " << 1e6 * among_few << " us a rank of 64, " << 1e6 * among_many
                   << " us of " << many);
      CHECK(among_many < 16 * among_few);  // a scan of all ranks would be some 200 times slower
    }
  }
}

TEST_CASE("a partition of 4096 ranks covers the sea once and has few neighbours a rank") {
  for (const std::string& name : quick_partitioners()) {
    const Decomposition d = sea_for(4096, name);
    std::size_t pairs = 0;
    int one_sided = 0;
    for (int rank = 0; rank < d.ranks(); ++rank)
      for (const int other : d.neighbours(rank, Halo::all(1))) {
        ++pairs;
        const std::vector<int> theirs = d.neighbours(other, Halo::all(1));
        one_sided += !std::ranges::binary_search(theirs, rank);
      }
    CHECK(one_sided == 0);
    CHECK(pairs < 12 * 4096);
  }
}
