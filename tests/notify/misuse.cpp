// SPDX-License-Identifier: BSD-3-Clause
// Whatever carries them, puts that come too often, too early or unawaited are told to who waits.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "endpoints.hpp"

namespace seafret::notify {
namespace {

/// A signal of this rank for so many events, and one of the next rank to which this one puts.
struct Pair {
  Pair(const Variant& variant, std::int64_t events)
      : on(variant.options, variant.cores_per_node),
        signal(on.endpoint.signals(), {.name = "halo", .events = events}),
        to(mailed(on.endpoint.block(region, 0, bytes, nullptr, &signal), on.before(), on.after())) {
  }

  /// So many puts, when all have looked at what came before.
  void put(int times, std::int64_t round) {
    on.node.everyone().barrier();
    for (int n = 0; n < times; ++n)
      on.endpoint.put(on.endpoint.block(region, bytes, bytes), to, round);
  }
  /// Returns when so much has come.
  void await(const std::string& counter) {
    while (signal.state().find(counter) == std::string::npos) on.endpoint.progress();
  }

  static constexpr std::size_t bytes = 100;
  Made on;
  std::int32_t region = on.endpoint.add_region(2 * bytes);
  Signal signal;
  Block to;
};

/// Whether it says the line, the signal with its counter and what was wrong.
template <class Use>
void refuses(Use use, int line, const std::string& state, const std::string& why) {
  const std::string all =
      fmt::format("misuse.cpp:{}: signal 'halo' ({}) in round {}", line, state, why);
  CHECK_THROWS_WITH_AS(use(), doctest::Contains(all.c_str()), NotifyError);
}

}  // namespace

TEST_CASE("one event too many is told by whatever looks at the signal next") {
  for (const Variant& variant : variants()) {
    CAPTURE(variant.what);
    const std::string state = "0xffffffffffffffff: 1 events too many, 0 sub-messages left";
    Pair pair(variant, 2);
    pair.put(3, 0);
    pair.await(state);
    const std::string why = "0: more has come than was awaited";
    refuses([&] { pair.signal.wait(); }, __LINE__, state, why);
    refuses([&] { static_cast<void>(pair.signal.test()); }, __LINE__, state, why);
    refuses([&] { pair.signal.reset(); }, __LINE__, state, why);
  }
}

TEST_CASE("a reset that is missing, or comes early, is told") {
  for (const Variant& variant : variants()) {
    CAPTURE(variant.what);
    Pair pair(variant, 2);
    const std::string one_left = "0x1: 1 events and 0 sub-messages left";
    pair.put(1, 0);
    pair.await(one_left);
    refuses([&] { pair.signal.reset(); }, __LINE__, one_left, "0: reset before it has fired");
    pair.put(1, 0);
    pair.signal.wait();
    refuses([&] { pair.signal.wait(); }, __LINE__, "0x0: 0 events and 0 sub-messages left",
            "0: waited for again without a reset");
    pair.signal.reset();
    CHECK_FALSE(pair.signal.test());
  }
}

TEST_CASE("a put of a round that has not begun fires nothing, and is told when that begins") {
  for (const Variant& variant : variants()) {
    CAPTURE(variant.what);
    if (!variant.keeps_order) continue;
    Pair pair(variant, 2);
    pair.put(1, 1);
    CHECK_FALSE(pair.signal.test());
    pair.put(2, 0);
    pair.signal.wait();
    // Of its sub-messages some may be under way still.
    CHECK_THROWS_WITH_AS(pair.signal.reset(),
                         doctest::Contains("in round 1: something has come before its round"),
                         NotifyError);
  }
}

TEST_CASE("where one rank alone has more events than bits for them all of them are told") {
  const Made made({.counter = CounterLayout(2)}, 0);
  CHECK(made.endpoint.countable("halo", made.rank() == 0 ? 3 : 1) == (made.rank() == 0 ? 3 : 1));
  CHECK_THROWS_WITH_AS(
      made.endpoint.countable("halo", made.rank() == 0 ? 9 : 1),
      doctest::Contains("event_bits: 2 cannot count the 9 events of signal 'halo'; 4 can"),
      OptionError);
}

TEST_CASE("where one rank alone has more sub-messages than bits for them all of them are told") {
  const Made made({.counter = CounterLayout(60)}, 0);
  CHECK(made.endpoint.countable("halo", 1, made.rank() == 0 ? 4 : 1) == 1);
  CHECK_THROWS_WITH_AS(made.endpoint.countable("halo", 1, made.rank() == 0 ? 5 : 1),
                       doctest::Contains("event_bits: 60 leave too few to count the 5 sub-messages "
                                         "of each of the 1 events of signal 'halo'"),
                       OptionError);
}

}  // namespace seafret::notify
