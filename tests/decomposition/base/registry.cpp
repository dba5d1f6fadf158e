// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/base/registry.hpp"

#include <doctest/doctest.h>

using namespace seafret;

namespace {

Registry<int> sounds() {
  Registry<int> all("sound");
  all.add("whistle", 1);
  all.add("foghorn", 2);
  all.add("bell", 3);
  return all;
}

}  // namespace

TEST_CASE("a registry finds what was added and lists it in order") {
  const Registry<int> all = sounds();
  CHECK(all.at("foghorn") == 2);
  CHECK(all.names() == std::vector<std::string>{"bell", "foghorn", "whistle"});
  int sum = 0;
  for (const auto& entry : all) sum += entry.second;
  CHECK(sum == 6);
}

TEST_CASE("two things of one name are a mistake of the program") {
  Registry<int> all = sounds();
  CHECK_THROWS_WITH_AS(all.add("bell", 4), "two sounds are called 'bell'", std::logic_error);
  CHECK(all.at("bell") == 3);
}

TEST_CASE("a wrong name is answered with the right ones, and the nearest if one is near") {
  const Registry<int> all = sounds();
  CHECK_THROWS_WITH_AS(
      all.at("foghron"),
      "no sound 'foghron'; there are: bell, foghorn, whistle; did you mean 'foghorn'?", InputError);
  CHECK_THROWS_WITH_AS(all.at("drum"), "no sound 'drum'; there are: bell, foghorn, whistle",
                       InputError);
  CHECK_THROWS_AS(all.at(""), InputError);
  CHECK_THROWS_AS(all.at("Bell "), InputError);
}
