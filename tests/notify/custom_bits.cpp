// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/custom_bits.hpp"

#include <doctest/doctest.h>

#include "decomposition/base/error.hpp"

using namespace seafret;
using notify::CounterLayout;
using notify::CustomBits;
using notify::CustomLayout;
using notify::Level;
using notify::Notice;

TEST_CASE("the layouts of Table I") {
  const auto level = [](int bits) { return CustomLayout(bits, false).level(); };
  CHECK(level(0) == Level::ordered_message);
  CHECK(CustomLayout(0, true).level() == Level::ordered_message);
  CHECK(level(8) == Level::index_only);
  CHECK(level(16) == Level::index_only);
  CHECK(level(32) == Level::one_word);
  CHECK(level(64) == Level::half_and_half);
  CHECK(level(128) == Level::half_and_half);
  CHECK(CustomLayout(8, false).index_bits() == 8);
  CHECK(CustomLayout(8, true).index_bits() == 7);
  CHECK(CustomLayout(64, false).index_bits() == 32);
  CHECK(CustomLayout(64, true).index_bits() == 31);
  CHECK(CustomLayout(32, false, 10).index_bits() == 10);
  CHECK(CustomLayout(128, true).bits() == 128);
}

TEST_CASE("the words of the worked example") {
  const CustomLayout layout(64, false);
  const CounterLayout counter(15);
  const auto word = [&](int number, int of) {
    return layout.encode({3, counter.addend(number, of), false})[0];
  };
  CHECK(word(0, 1) == 0x00000003FFFFFFFF);
  CHECK(word(0, 2) == 0x000000030000FFFF);
  CHECK(word(1, 2) == 0x00000003FFFF0000);
  CHECK(word(0, 4) == 0x000000030002FFFF);
}

TEST_CASE("what fits comes back as it was, and what does not is known before") {
  for (const int bits : {8, 16, 32, 64, 128})
    for (const bool rounds : {false, true})
      for (const int index_bits : {0, 5}) {
        if (index_bits > 0 && (bits == 8 || bits == 128)) continue;
        const CustomLayout layout(bits, rounds, index_bits);
        int fitting = 0;
        for (const std::uint64_t signal : {0ULL, 1ULL, 30ULL, 127ULL, 255ULL, 65535ULL, 1ULL << 31})
          for (const std::int64_t addend : {-1LL, -2LL, -65536LL, 65535LL, 1LL << 31, -(1LL << 40)})
            for (const bool odd : {false, true}) {
              const Notice notice{signal, addend, odd && rounds};
              if (!layout.fits(notice)) continue;
              ++fitting;
              CustomBits sent = layout.encode(notice);
              if (bits <= 64) REQUIRE(sent[1] == 0);
              if (bits < 64) REQUIRE((sent[0] >> bits) == 0);
              REQUIRE(layout.decode(sent) == notice);
            }
        CHECK(fitting > 0);
      }
  CHECK_FALSE(CustomLayout(8, false).fits({256, -1, false}));
  CHECK(CustomLayout(8, false).fits({255, -1, false}));
  CHECK_FALSE(CustomLayout(8, true).fits({128, -1, false}));
  CHECK_FALSE(CustomLayout(8, false).fits({1, -65536, false}));
  CHECK_FALSE(CustomLayout(0, false).fits({0, -1, false}));
  CHECK(CustomLayout(64, false).fits({0, (1LL << 31) - 1, false}));
  CHECK_FALSE(CustomLayout(64, false).fits({0, 1LL << 31, false}));
}

TEST_CASE("into how many sub-messages a message may be cut") {
  const CustomLayout word(64, false);
  CHECK(CustomLayout(8, false).most_sub_messages(CounterLayout(3)) == 1);
  CHECK(word.most_sub_messages(CounterLayout(15)) == (1 << 15) + 1);
  CHECK(word.most_sub_messages(CounterLayout(30)) == 2);
  CHECK(word.most_sub_messages(CounterLayout(31)) ==
        1);  // 64 bits cannot hold N = 31 with splitting
  CHECK(CustomLayout(128, false).most_sub_messages(CounterLayout(31)) == (1LL << 31) + 1);
  for (const int bits : {32, 64, 128})
    for (const int event_bits : {3, 7, 15, 29}) {
      const CustomLayout layout(bits, true, bits == 32 ? 12 : 0);
      const CounterLayout counter(event_bits);
      const auto most =
          static_cast<int>(std::min<std::int64_t>(layout.most_sub_messages(counter), 1 << 30));
      if (most == 1) continue;
      CAPTURE(bits);
      CAPTURE(event_bits);
      CHECK(layout.fits({1, counter.addend(0, most), true}));
      CHECK(layout.fits({1, counter.addend(1, most), true}));
      if (layout.most_sub_messages(counter) == most) {
        CHECK_FALSE(layout.fits({1, counter.addend(0, most + 1), true}));
      }
    }
}

TEST_CASE("layouts that cannot be") {
  CHECK_THROWS_AS(CustomLayout(129, false), InputError);
  CHECK_THROWS_AS(CustomLayout(-8, false), InputError);
  CHECK_THROWS_AS(CustomLayout(1, true), InputError);
  CHECK_THROWS_AS(CustomLayout(32, false, 33), InputError);
  CHECK_NOTHROW(CustomLayout(0, true));
}
