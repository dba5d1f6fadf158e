// SPDX-License-Identifier: BSD-3-Clause
// How messages are cut into partitions; this needs no MPI that has them.
#include <doctest/doctest.h>

#include <random>

#include "comms/transports/partitioned_messages.hpp"

using namespace seafret;

namespace {

constexpr std::size_t longest_message = 65536;

PartSizes random_parts(std::mt19937& random) {
  const std::size_t scale = std::size_t{1} << random() % 20;
  PartSizes parts;
  for (auto n = 1 + random() % 12; n > 0; --n) parts.add(random() % 3 == 0 ? 0 : random() % scale);
  return parts;
}

}  // namespace

TEST_CASE("partitions cover a message, and are ready when all that they hold is packed") {
  std::mt19937 random(1);
  for (int turn = 0; turn < 300; ++turn) {
    const PartSizes parts = random_parts(random);
    const Partitions cut(parts);
    CAPTURE(turn);
    CHECK((cut.count() == 0) == parts.empty());
    CHECK(cut.all_bytes() >= parts.total());
    CHECK(cut.all_bytes() - parts.total() <= static_cast<std::size_t>(cut.count()));
    CHECK(static_cast<std::size_t>(cut.together()) * cut.bytes() <= longest_message);
    CHECK(cut.complete_before(parts.count()) == cut.count());
    for (int part = 0; part < parts.count(); ++part) {
      const std::size_t first = parts.first(part), end = first + parts.bytes(part);
      if (first == parts.total()) continue;
      const auto complete = static_cast<std::size_t>(cut.complete_before(part));
      CHECK(complete * cut.bytes() <= first);
      CHECK((complete + 1) * cut.bytes() > first);
      if (parts.bytes(part) == 0) continue;
      const auto from = static_cast<std::size_t>(cut.first_of(part)),
                 to = static_cast<std::size_t>(cut.last_of(part));
      CHECK(from * cut.bytes() <= first);
      CHECK((from + 1) * cut.bytes() > first);
      CHECK(to * cut.bytes() < end);
      CHECK((to + 1) * cut.bytes() >= end);
    }
  }
}

TEST_CASE("parts that are alike are whole partitions") {
  const Partitions short_ones({400, 0, 400, 400}), long_one({10 * longest_message});
  CHECK(short_ones.count() == 3);
  CHECK(short_ones.bytes() == 400);
  CHECK(short_ones.together() == 163);
  CHECK(short_ones.complete_before(3) == 2);
  CHECK(long_one.count() == 10);
  CHECK(long_one.together() == 1);
}
