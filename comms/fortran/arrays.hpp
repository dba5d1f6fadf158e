// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <string>

#include "comms/c/seafret.h"
#include "decomposition/grid/box.hpp"

namespace seafret {

/// An array as Fortran hands it over, whatever its type: the module holds it as `type(item)`.
struct FortranArray {
  static constexpr int most_dimensions = 3;

  void* first = nullptr;  ///< its first element
  std::size_t element = 0;
  int dimensions = 0;  ///< more than most_dimensions: it cannot be swapped
  std::array<std::ptrdiff_t, most_dimensions> extent = {}, stride = {};  ///< of strides bytes
};

/// How the arrays of an exchange lie round what a rank owns.
struct FortranLayout {
  Box owned;
  std::string order;        ///< of the indices, the first of Fortran's first
  std::array<int, 4> held;  ///< columns beyond the owned ones, west, east, south, north; -1: as
                            ///< many on both sides

  /// What seafret.h is told of an array.  Throw std::logic_error where it does not fit.
  seafret_shape shape(const FortranArray& array, const seafret_halo& halo) const;
  seafret_array where(const FortranArray& array) const;
};

}  // namespace seafret
