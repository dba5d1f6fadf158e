// SPDX-License-Identifier: BSD-3-Clause
// Arrays as other people's models have them: any order of the indices, wider halos than are
// swapped.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "comms/c/seafret.h"
#include "decomposition/grid/grid.hpp"

namespace seafret::test {

/// What a column holds, wherever it is held.
template <class T>
T known(int i, int j, int k, int array) {
  return static_cast<T>(((array * 5 + k) * 61 + j) * 67 + i + 1);
}

/// One array of a rank: its own columns, so many more on each side, and a few bytes of nobody's.
template <class T>
class Array {
 public:
  static constexpr T nobody = T(-7);

  Array(Box owned, int margin, int levels, const std::string& order)
      : owned_(owned), held_(owned.grown(margin)), levels_(levels) {
    std::ptrdiff_t next = sizeof(T);
    for (const char index : order) {
      (index == 'i' ? where_.i : index == 'j' ? where_.j : where_.k) = next;
      next *= index == 'i' ? held_.width() : index == 'j' ? held_.height() : levels;
    }
    values_.assign(static_cast<std::size_t>(next) / sizeof(T), nobody);
    place(values_.data());
  }

  /// Where it lies, as seafret is told.
  const seafret_array& where() const { return where_; }
  std::size_t bytes() const { return values_.size() * sizeof(T); }
  /// Lies elsewhere from now on.
  void place(void* memory) {
    first_ = static_cast<std::byte*>(memory);
    std::copy(values_.begin(), values_.end(), static_cast<T*>(memory));
    where_.first = &at(owned_.x0, owned_.y0, 0);
  }

  T& at(int i, int j, int k) {
    return *reinterpret_cast<T*>(first_ + (i - held_.x0) * where_.i + (j - held_.y0) * where_.j +
                                 k * where_.k);
  }
  void fill(int number) {
    for_each(held_, [&](int i, int j, int k) { at(i, j, k) = nobody; });
    for_each(owned_, [&](int i, int j, int k) { at(i, j, k) = known<T>(i, j, k, number); });
  }

  /// How many elements are not what they should be: in the halo, where `comes(i, j)`, what their
  /// column holds in the grid; elsewhere what they were.
  template <class Comes>
  int wrong(const Grid& grid, const seafret_halo& h, int number, Comes comes) {
    int count = 0;
    const Box halo = owned_.grown({h.west, h.east, h.south, h.north});
    for_each(held_, [&](int i, int j, int k) {
      const bool beside = i < owned_.x0 || i >= owned_.x1, above = j < owned_.y0 || j >= owned_.y1;
      const bool swapped = halo.contains(i, j) && (!(beside && above) || h.corners != 0);
      const int x = grid.periodic_x ? (i + 2 * grid.nx) % grid.nx : i;
      const int y = grid.periodic_y ? (j + 2 * grid.ny) % grid.ny : j;
      T wanted = nobody;
      if ((!beside && !above) || (swapped && grid.box().contains(x, y) && comes(x, y)))
        wanted = known<T>(x, y, k, number);
      count += at(i, j, k) != wanted;
    });
    return count;
  }

 private:
  template <class Visit>
  void for_each(const Box& box, Visit visit) const {
    for (int j = box.y0; j < box.y1; ++j)
      for (int i = box.x0; i < box.x1; ++i)
        for (int k = 0; k < levels_; ++k) visit(i, j, k);
  }

  Box owned_, held_;
  int levels_;
  std::vector<T> values_;
  std::byte* first_ = nullptr;
  seafret_array where_{};
};

}  // namespace seafret::test
