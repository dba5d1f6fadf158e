// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/fields/arena.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tests/decomposition/fields/counting_memory.hpp"

using namespace seafret;

namespace {

FieldDescription described(std::string name, int levels, const Halo& halo, int time_levels) {
  FieldDescription f{.name = std::move(name), .unit = "1", .long_name = "of a test"};
  f.levels = levels;
  f.halo = halo;
  f.time_levels = time_levels;
  return f;
}

const Box owned{16, 32, 0, 16};
const std::vector<FieldDescription> model = {described("u", 256, Halo::all(2), 3),
                                             described("depth", 1, Halo::all(1), 1),
                                             described("flux", 257, Halo{1, 0, 0, 0, false}, 2)};

std::vector<Field<>> fields_of(const std::vector<FieldDescription>& descriptions, Arena& arena) {
  std::vector<Field<>> fields;
  for (const FieldDescription& d : descriptions)
    for (int copy = 0; copy < d.time_levels; ++copy)
      fields.emplace_back(owned, d.halo, d.levels, &arena);
  return fields;
}

}  // namespace

TEST_CASE("the fields of a model fit exactly into the arena of their descriptions") {
  Arena arena(Arena::room_for(model, owned));
  CHECK(arena.used() == 0);
  const std::vector<Field<>> fields = fields_of(model, arena);
  CHECK(fields.size() == 6);
  CHECK(arena.used() == arena.size());
  CHECK_THROWS_AS(Field<>(owned, Halo{}, 1, &arena), std::length_error);
  CHECK(arena.used() == arena.size());
}

TEST_CASE("a field takes whole cache lines, and five more to lie apart from the next") {
  CHECK(Arena::room_for(model[0], owned) == 3 * (20 * 20 * 256 * 8 + 5 * 64));
  CHECK(Arena::room_for(model[1], owned) == 41 * 64 + 5 * 64);  // of 18 x 18 x 8 bytes
}

TEST_CASE("what is not in the descriptions is refused with the numbers") {
  Arena arena(Arena::room_for(model[1], owned));
  CHECK_THROWS_WITH_AS(
      Field<>(owned, Halo::all(2), 256, &arena),
      doctest::Contains("a field wants 819200 more: it is not in the descriptions"),
      std::length_error);
  const Field<> small(owned, Halo::all(1), 1, &arena);
  CHECK(small.view().data != nullptr);
}

TEST_CASE("integer fields fit where their description gave the room of doubles") {
  Arena arena(Arena::room_for(model[1], owned));
  const Field<std::int32_t> index(owned, model[1].halo, 1, &arena);
  CHECK(arena.used() <= arena.size());
}

TEST_CASE("fields lie on cache lines, apart from each other, and not a multiple of a page apart") {
  Arena arena(Arena::room_for(model, owned));
  const std::vector<Field<>> fields = fields_of(model, arena);
  const double* end_of_last = nullptr;
  for (const Field<>& f : fields) {
    const FieldView<const double> v = f.view();
    CHECK(reinterpret_cast<std::uintptr_t>(v.data) % 64 == 0);
    CHECK((end_of_last == nullptr || v.data >= end_of_last));
    end_of_last = v.data + v.box.area() * v.levels;
  }
  const auto page = [&](std::size_t f) {
    return reinterpret_cast<std::uintptr_t>(fields[f].view().data) % 4096;
  };
  REQUIRE(fields[0].view().box.area() * 256 * 8 % 4096 == 0);
  CHECK(page(0) != page(1));
  CHECK(page(1) != page(2));
}

TEST_CASE("an arena is one block of its upstream's memory, given back at the end") {
  CountingMemory memory;
  {
    Arena arena(Arena::room_for(model, owned), &memory);
    {
      const std::vector<Field<>> fields = fields_of(model, arena);
      CHECK(std::isnan(fields.back().view().data[0]));
    }
    CHECK(memory.allocations == 1);
    CHECK(memory.bytes_out == arena.size());
  }
  CHECK(memory.bytes_out == 0);
}

TEST_CASE("no stricter alignment is promised than a field's") {
  Arena arena(1 << 16);
  CHECK_THROWS_AS(static_cast<void>(arena.allocate(64, 4096)), std::length_error);
  CHECK(arena.allocate(64, 8) != nullptr);
}

TEST_CASE("a model without fields needs no room") {
  CHECK(Arena::room_for(std::span<const FieldDescription>{}, owned) == 0);
  const Arena arena(0);
  CHECK(arena.size() == 0);
}

TEST_CASE("what is large lies in pages of 2 MB, what is small where it fits") {
  constexpr std::size_t huge = 2 << 20;
  for (const std::size_t bytes : {std::size_t{1}, huge - 1, huge, 5 * huge + 12345}) {
    auto* const memory = static_cast<std::byte*>(HugePages::instance()->allocate(bytes, 4096));
    CHECK(reinterpret_cast<std::uintptr_t>(memory) % (bytes < huge ? 4096 : huge) == 0);
    std::fill_n(memory, bytes, std::byte{1});
    HugePages::instance()->deallocate(memory, bytes, 4096);
  }
}
