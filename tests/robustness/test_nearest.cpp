// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <random>

#include "decomposition/base/nearest.hpp"

namespace seafret {
namespace {

/// The definition, word by word: the plain twin of the table.
std::size_t defined_distance(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  const std::string_view a1 = a.substr(1), b1 = b.substr(1);
  std::size_t least = std::min({defined_distance(a1, b) + 1, defined_distance(a, b1) + 1,
                                defined_distance(a1, b1) + (a[0] == b[0] ? 0 : 1)});
  if (a.size() > 1 && b.size() > 1 && a[0] == b[1] && a[1] == b[0])
    least = std::min(least, defined_distance(a.substr(2), b.substr(2)) + 1);
  return least;
}

TEST_CASE("the distance of two words is that of its definition") {
  std::mt19937 random(5);
  const auto word = [&] {
    std::string letters(random() % 7, ' ');
    for (char& letter : letters) letter = static_cast<char>('a' + random() % 3);
    return letters;
  };
  for (int i = 0; i < 3000; ++i) {
    const std::string a = word(), b = word();
    CAPTURE(a);
    CAPTURE(b);
    REQUIRE(edit_distance(a, b) == defined_distance(a, b));
  }
}

TEST_CASE("the nearest name, or none") {
  const std::vector<std::string> known = {"transport", "depth", "p2p", "pscw", "blocks", "dt"};
  CHECK(nearest_name("transprot", known) == "transport");
  CHECK(nearest_name("transports", known) == "transport");
  CHECK(nearest_name("Transport", known) == "transport");
  CHECK(nearest_name("trnasprot", known) == "transport");
  CHECK(nearest_name("pscww", known) == "pscw");
  CHECK(nearest_name("block", known) == "blocks");
  CHECK(nearest_name("p2", known) == "p2p");
  CHECK(nearest_name("d", known) == "dt");
  CHECK(nearest_name("xy", known).empty());
  CHECK(nearest_name("anything", known).empty());
  CHECK(nearest_name("", known).empty());
  CHECK(nearest_name("transport", {}).empty());
  CHECK(nearest_name(std::string(100000, 't'), known).empty());
}

}  // namespace
}  // namespace seafret
