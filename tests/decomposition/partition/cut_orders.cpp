// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/cut_orders.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <utility>

using namespace seafret;

namespace {

using Key = std::vector<std::pair<int, bool>>;

Key key(const std::vector<Cut>& cuts) {
  Key k;
  for (const Cut& c : cuts) k.emplace_back(c.parts, c.along_x);
  return k;
}

std::vector<int> ascending_factors(int n) {
  std::vector<int> factors;
  for (int p = 2; n > 1; n % p == 0 ? (factors.push_back(p), n /= p) : ++p) continue;
  return factors;
}

/// The plain twin of eq. (1): all permutations, all splits.
std::vector<Key> every_order_in_turns(int parts) {
  std::vector<Key> all;
  std::vector<int> f = ascending_factors(parts);
  do
    for (std::ptrdiff_t x = 0; x <= std::ssize(f); ++x)
      all.push_back(key(taking_turns({f.begin(), f.begin() + x}, {f.begin() + x, f.end()})));
  while (std::next_permutation(f.begin(), f.end()));
  return all;
}

/// The plain twin of footnote 3: all permutations, all choices of a dimension for each.
std::set<Key> every_order_of_footnote_3(int parts) {
  std::set<Key> all;
  std::vector<int> f = ascending_factors(parts);
  do
    for (unsigned choice = 0; choice < 1u << f.size(); ++choice) {
      Key k;
      for (std::size_t n = 0; n < f.size(); ++n) k.emplace_back(f[n], (choice >> n & 1) != 0);
      all.insert(k);
    }
  while (std::next_permutation(f.begin(), f.end()));
  return all;
}

/// Cuts that follow each other along one dimension made one.
Key merged(const Key& cuts) {
  Key k;
  for (const auto& [parts, along_x] : cuts)
    if (!k.empty() && k.back().second == along_x)
      k.back().first *= parts;
    else
      k.emplace_back(parts, along_x);
  return k;
}

}  // namespace

TEST_CASE("eq. (1) of the paper and its footnote 3 count what the paper and its code count") {
  struct Count {
    int parts, turns, footnote;
  };
  for (const Count& n : {Count{24, 20, 64}, Count{48, 30, 160}, Count{96, 42, 384},
                         Count{192, 56, 896}, Count{256, 9, 256}, Count{384, 72, 2048},
                         Count{512, 10, 512}, Count{768, 90, 4608}, Count{1024, 11, 1024}}) {
    CAPTURE(n.parts);
    CHECK(TurnByTurn(n.parts).size() == n.turns);
    CHECK(orders_of_footnote_3(n.parts) == n.footnote);
  }
}

TEST_CASE("as many orders as ranks: only where the paper says, up to 2048") {
  std::vector<int> rich;
  for (int parts = 2; parts <= 2048; ++parts)
    if (TurnByTurn(parts).size() >= parts) rich.push_back(parts);
  CHECK(rich == std::vector<int>{2, 6, 12, 60, 120, 180, 360, 720, 840, 1080, 1260, 1440, 1680});
}

TEST_CASE("the i-th order in turns is that of the plain list") {
  for (const int parts : {1, 2, 7, 12, 24, 30, 64, 96, 180, 210, 384}) {
    const std::vector<Key> all = every_order_in_turns(parts);
    const TurnByTurn orders(parts);
    CAPTURE(parts);
    REQUIRE(orders.size() == static_cast<std::int64_t>(all.size()));
    for (std::size_t i = 0; i < all.size(); ++i)
      CHECK(key(orders.at(static_cast<std::int64_t>(i))) == all[i]);
  }
}

TEST_CASE("orders with any dimension are those of footnote 3, near-duplicates merged") {
  for (const int parts : {1, 2, 7, 12, 24, 30, 64, 96, 180, 384}) {
    const std::set<Key> all = every_order_of_footnote_3(parts);
    std::set<Key> expected, made;
    for (const Key& k : all) expected.insert(merged(k));
    const AnyDimension orders(parts);
    for (std::int64_t i = 0; i < orders.size(); ++i) made.insert(key(orders.at(i)));
    CAPTURE(parts);
    CHECK(orders_of_footnote_3(parts) == static_cast<std::int64_t>(all.size()));
    CHECK(made == expected);
    CHECK(orders.size() == static_cast<std::int64_t>(made.size()));
  }
  CHECK(AnyDimension(24).size() == 40);
  CHECK(AnyDimension(384).size() == 1152);
  CHECK(AnyDimension(768).size() == 2560);
  CHECK(notation(AnyDimension(6).at(0)) == "(6,1)");  // on a tie the first is taken
  CHECK(notation(AnyDimension(6).at(1)) == "(1,6)");
}

TEST_CASE("orders are written as in the paper where the dimensions take turns") {
  CHECK(notation(taking_turns({2, 2, 2}, {3})) == "(2x2x2,3)");
  CHECK(notation(default_cuts(24)) == "(3x2,2x2)");
  CHECK(notation(taking_turns({}, {5})) == "(1,5)");
  CHECK(notation({}) == "(1,1)");
  CHECK(notation({{6, true}, {2, false}, {2, true}}) == "(6x2,2)");
  CHECK(notation({{2, false}, {6, true}}) == "2y 6x");
}
