// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/signal.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <thread>

#include "comms/base/wait.hpp"
#include "decomposition/base/error.hpp"

using namespace seafret;
using doctest::Contains;
using notify::CounterLayout;
using notify::Counters;
using notify::NotifyError;
using notify::Signal;
using notify::SignalTable;

TEST_CASE("a signal fires once a round, when all its events have come") {
  for (const bool rounds : {false, true}) {
    Counters counters;
    SignalTable table({&counters, 1}, CounterLayout(), rounds);
    Signal signal(table, {.events = 3});
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
  SignalTable table({&counters, 1}, CounterLayout(), false);
  Signal signal(table, {.name = "halo", .events = 2});
  counters.add(-1, false);
  const int line = __LINE__ + 1;
  const auto reset_early = [&] { signal.reset(); };
  const std::string state = "signal 'halo' (0x1: 1 events and 0 sub-messages left) in round 0";
  const std::string early =
      fmt::format("tests/notify/signal.cpp:{}: {}: reset before it has fired", line, state);
  CHECK_THROWS_WITH_AS(reset_early(), early.c_str(), NotifyError);
  counters.add(-1, false);
  CHECK(signal.test());  // a reset that was refused has changed nothing
  counters.add(-1, false);
  CHECK_THROWS_WITH_AS(signal.test(), Contains("1 events too many, 0 sub-messages left"),
                       NotifyError);
  CHECK_THROWS_WITH_AS(signal.reset(), Contains("more has come than was awaited"), NotifyError);
}

TEST_CASE("what comes a round early is told when its round begins") {
  Counters counters;
  SignalTable table({&counters, 1});
  Signal signal(table, {.name = "halo"});
  counters.add(-1, true);
  CHECK_FALSE(signal.test());
  counters.add(-1, false);
  CHECK(signal.test());
  CHECK_THROWS_WITH_AS(signal.reset(), Contains("come before its round was begun"), NotifyError);
}

TEST_CASE("as many events as there are bits for, as many signals as there are counters") {
  std::array<Counters, 2> counters;
  SignalTable table(counters, CounterLayout(3));
  CHECK_THROWS_AS(Signal(table, {.events = 8}), InputError);
  CHECK_THROWS_AS(Signal(table, {.events = 0}), InputError);
  const Signal one(table, {.events = 7}), other(table, {});
  CHECK(one.number() != other.number());
  CHECK_THROWS_WITH_AS(Signal(table, {}), Contains("all 2 signals"), InputError);
  CHECK_THROWS_AS(table.add({.signal = 2}), std::out_of_range);
}

TEST_CASE("a signal is waited for once a round") {
  std::array<Counters, 2> counters;
  SignalTable table(counters);
  Signal one(table, {.name = "one"}), other(table, {.name = "other"});
  const std::array both = {&one, &other};
  table.add({.signal = 1});
  CHECK(wait_any(both) == 1);
  table.add({.signal = 0});
  CHECK(wait_any(both) == 0);
  CHECK_THROWS_WITH_AS(other.wait(), Contains("waited for again without a reset"), NotifyError);
  other.reset();
  table.add({.signal = 1, .odd = true});
  CHECK(wait_any(both) == 1);
}

TEST_CASE("who looks from outside sees which signal is waited for, where, and what is left") {
  Counters counters;
  SignalTable table({&counters, 1});
  Signal signal(table, {.name = "halo", .peers = {5}});
  std::optional<Wait::Story> story;
  std::thread watch([&] {
    while (!story)
      if (const Wait::Present now = Wait::present(); now.waits) story = Wait::story(now.turn);
    table.add({.signal = 0});
  });
  const int line = __LINE__ + 1;
  signal.wait();
  watch.join();
  const std::string left = fmt::format("signal.cpp:{}, round 0, 0x1: 1 events", line);
  CHECK(story->what.find("the signal 'halo' (") == 0);
  CHECK(story->what.find(left) != std::string::npos);
  CHECK(story->missing == std::vector{5});
}
