// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/base/nearest.hpp"

#include <doctest/doctest.h>

#include "tests/decomposition/random_cases.hpp"

using namespace seafret;

namespace {

/// The edit distance by its definition; exponential, so for short words only.
std::size_t distance_by_definition(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  const auto rest = [](std::string_view s, std::size_t n = 1) { return s.substr(n); };
  std::size_t least = distance_by_definition(rest(a), rest(b)) + (a[0] == b[0] ? 0 : 1);
  least = std::min(least, distance_by_definition(rest(a), b) + 1);
  least = std::min(least, distance_by_definition(a, rest(b)) + 1);
  if (a.size() > 1 && b.size() > 1 && a[0] == b[1] && a[1] == b[0])
    least = std::min(least, distance_by_definition(rest(a, 2), rest(b, 2)) + 1);
  return least;
}

std::string random_word(Random& random, int longest) {
  std::string word;
  for (int n = random.between(0, longest); n > 0; --n)
    word += static_cast<char>('a' + random.between(0, 2));
  return word;
}

}  // namespace

TEST_CASE("the edit distance is the least number of edits") {
  Random random(21);
  for (int n = 0; n < 3000; ++n) {
    const std::string a = random_word(random, 6), b = random_word(random, 6);
    CAPTURE(a);
    CAPTURE(b);
    CHECK(edit_distance(a, b) == distance_by_definition(a, b));
    CHECK(edit_distance(a, b) == edit_distance(b, a));
  }
}

TEST_CASE("the nearest name is the first of the least distance, if that is small") {
  const std::vector<std::string> known = {"transport", "on_node", "packing", "depth"};
  CHECK(nearest_name("transprot", known) == "transport");
  CHECK(nearest_name("trasnpotr", known) == "transport");
  CHECK(nearest_name("packin", known) == "packing");
  CHECK(nearest_name("depht", known) == "depth");
  CHECK(nearest_name("onnode", known) == "on_node");
  CHECK(nearest_name("Transport", known) == "transport");
  CHECK(nearest_name("transports", known) == "transport");
  CHECK(nearest_name("wind", known).empty());
  CHECK(nearest_name("", known).empty());
  CHECK(nearest_name("transport", {}).empty());
  CHECK(nearest_name(std::string(100000, 'x'), known).empty());
  const std::vector<std::string> equally_near = {"dyn", "dzn"};
  CHECK(nearest_name("dxn", equally_near) == "dyn");
  const std::vector<std::string> short_ones = {"u", "v", "p2p", "dt"};
  CHECK(nearest_name("w", short_ones).empty());
  CHECK(nearest_name("xy", short_ones).empty());
  CHECK(nearest_name("d", short_ones) == "dt");
  CHECK(nearest_name("p2", short_ones) == "p2p");
  CHECK(nearest_name("p2pw", short_ones) == "p2p");
}

TEST_CASE("a message names what there is, and what was probably meant") {
  const std::vector<std::string> known{"fence", "p2p"};
  CHECK(there_are("fense", known) == "there are: fence, p2p; did you mean 'fence'?");
  CHECK(there_are("shared", known) == "there are: fence, p2p");
  CHECK(or_nearest("p2", known) == "; did you mean 'p2p'?");
  CHECK(or_nearest("shared", known).empty());
}
