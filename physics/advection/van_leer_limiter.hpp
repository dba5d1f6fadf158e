// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/vectors.hpp"

namespace seafret {

/// van Leer (1974): phi(r) = (r + |r|)/(1 + |r|), so that the slope is the harmonic mean.
struct VanLeer {
  static constexpr bool looks_behind = true;
  static constexpr int flops = 8;
  template <class V>
  static V weight(V courant) {
    return 0.5 * (1 - courant);
  }
  template <class V>
  static V slope(V behind, V ahead) {
    const V product = greatest<V>(V{}, behind * ahead);
    // Both of one sign, or the product is zero; the addend only keeps zero from dividing.
    const V slope = 2 * product / (magnitude(behind) + magnitude(ahead) + 1e-300);
    return ahead < 0 ? -slope : slope;
  }
};

}  // namespace seafret
