// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>

#include "physics/vectors.hpp"

namespace seafret {

/// Which way the wind blows through faces: of all of them from `here` to `next` (FaceCells), of
/// none, or who knows.
enum class Blows { forward, backward, both };

/// Calls work.operator()<way>().
template <class Work>
void told_apart(Blows way, Work work) {
  switch (way) {
    case Blows::forward:
      return work.template operator()<Blows::forward>();
    case Blows::backward:
      return work.template operator()<Blows::backward>();
    case Blows::both:
      return work.template operator()<Blows::both>();
  }
}

/// One of two values for each lane's own wind.  Where all blow one way the other need not even be
/// loaded.
template <Blows way, class Truths, class V>
V by_wind(Truths forward, V if_forward, V if_backward) {
  if constexpr (way == Blows::both)
    return forward ? if_forward : if_backward;
  else
    return way == Blows::forward ? if_forward : if_backward;
}

/// A scalar round a face of each level of a vector: four cells in a row, the face between the
/// middle two, and the neighbours of these two in the directions a and b along the face.
template <class V>
struct FaceCells {
  V behind, here, next, beyond;
  V here_a0, here_a1, next_a0, next_a1, here_b0, here_b1, next_b0, next_b1;

  /// `along` is the distance in memory from `here` to `next`, a and b those across.
  static FaceCells of(const double* here, std::ptrdiff_t along, std::ptrdiff_t a,
                      std::ptrdiff_t b) {
    const double* const next = here + along;
    return {load<V>(here - along), load<V>(here),     load<V>(next),     load<V>(next + along),
            load<V>(here - a),     load<V>(here + a), load<V>(next - a), load<V>(next + a),
            load<V>(here - b),     load<V>(here + b), load<V>(next - b), load<V>(next + b)};
  }
};

/// The same of the east, north and top faces of one column's cells, which take 19 cells and not 36.
template <class V>
struct ColumnCells {
  V here, up, twice_up, down;
  V east, east_up, east_down, twice_east, west, west_up;
  V north, north_up, north_down, twice_north, south, south_up;
  V north_east, south_east, north_west;

  /// `to_east` and `to_north` are distances in memory.
  static ColumnCells of(const double* q, std::ptrdiff_t to_east, std::ptrdiff_t to_north) {
    const double *const e = q + to_east, *const w = q - to_east;
    const double *const n = q + to_north, *const s = q - to_north;
    return {load<V>(q),           load<V>(q + 1),        load<V>(q + 2),      load<V>(q - 1),
            load<V>(e),           load<V>(e + 1),        load<V>(e - 1),      load<V>(e + to_east),
            load<V>(w),           load<V>(w + 1),        load<V>(n),          load<V>(n + 1),
            load<V>(n - 1),       load<V>(n + to_north), load<V>(s),          load<V>(s + 1),
            load<V>(n + to_east), load<V>(s + to_east),  load<V>(n - to_east)};
  }

  FaceCells<V> round_east() const {
    return {west,       here,       east, twice_east, south,     north,
            south_east, north_east, down, up,         east_down, east_up};
  }
  FaceCells<V> round_north() const {
    return {south,      here,       north, twice_north, west,       east,
            north_west, north_east, down,  up,          north_down, north_up};
  }
  FaceCells<V> round_top() const {
    return {down,    here,    up,    twice_up, west,     east,
            west_up, east_up, south, north,    south_up, north_up};
  }
};

/// Numbers of the faces of one column, kept as they are used: those of all faces at the levels of
/// one vector, then of the next vector.
class FaceNumbers {
 public:
  FaceNumbers(double* data, int numbers) : data_(data), numbers_(numbers) {}

  static std::size_t size(int numbers, int levels) {
    return static_cast<std::size_t>((levels + vector_width - 1) / vector_width * vector_width) *
           static_cast<std::size_t>(numbers);
  }
  /// The numbers from `first` on.
  FaceNumbers from(int first) const { return {data_ + first * vector_width, numbers_}; }

  /// Where number 0 of level k is; the others follow each other as far as get() knows.
  double* at(int k) const {
    return data_ + std::ptrdiff_t{k / vector_width} * numbers_ * vector_width + k % vector_width;
  }
  /// The same for who knows as it is compiled how many there are: in a loop it counts.
  template <int numbers>
  double* at(int k) const {
    return data_ + k / vector_width * (numbers * vector_width) + k % vector_width;
  }
  template <class V>
  static V get(const double* at_level, int number) {
    return load<V>(at_level + number * vector_width);
  }
  template <class V>
  void set(int number, int k, V values) const {
    store(at(k) + number * vector_width, values);
  }

 private:
  double* data_;
  int numbers_;
};

}  // namespace seafret
