// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/counter.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "decomposition/base/error.hpp"

using namespace seafret;
using notify::CounterLayout;

namespace {

/// What the sub-messages of messages from so many senders add, in no order.
std::vector<std::int64_t> addends(const CounterLayout& layout,
                                  const std::vector<int>& sub_messages) {
  std::vector<std::int64_t> all;
  for (const int k : sub_messages)
    for (int sub_message = 0; sub_message < k; ++sub_message)
      all.push_back(layout.addend(sub_message, k));
  std::ranges::sort(all);
  return all;
}

}  // namespace

TEST_CASE("a counter is zero when all has come and not before, whatever the order") {
  for (const int event_bits : {2, 3, 15, 30})
    for (const std::vector<int>& sub_messages :
         std::vector<std::vector<int>>{{1}, {4}, {1, 1, 1}, {3, 3}, {1, 2, 3}, {2, 2, 2}, {1, 5}}) {
      const CounterLayout layout(event_bits);
      std::vector<std::int64_t> order = addends(layout, sub_messages);
      do {
        std::int64_t counter = std::ssize(sub_messages);
        for (std::size_t n = 0; n < order.size(); ++n) {
          REQUIRE(counter != 0);
          REQUIRE_FALSE(layout.overflowed(counter));
          counter += order[n];
        }
        REQUIRE(counter == 0);
      } while (std::ranges::next_permutation(order).found);
    }
}

TEST_CASE("an event too many shows, whatever sub-messages are under way") {
  for (const int event_bits : {2, 15, 30})
    for (const int sub_messages : {1, 2, 3, 4}) {
      const CounterLayout layout(event_bits);
      for (int come = 0; come <= sub_messages; ++come) {
        std::int64_t counter = 1 - 1 - 1;  // two whole messages where one was awaited
        for (int sub_message = 0; sub_message < come; ++sub_message)
          counter += layout.addend(sub_message, sub_messages);
        CAPTURE(come);
        CHECK(layout.overflowed(counter));
        counter = 3;  // of a third message, some sub-messages without the first
        for (int sub_message = 1; sub_message < come; ++sub_message)
          counter += layout.addend(sub_message, sub_messages);
        CHECK_FALSE(layout.overflowed(counter));
      }
    }
}

TEST_CASE("a counter in words") {
  const CounterLayout layout(15);
  CHECK(layout.addend(0, 1) == -1);
  CHECK(layout.addend(0, 2) == 65535);
  CHECK(layout.addend(1, 2) == -65536);
  CHECK(layout.addend(0, 4) == 196607);
  CHECK(layout.taken_apart(3) == "0x3: 3 events and 0 sub-messages left");
  CHECK(layout.taken_apart(1 - 65536) == "0xffffffffffff0001: 1 events and -1 sub-messages left");
  CHECK(layout.taken_apart(65536) == "0x10000: 0 events and 1 sub-messages left");
  CHECK(layout.taken_apart(-1) == "0xffffffffffffffff: 1 events too many, 0 sub-messages left");
  CHECK(layout.taken_apart(-2 + 65536) == "0xfffe: 2 events too many, 1 sub-messages left");
}

TEST_CASE("as many events and sub-messages as a counter holds, and no more") {
  const CounterLayout layout(3);
  CHECK(layout.most_events() == 7);
  CHECK(layout.overflowed(8));
  CHECK(CounterLayout(31).most_sub_messages((std::int64_t{1} << 31) - 1) == 2);
  const std::int64_t most = CounterLayout(60).most_sub_messages(1);
  CHECK(most == 4);
  // Its first sub-message of all alone, and all the others without it, stay below the sign.
  CHECK(1 + CounterLayout(60).addend(0, 4) > 0);
  CHECK_THROWS_AS(CounterLayout(0), InputError);
  CHECK_THROWS_AS(CounterLayout(62), InputError);
}
