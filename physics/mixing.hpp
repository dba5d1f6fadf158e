// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <span>

#include "decomposition/fields/field.hpp"
#include "physics/vectors.hpp"

namespace seafret {

/// What an advection scheme mixes besides: down the gradient of these scalars.
struct Mixing {
  /// m2/s, of the faces between levels: that of the bottom of level k is number k of a column, and
  /// one more is the lid's.  Nothing is mixed through ground and lid.
  FieldView<const double> diffusivity = {};
  /// Those of the beginning of dt, in the order of the scalars; held as far as those.
  std::span<const FieldView<const double>> scalars = {};

  bool any() const { return diffusivity.data != nullptr; }
};

/// The mean of the four bottom and top faces on both sides of a vertical face of level k.
template <class V = double>
V between(const double* here, const double* next, std::ptrdiff_t k) {
  return 0.25 * ((load<V>(here + k) + load<V>(here + k + 1)) +
                 (load<V>(next + k) + load<V>(next + k + 1)));
}

}  // namespace seafret
