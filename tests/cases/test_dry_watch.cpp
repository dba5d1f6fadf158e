// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>

#include "decomposition/base/error.hpp"
#include "miniapp/cases/dry_watch.hpp"
#include "tests/decomposition/random_cases.hpp"
#include "tests/physics/ocean/ocean_runs.hpp"

namespace seafret {
namespace {

std::string found_by(const DryWatch& watch) {
  try {
    watch.insist_on_water(Communicator(MPI_COMM_SELF));
  } catch (const RunError& e) {
    return e.what();
  }
  return "";
}

TEST_CASE("the first cell without water is told, whatever parts are looked at, in any order") {
  constexpr double watched_depth = 150;
  const Basin sea = archipelago(70, 40);
  Random random(11);
  int found = 0;
  for (int n = 0; n < 200; ++n) {
    const int west = random.between(0, 60), south = random.between(0, 30);
    const Box owned{west, random.between(west + 1, 70), south, random.between(south + 1, 40)};
    const bool may_be_empty = random.chance(50);
    DryWatch watch(sea, owned, may_be_empty ? 0.1 : 0, 1, watched_depth);
    auto first = std::tuple{100, 0, 0};  // step, j, i
    for (int look = 0; look < 6; ++look) {
      const int x0 = random.between(-2, 60), y0 = random.between(-2, 30);
      const Box where{x0, x0 + random.between(0, 70), y0, y0 + random.between(0, 40)};
      const int step = random.between(1, 4);
      Field<> eta(owned, Halo::all(1), 1);
      for (int j = owned.y0; j < owned.y1; ++j)
        for (int i = owned.x0; i < owned.x1; ++i) {
          const double depth = sea.depth_at(i, j);
          const bool is_less = random.between(1, 1000) <= 5, is_empty = random.chance(1);
          const bool is_dry = is_less || (is_empty && !may_be_empty);
          const double surface = is_less ? -1.5 * depth : is_empty ? -depth : -0.5 * depth;
          eta.view()(i, j) = sea.wet(i, j) ? surface : std::numeric_limits<double>::quiet_NaN();
          if (is_dry && sea.wet(i, j) && depth <= watched_depth && where.contains(i, j))
            first = std::min(first, {step, j, i});
        }
      watch.note(step, where, eta.view());
    }
    const auto [step, j, i] = first;
    found += step < 100 ? 1 : 0;
    CAPTURE(n);
    CHECK(found_by(watch) ==
          (step == 100
               ? ""
               : fmt::format("step {}: no water is left in cell (i={}, j={})", step, i, j)));
  }
  CHECK(found > 20);
  CHECK(found < 180);
}

}  // namespace
}  // namespace seafret
