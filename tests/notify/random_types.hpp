// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <vector>

namespace seafret::notify {

/// Datatypes of so many ints with gaps between them, made in any way that MPI has, one inside the
/// other.  No int is in one twice.  Freed at the end.
class RandomTypes {
 public:
  explicit RandomTypes(unsigned seed) : random_(seed) {}
  ~RandomTypes() {
    for (MPI_Datatype& type : all_) MPI_Type_free(&type);
  }
  RandomTypes(const RandomTypes&) = delete;
  RandomTypes& operator=(const RandomTypes&) = delete;

  MPI_Datatype type(int ints, int deep) {
    MPI_Datatype made = deep == 0 ? contiguous(ints, MPI_INT) : compound(ints, deep - 1);
    MPI_Type_commit(&made);
    return made;
  }
  int below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }
  int divisor(int of) {
    int d = 1 + below(of);
    while (of % d != 0) d = 1 + below(of);
    return d;
  }

 private:
  static constexpr int kinds = 11;

  MPI_Datatype compound(int ints, int deep) {
    const int kind = below(kinds);
    if (kind == 0) return structure(ints, deep);
    const int copies = divisor(ints);
    MPI_Datatype inner = type(ints / copies, deep);
    if (kind <= 4) return regular(kind, inner, copies);
    if (kind <= 8) return irregular(kind, inner, copies);
    if (kind == 9) return subarray(inner, copies);
    return resized(contiguous(copies, inner));
  }
  MPI_Datatype regular(int kind, MPI_Datatype inner, int copies) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    const int length = divisor(copies), count = copies / length, stride = length + below(3);
    if (kind == 1) return contiguous(copies, inner);
    if (kind == 2) MPI_Type_vector(count, length, stride, inner, &made);
    if (kind == 3) MPI_Type_create_hvector(count, length, stride * extent(inner) + 8, inner, &made);
    if (kind == 4) {
      made = contiguous(copies, inner);
      MPI_Type_dup(made, &made);
    }
    return kept(made);
  }
  /// Blocks in any order.
  MPI_Datatype irregular(int kind, MPI_Datatype inner, int copies) {
    const int length = divisor(copies), count = copies / length;
    std::vector<int> place(static_cast<std::size_t>(count)), lengths(place.size(), length);
    std::iota(place.begin(), place.end(), 0);
    std::shuffle(place.begin(), place.end(), random_);
    for (int& p : place) p *= length + 1;
    std::vector<MPI_Aint> bytes;
    for (int p : place) bytes.push_back(p * extent(inner));
    if (count > 1) ++lengths.front(), --lengths.back();  // there is a gap for it
    MPI_Datatype made = MPI_DATATYPE_NULL;
    if (kind == 5) MPI_Type_indexed(count, lengths.data(), place.data(), inner, &made);
    if (kind == 6) MPI_Type_create_indexed_block(count, length, place.data(), inner, &made);
    if (kind == 7) MPI_Type_create_hindexed(count, lengths.data(), bytes.data(), inner, &made);
    if (kind == 8) MPI_Type_create_hindexed_block(count, length, bytes.data(), inner, &made);
    return kept(made);
  }
  MPI_Datatype subarray(MPI_Datatype inner, int copies) {
    const int rows = divisor(copies), columns = copies / rows;
    const std::array<int, 3> sizes = {rows + 1, 2, columns + 2}, some = {rows, 1, columns},
                             starts = {below(2), 1, below(3)};
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_subarray(3, sizes.data(), some.data(), starts.data(),
                             below(2) == 0 ? MPI_ORDER_C : MPI_ORDER_FORTRAN, inner, &made);
    return kept(made);
  }
  MPI_Datatype structure(int ints, int deep) {
    const int first = below(ints + 1);
    if (first == 0 || first == ints) return resized(type(ints, deep));
    const std::array<MPI_Datatype, 2> inner = {type(first, deep), type(ints - first, deep)};
    const std::array<int, 2> counts = {1, 1};
    const bool turned = below(2) == 0;  // the first value behind the second
    const std::size_t low = turned ? 1 : 0, high = turned ? 0 : 1;
    std::array<MPI_Aint, 2> at = {0, 0};
    at[high] = bound(inner[low]) + extent(inner[low]) - bound(inner[high]) + 4;
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_struct(2, counts.data(), at.data(), inner.data(), &made);
    // Where one of them was resized, MPI takes the bounds of both from that one.
    const MPI_Aint begin = bound(inner[low]),
                   end = at[high] + bound(inner[high]) + extent(inner[high]);
    return resized(kept(made), begin, end - begin);
  }
  MPI_Datatype resized(MPI_Datatype inner) {
    return resized(inner, bound(inner) - 4, extent(inner) + 12);
  }
  MPI_Datatype resized(MPI_Datatype inner, MPI_Aint lower, MPI_Aint all) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_resized(inner, lower, all, &made);
    return kept(made);
  }
  MPI_Datatype contiguous(int count, MPI_Datatype inner) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(count, inner, &made);
    return kept(made);
  }

  static MPI_Aint bound(MPI_Datatype type) {
    MPI_Aint lower = 0, all = 0;
    MPI_Type_get_extent(type, &lower, &all);
    return lower;
  }
  static MPI_Aint extent(MPI_Datatype type) {
    MPI_Aint lower = 0, all = 0;
    MPI_Type_get_extent(type, &lower, &all);
    return all;
  }
  MPI_Datatype kept(MPI_Datatype type) { return all_.emplace_back(type); }

  std::mt19937 random_;
  std::vector<MPI_Datatype> all_;
};

}  // namespace seafret::notify
