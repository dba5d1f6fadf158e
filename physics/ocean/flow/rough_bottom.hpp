// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <numbers>
#include <optional>

#include "physics/ocean/flow/flow_kernels.hpp"

namespace seafret {

/// Cd of the current at so many metres over the bottom. Where that has a roughness z0 the current
/// grows with the logarithm of the height, and Cd = (kappa/ln(z/z0))^2, but `drag` at least, and as
/// if z were e z0 at least: no more than kappa^2.
double drag_at(const FlowTerms& bottom, double height);

/// How high over the bottom such a current is as fast as its mean over so much water (but for
/// z0/height of it): ln(h/z0) - 1 = ln(h/e/z0).
constexpr double height_of_mean(double water) { return water / std::numbers::e; }

/// dt Cd of the depth mean, by the depth where the surface stands at `level`, m, on the faces of a
/// box and so many columns round it; none where the bottom has no roughness.
class RoughBottom {
 public:
  RoughBottom(const LocalSea& sea, const FlowRules& rules, double level, const Box& owned,
              int halo);
  static std::size_t bytes(const Box& owned, int halo) {
    return 2 * FaceDepths::description(owned, halo).bytes(owned);
  }
  /// Nothing where Cd is the same everywhere.
  FieldView<const double> on(Place place) const;

 private:
  std::optional<Field<>> east_, north_;
};

}  // namespace seafret
