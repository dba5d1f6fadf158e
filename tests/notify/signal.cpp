// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/signal.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "decomposition/base/error.hpp"

using namespace seafret;
using doctest::Contains;
using notify::Counters;
using notify::Signal;
using notify::SignalError;

TEST_CASE("a signal fires once a round, when all its events have come") {
  for (const bool rounds : {false, true}) {
    Counters counters;
    Signal signal(counters, {.events = 3, .rounds = rounds});
    for (int round = 0; round < 5; ++round) {
      CHECK(signal.round() == round);
      for (int event = 0; event < 3; ++event) {
        CHECK_FALSE(signal.test());
        counters.add(-1, rounds && round % 2 == 1);
      }
      CHECK(signal.test());
      signal.reset();
    }
  }
}

TEST_CASE("what is wrong is said with the line, the signal and its counter") {
  Counters counters;
  Signal signal(counters, {.name = "halo", .events = 2, .rounds = false});
  counters.add(-1, false);
  const int line = __LINE__ + 1;
  const auto reset_early = [&] { signal.reset(); };
  const std::string state = "signal 'halo' (0x1: 1 events and 0 sub-messages left) in round 0";
  const std::string early =
      fmt::format("signal.cpp:{}: {}: reset before it has fired", line, state);
  CHECK_THROWS_WITH_AS(reset_early(), Contains(early.c_str()), SignalError);
  counters.add(-1, false);
  CHECK(signal.test());  // a reset that was refused has changed nothing
  counters.add(-1, false);
  CHECK_THROWS_WITH_AS(signal.test(), Contains("1 events too many, 0 sub-messages left"),
                       SignalError);
  CHECK_THROWS_WITH_AS(signal.reset(), Contains("more has come than was awaited"), SignalError);
}

TEST_CASE("what comes a round early is told when its round begins") {
  Counters counters;
  Signal signal(counters, {.name = "halo"});
  counters.add(-1, true);
  CHECK_FALSE(signal.test());
  counters.add(-1, false);
  CHECK(signal.test());
  CHECK_THROWS_WITH_AS(signal.reset(), Contains("come before its round was begun"), SignalError);
}

TEST_CASE("as many events as there are bits for") {
  Counters counters;
  const notify::CounterLayout three(3);
  CHECK_NOTHROW(Signal(counters, {.events = 7, .counter = three}));
  CHECK_THROWS_AS(Signal(counters, {.events = 8, .counter = three}), InputError);
  CHECK_THROWS_AS(Signal(counters, {.events = 0, .counter = three}), InputError);
}
