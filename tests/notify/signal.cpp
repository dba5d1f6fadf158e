// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/signal.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

#include "decomposition/base/error.hpp"

using namespace seafret;
using notify::Counters;
using notify::Signal;
using notify::SignalError;

namespace {

template <class Work>
std::string said(Work work) {
  try {
    work();
  } catch (const SignalError& e) {
    return e.what();
  }
  return "nothing";
}

bool contains(const std::string& text, const std::string& words) {
  CAPTURE(text);
  CAPTURE(words);
  return text.find(words) != std::string::npos;
}

}  // namespace

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
  const std::string early = said([&] { signal.reset(); });
  CHECK(contains(early, fmt::format("signal.cpp:{}: ", line)));
  CHECK(contains(early, "signal 'halo' (0x1: 1 events and 0 sub-messages left) in round 0"));
  CHECK(contains(early, "reset before it has fired"));
  counters.add(-1, false);
  CHECK(signal.test());  // a reset that was refused has changed nothing
  counters.add(-1, false);
  CHECK(contains(said([&] { signal.test(); }), "1 events too many, 0 sub-messages left"));
  CHECK(contains(said([&] { signal.reset(); }), "more has come than was awaited"));
}

TEST_CASE("what comes a round early is told when its round begins") {
  Counters counters;
  Signal signal(counters, {.name = "halo"});
  counters.add(-1, true);
  CHECK_FALSE(signal.test());
  counters.add(-1, false);
  CHECK(signal.test());
  CHECK(contains(said([&] { signal.reset(); }), "come before its round was begun"));
}

TEST_CASE("as many events as there are bits for") {
  Counters counters;
  const notify::CounterLayout three(3);
  CHECK_NOTHROW(Signal(counters, {.events = 7, .counter = three}));
  CHECK_THROWS_AS(Signal(counters, {.events = 8, .counter = three}), InputError);
  CHECK_THROWS_AS(Signal(counters, {.events = 0, .counter = three}), InputError);
}
