// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>

#include "decomposition/fields/field.hpp"

namespace seafret {

/// The side that the control volumes of two neighbouring points have in common, level by level.
struct SideVolumes {
  double* volume;  ///< of the water that goes through within dt, m3
  double* weight;  ///< of the slope: half of what 1 exceeds the Courant number by
  double* mixed;   ///< m3 that are exchanged besides, where anything is
};

/// A thread's own memory for a sweep over a tile: what the column at work has on its sides, and
/// what has come to the columns ahead through their west and south sides.
class SideBuffers {
 public:
  static constexpr int tile_width = 32;  // columns: rows of all fields stay in the cache

  SideBuffers(int levels, int fields)
      : fields_(fields),
        numbers_(Box{0, own + (1 + fields) * (1 + tile_width), 0, 1}, Halo{},
                 (levels + 7) / 8 * 8) {
    std::fill_n(view_.data, view_.row(), 0.);
  }

  SideVolumes east() const { return {row(0), row(1), row(2)}; }
  SideVolumes north() const { return {row(3), row(4), row(5)}; }
  SideVolumes top() const { return {row(6), row(7), nullptr}; }
  double* after() const { return row(8); }       ///< volume in the end, m3
  double* lost() const { return row(9); }        ///< what it had more at first, m3
  double* per_after() const { return row(10); }  ///< 1 over after(), m-3
  /// Room for a value of each level, when a column is done.
  double* spare() const { return top().volume; }

  /// What goes through one side of a column: the water, and so much of each field.
  struct Through {
    double* volume;
    std::ptrdiff_t to_next;
    double* field(int f) const { return volume + (f + 1) * to_next; }
  };
  Through west() const { return {row(own), to_next()}; }
  Through south(int column) const { return {row(own + (1 + column) * (1 + fields_)), to_next()}; }

  /// Where nothing else is said nothing goes through: a dry column in the first row says nothing.
  void close_south() const {
    double* const first = south(0).volume;
    std::fill(first, view_.data + view_.row(), 0.);
  }

 private:
  static constexpr int own = 11;
  std::ptrdiff_t to_next() const { return numbers_.view().levels; }
  double* row(int n) const { return view_.column(n, 0); }

  int fields_;
  Field<double> numbers_;
  FieldView<double> view_ = numbers_.view();
};

}  // namespace seafret
