// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/fields/field.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <type_traits>

#include "tests/decomposition/fields/counting_memory.hpp"

using namespace seafret;

namespace {

const Box inner{10, 13, 20, 24};
const Halo halo{1, 2, 0, 3, true};
constexpr int levels = 5;

template <class View, class Visit>
void for_each_value(const View& v, Visit visit) {
  for (int j = v.box.y0; j < v.box.y1; ++j)
    for (int i = v.box.x0; i < v.box.x1; ++i)
      for (int k = 0; k < v.levels; ++k) visit(i, j, k);
}

}  // namespace

TEST_CASE("a field holds the owned box and its halo") {
  Field<> f(inner, halo, levels);
  CHECK(f.view().box == Box{9, 15, 20, 27});
  CHECK(f.view().levels == levels);
}

TEST_CASE("levels run fastest, then i, then j") {
  Field<> f(inner, halo, levels);
  const FieldView<double> v = f.view();
  std::ptrdiff_t next = 0;
  int wrong = 0;
  for_each_value(v, [&](int i, int j, int k) { wrong += &v(i, j, k) != v.data + next++; });
  CHECK(wrong == 0);
  CHECK(next == v.box.area() * levels);
  CHECK(v.row() == v.column(10, 21) - v.column(10, 20));
  CHECK(v.column(11, 20) - v.column(10, 20) == levels);
  CHECK(&v(12, 22) == v.column(12, 22));
}

TEST_CASE("fresh memory shows when nobody wrote it") {
  Field<double> reals(inner, halo, levels);
  Field<float> singles(inner, halo, levels);
  Field<std::int32_t> integers(inner, halo, levels);
  int wrong = 0;
  for_each_value(reals.view(), [&](int i, int j, int k) {
    wrong += !std::isnan(reals.view()(i, j, k));
    wrong += !std::isnan(singles.view()(i, j, k));
    wrong += integers.view()(i, j, k) != std::numeric_limits<std::int32_t>::min();
  });
  CHECK(wrong == 0);
}

TEST_CASE("memory comes from the resource, on a cache line, and goes back to it once") {
  CountingMemory memory;
  {
    Field<float> f(inner, halo, levels, &memory);
    CHECK(memory.bytes_out == 6 * 7 * levels * sizeof(float));
    CHECK(memory.strictest_alignment == 64);
    CHECK(reinterpret_cast<std::uintptr_t>(f.view().data) % 64 == 0);
  }
  CHECK(memory.bytes_out == 0);
  CHECK(memory.allocations == 1);
}

TEST_CASE("a field is moved with its memory, never copied") {
  static_assert(!std::is_copy_constructible_v<Field<>> && !std::is_copy_assignable_v<Field<>>);
  CountingMemory memory, elsewhere;
  {
    Field<> first(inner, halo, levels, &memory);
    double* const data = first.view().data;
    first.view()(10, 20, 3) = 7;
    Field<> second(std::move(first));
    CHECK(second.view().data == data);
    CHECK(second.view()(10, 20, 3) == 7);
    CHECK(first.view().data == nullptr);

    Field<> third(inner, Halo{}, 1, &elsewhere);
    third = std::move(second);
    CHECK(third.view().data == data);
    CHECK(third.view().box == inner.grown(halo));
  }
  CHECK(memory.allocations == 1);
  CHECK(memory.bytes_out == 0);
  CHECK(elsewhere.bytes_out == 0);
}

TEST_CASE("a view of values converts to one of constants, not back") {
  static_assert(std::is_convertible_v<FieldView<double>, FieldView<const double>>);
  static_assert(!std::is_convertible_v<FieldView<const double>, FieldView<double>>);
  static_assert(!std::is_constructible_v<Columns, FieldView<const double>>);
  Field<> f(inner, halo, levels);
  const Field<>& constant = f;
  static_assert(std::is_same_v<decltype(constant.view()), FieldView<const double>>);
  const FieldView<const double> v = f.view();
  CHECK(v.data == constant.view().data);
  CHECK(v.column(10, 20) == f.view().column(10, 20));
}

TEST_CASE("columns are the same places, in bytes") {
  Field<double> reals(inner, halo, levels);
  Field<std::int32_t> integers(inner, halo, 1);
  const Columns r = reals.view(), n = integers.view();
  CHECK(r.column_bytes == levels * 8);
  CHECK(n.column_bytes == 4);
  CHECK(r.next_row == 6 * levels * 8);
  int wrong = 0;
  for (int j = 20; j < 27; ++j)
    for (int i = 9; i < 15; ++i) {
      wrong += r.column(i, j) != reinterpret_cast<std::byte*>(reals.view().column(i, j));
      wrong += n.column(i, j) != reinterpret_cast<std::byte*>(integers.view().column(i, j));
    }
  CHECK(wrong == 0);
}
