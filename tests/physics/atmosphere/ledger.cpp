// SPDX-License-Identifier: BSD-3-Clause
// What the ledger foretells beside what the air holds.
#include <doctest/doctest.h>

#include "physics/atmosphere/constants.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/atmosphere/small_air.hpp"

namespace seafret {
namespace {

TEST_CASE("the ledger knows who brought what, and foretells what the air holds") {
  // Two columns of four levels with 114 kg/m2 each (Boussinesq), all alike.
  SmallAir air;
  const auto both = [&](std::size_t f, double value) {
    for (TimeLevel* level : {&air.past, &air.now})
      SmallAir::set(level->fields[f], [=](int, int, int) { return value; });
  };
  both(stratus::theta, -2);
  both(stratus::vapour, 0.01);
  both(stratus::liquid, 1e-3);
  air.reference.set_density(air.grid);
  Ledger ledger(air.setup().mesh, air.sounding, {"sun", "rain"});
  ledger.open(air.owned(), air.now);
  const auto bring = [&](const char* who, std::size_t f, double rate, int k) {
    air.tendencies[f](0, 0, k) += rate;
    ledger.note(who, air.owned(), air.tendencies);
  };
  const Fields scalars = Fields(air.tendencies).subspan(stratus::theta);
  constexpr Leapfrog time{4, 0.1};
  for (int step = 0; step < 2; ++step) {
    air.tendencies[stratus::theta](1, 0, 2) = 0.5 * step;  // nobody's work, but taken back:
    air.tendencies[stratus::theta](0, 0, 2) = -0.5 * step;
    ledger.begin(air.owned(), air.tendencies);
    bring("sun", stratus::theta, 0.25, 1);
    bring("rain", stratus::liquid, -1e-4, 0);
    bring("rain", stratus::vapour, 3e-4, 3);
    ledger.close(air.domain(), {time, time, time});
    leap_and_filter(air.owned(), air.owned(), time, air.past.scalar_fields(),
                    air.now.scalar_fields(), scalars);
    std::swap(air.past, air.now);
  }
  // Two steps of 2 s (half the span), of one column in two.  The filter sees
  // past - 2 now + next = 0 - 0 + 57 and, of the filtered 5.7, 5.7 - 114 + 62.7: 0.1 of it each,
  // and the mean has half of that.
  const auto& entries = ledger.entries();
  REQUIRE(entries.size() == 3);
  CHECK(ledger.seconds() == 4);
  CHECK(entries[0].name == "sun");
  CHECK(entries[0].brought[holding::theta] == nearly(0.5 * 4 * 0.25 * 114));
  CHECK(entries[0].brought[holding::enthalpy] == nearly(0.5 * 4 * 0.25 * 114 * 1005 * 0.99));
  CHECK(entries[0].brought[holding::water] == 0);
  CHECK(entries[1].brought[holding::water] == nearly(0.5 * 4 * 2e-4 * 114));
  CHECK(entries[1].brought[holding::enthalpy] == nearly(0.5 * 4 * 3e-4 * 114 * 2.501e6));
  CHECK(entries[2].name == "time_filter");
  CHECK(entries[2].brought[holding::theta] == nearly(0.5 * 0.1 * (57 + 5.7 - 114 + 62.7)));
  const Ledger::Closure kept = ledger.closure(air.domain(), air.past, air.now);
  CHECK(kept.missed[holding::theta] <= kept.rounding[holding::theta]);
  CHECK(kept.missed[holding::water] <= kept.rounding[holding::water]);
  CHECK(kept.turnover[holding::theta] == nearly(57 + 0.57));
  CHECK(kept.rounding[holding::theta] == nearly(0x1p-52 * 4 * 114 * 2));
  air.past.fields[stratus::liquid](1, 0, 0) += 1e-6;
  const Ledger::Closure lost = ledger.closure(air.domain(), air.past, air.now);
  CHECK(lost.missed[holding::water] == nearly(0.5 * 114e-6));
  CHECK(lost.missed[holding::theta] == kept.missed[holding::theta]);
}

TEST_CASE("the ledger foretells what Williams' filter leaves") {
  SmallAir air;
  air.reference.set_density(air.grid);
  for (TimeLevel* level : {&air.past, &air.now})
    SmallAir::set(level->fields[stratus::theta], [](int i, int, int k) { return i + k; });
  Ledger ledger(air.setup().mesh, air.sounding, {"sun"});
  ledger.open(air.owned(), air.now);
  const Leapfrog time = Leapfrog::filtered(4, 0.1, 0.5);
  for (int step = 0; step < 3; ++step) {
    ledger.begin(air.owned(), air.tendencies);
    air.tendencies[stratus::theta](0, 0, 1) += 0.25 - step;
    ledger.note("sun", air.owned(), air.tendencies);
    ledger.close(air.domain(), {time, time, time});
    leap_and_filter(air.owned(), air.owned(), time, air.past.theta(), air.now.theta(),
                    Fields(air.tendencies).subspan(stratus::theta, 1));
    std::swap(air.past, air.now);
  }
  const Ledger::Closure kept = ledger.closure(air.domain(), air.past, air.now);
  CHECK(kept.missed[holding::theta] <= 4 * kept.rounding[holding::theta]);
  CHECK(kept.turnover[holding::theta] > 100);
  // What all have brought is what the mean of both levels has gained, kg K/m2.
  const auto gained = [&](const TimeLevel& level) {
    double all = 0;
    for (int i = 0; i < 2; ++i)
      for (int k = 0; k < air.levels; ++k) {
        const auto n = static_cast<std::size_t>(k);
        all += air.grid.rho[n] * air.grid.dz[n] * (level.fields[stratus::theta](i, 0, k) - (i + k));
      }
    return all / 2;
  };
  const auto& entries = ledger.entries();
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].brought[holding::theta] + entries[1].brought[holding::theta] ==
        nearly((gained(air.past) + gained(air.now)) / 2));
}

}  // namespace
}  // namespace seafret
