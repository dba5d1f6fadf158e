// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/datatype.hpp"

#include <fmt/format.h>

namespace seafret::notify {
namespace {

/// What a datatype was made of, as its constructor was given it.
class Contents {
 public:
  explicit Contents(MPI_Datatype type) {
    int n_numbers = 0, n_addresses = 0, n_types = 0;
    MPI_Type_get_envelope(type, &n_numbers, &n_addresses, &n_types, &combiner);
    if (combiner == MPI_COMBINER_NAMED) return;
    numbers.resize(static_cast<std::size_t>(n_numbers));
    addresses.resize(static_cast<std::size_t>(n_addresses));
    types.resize(static_cast<std::size_t>(n_types));
    MPI_Type_get_contents(type, n_numbers, n_addresses, n_types, numbers.data(), addresses.data(),
                          types.data());
  }
  /// MPI hands out new handles of all but its own types.
  ~Contents() {
    for (MPI_Datatype& type : types) {
      int n_numbers = 0, n_addresses = 0, n_types = 0, its_combiner = MPI_COMBINER_NAMED;
      MPI_Type_get_envelope(type, &n_numbers, &n_addresses, &n_types, &its_combiner);
      if (its_combiner != MPI_COMBINER_NAMED) MPI_Type_free(&type);
    }
  }
  Contents(const Contents&) = delete;
  Contents& operator=(const Contents&) = delete;

  int combiner = MPI_COMBINER_NAMED;
  std::vector<int> numbers = {};
  std::vector<MPI_Aint> addresses = {};
  std::vector<MPI_Datatype> types = {};
};

/// The bytes of one value of a datatype, and how far behind it the next begins.
struct Layout {
  std::vector<Segment> segments = {};
  MPI_Aint extent = 0;
};

void append(std::vector<Segment>& all, const Segment& next) {
  if (next.bytes == 0) return;
  if (!all.empty() && all.back().begin + static_cast<MPI_Aint>(all.back().bytes) == next.begin)
    all.back().bytes += next.bytes;
  else
    all.push_back(next);
}

void append(std::vector<Segment>& all, const Layout& value, MPI_Aint begin, int count) {
  const std::vector<Segment>& some = value.segments;
  const bool dense = some.size() == 1 && static_cast<MPI_Aint>(some.front().bytes) == value.extent;
  if (dense && count > 0)
    append(all,
           {begin + some.front().begin, some.front().bytes * static_cast<std::uint64_t>(count)});
  else
    for (int n = 0; n < count; ++n, begin += value.extent)
      for (const Segment& s : some) append(all, {begin + s.begin, s.bytes});
}

/// Values of one of the types that a datatype is made of, one behind the other.
struct Values {
  MPI_Aint begin = 0;
  int count = 0;
  std::size_t type = 0;
};

/// The rows of a part of an array, in memory's order.
std::vector<Values> rows(const std::vector<int>& numbers, MPI_Aint extent) {
  const auto dimensions = static_cast<std::size_t>(numbers[0]);
  const bool fortran = numbers.back() == MPI_ORDER_FORTRAN;
  const auto number = [&](std::size_t which, std::size_t d) {  // d counts from the slowest
    return numbers[1 + which * dimensions + (fortran ? dimensions - 1 - d : d)];
  };
  std::vector<Values> all = {{0, 1}};
  for (std::size_t d = 0; d < dimensions; ++d) {
    const bool last = d + 1 == dimensions;
    const int size = number(0, d), subsize = number(1, d), start = number(2, d);
    std::vector<Values> finer;
    for (const Values& v : all)
      for (int n = 0; n < (last ? 1 : subsize); ++n)
        finer.push_back({v.begin * size + start + n, last ? subsize : 1});
    all.swap(finer);
  }
  for (Values& v : all) v.begin *= extent;
  return all;
}

std::string name_of(int combiner) {
  switch (combiner) {
    case MPI_COMBINER_DARRAY:
      return "MPI_Type_create_darray";
    case MPI_COMBINER_F90_REAL:
      return "MPI_Type_create_f90_real";
    case MPI_COMBINER_F90_COMPLEX:
      return "MPI_Type_create_f90_complex";
    case MPI_COMBINER_F90_INTEGER:
      return "MPI_Type_create_f90_integer";
    default:
      return fmt::format("the combiner {}", combiner);
  }
}

/// Where a datatype has its values, in their order; `extent` is that of its first type.
std::vector<Values> values(const Contents& of, MPI_Aint extent, const Where& where) {
  const std::vector<int>& number = of.numbers;
  const std::vector<MPI_Aint>& address = of.addresses;
  const auto each = [&](auto begin, auto count, bool several_types = false) {
    std::vector<Values> all;
    for (std::size_t i = 0; i < static_cast<std::size_t>(number[0]); ++i)
      all.push_back({begin(i), count(i), several_types ? i : 0});
    return all;
  };
  const auto as_many = [&](std::size_t) { return number[1]; };
  const auto listed = [&](std::size_t i) { return number[1 + i]; };
  const auto at_address = [&](std::size_t i) { return address[i]; };
  const auto every = [](MPI_Aint stride) {
    return [stride](std::size_t i) { return static_cast<MPI_Aint>(i) * stride; };
  };
  const auto displaced = [&](std::size_t first) {
    return [&number, first, extent](std::size_t i) { return number[first + i] * extent; };
  };
  switch (of.combiner) {
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED:
      return {{0, 1}};
    case MPI_COMBINER_CONTIGUOUS:
      return {{0, number[0]}};
    case MPI_COMBINER_VECTOR:
      return each(every(number[2] * extent), as_many);
    case MPI_COMBINER_HVECTOR:
      return each(every(address[0]), as_many);
    case MPI_COMBINER_INDEXED:
      return each(displaced(1 + static_cast<std::size_t>(number[0])), listed);
    case MPI_COMBINER_HINDEXED:
      return each(at_address, listed);
    case MPI_COMBINER_INDEXED_BLOCK:
      return each(displaced(2), as_many);
    case MPI_COMBINER_HINDEXED_BLOCK:
      return each(at_address, as_many);
    case MPI_COMBINER_STRUCT:
      return each(at_address, listed, true);
    case MPI_COMBINER_SUBARRAY:
      return rows(number, extent);
    default:
      throw NotifyError(where, fmt::format("a datatype made by {}, which is not taken apart here",
                                           name_of(of.combiner)));
  }
}

/// MPI's own types have no gaps, but for one of those made for MPI_MINLOC.
std::vector<Segment> named(MPI_Datatype type) {
  struct ShortInt {
    short value;
    int place;
  };
  if (type == MPI_SHORT_INT) return {{0, sizeof(short)}, {offsetof(ShortInt, place), sizeof(int)}};
  int bytes = 0;
  MPI_Type_size(type, &bytes);
  std::vector<Segment> all;
  append(all, Segment{0, static_cast<std::uint64_t>(bytes)});
  return all;
}

Layout layout(MPI_Datatype type, const Where& where) {
  Layout whole;
  MPI_Aint lower_bound = 0;
  MPI_Type_get_extent(type, &lower_bound, &whole.extent);
  const Contents contents(type);
  if (contents.combiner == MPI_COMBINER_NAMED) {
    whole.segments = named(type);
    return whole;
  }
  std::vector<Layout> inner;
  for (MPI_Datatype t : contents.types) inner.push_back(layout(t, where));
  const MPI_Aint extent = inner.empty() ? 0 : inner.front().extent;
  for (const Values& v : values(contents, extent, where))
    append(whole.segments, inner[v.type], v.begin, v.count);
  return whole;
}

}  // namespace

std::vector<Segment> segments(const void* buffer, int count, MPI_Datatype type,
                              const Where& where) {
  MPI_Aint begin = 0;
  MPI_Get_address(buffer, &begin);
  std::vector<Segment> all;
  append(all, layout(type, where), begin, count);
  return all;
}

}  // namespace seafret::notify
