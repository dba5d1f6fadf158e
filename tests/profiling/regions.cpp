// SPDX-License-Identifier: BSD-3-Clause
// What a profiler is told of regions; the profiler is a recorder (record_*.cpp).
#include <doctest/doctest.h>

#include <memory>
#include <stdexcept>
#include <vector>

#include "comms/base/timers.hpp"
#include "recorder.hpp"

using namespace seafret;

namespace {

void inner() { SEAFRET_REGION("test/inner"); }

void outer() {
  SEAFRET_REGION("test/outer");
  inner();
  inner();
}

void thrown_through() {
  SEAFRET_REGION("test/thrown through");
  SEAFRET_REGION("test/thrown out of");
  throw std::runtime_error("on purpose");
}

}  // namespace

TEST_CASE("regions are told one inside the other") {
  told().clear();
  outer();
  CHECK(told() == std::vector<Told>{begun("test/outer"), begun("test/inner"), ended("test/inner"),
                                    begun("test/inner"), ended("test/inner"), ended("test/outer")});
}

TEST_CASE("what an exception leaves is told to end, from the inside") {
  told().clear();
  CHECK_THROWS(thrown_through());
  CHECK(told() == std::vector<Told>{begun("test/thrown through"), begun("test/thrown out of"),
                                    ended("test/thrown out of"), ended("test/thrown through")});
}

TEST_CASE("a visit that is not timed is told like any other") {
  told().clear();
  RegionSite site("test/one of two");
  for (const int weight : {2, 0}) const Region region(site, weight);
  CHECK(site.count == 2);
  const Told begin = begun("test/one of two"), end = ended("test/one of two");
  CHECK(told() == std::vector<Told>{begin, end, begin, end});
}

TEST_CASE("sites of one name are one region, and their name outlives them") {
  told().clear();
  auto first = std::make_unique<RegionSite>("test/of two swaps");
  { const Region region(*first); }
  first.reset();
  RegionSite second("test/of two swaps");
  { const Region region(second); }
  const Told begin = begun("test/of two swaps"), end = ended("test/of two swaps");
  CHECK(told() == std::vector<Told>{begin, end, begin, end});
}

TEST_CASE("the table has them too") {
  reset_region_times();
  outer();
  CHECK(region_totals()["test/inner"].count == 2);
  CHECK(region_totals()["test/outer"].count == 1);
}
