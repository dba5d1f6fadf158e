// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/known_sea.hpp"

namespace seafret {

/// A hump that runs along the southern coast without changing its shape, the coast on its right: a
/// Kelvin wave, eta = a exp(-y/R) s(x - c t), u = g eta/c, v = 0, c = sqrt(g H), R = c/f.
class Kelvin final : public KnownSea {
 public:
  /// Throws KeyError where the coast is not on the hump's right, and where numbers do not show it.
  explicit Kelvin(const SeaOptions& options);

  State at(double x, double y, double time) const override;
  /// How fast the hump ran, m/s, by its centre on the coast; how far the surface is from the exact
  /// one, as a share of that, in the mean. Nothing once it has come to the eastern coast.
  std::vector<Measure> measures(const Domain& domain, const DepthMeanFlow& flow,
                                double time) const override;

 private:
  double speed() const;
  double start() const { return 0.25 * length(0); }
};

inline const bool kelvin_registered = known_seas().add(
    "kelvin", {"a hump that runs along a coast (Kelvin wave)",
               "Thomson 1879, Proceedings of the Royal Society of "
               "Edinburgh 10, 92-100",
               {{"height", &SeaOptions::height}, {"coriolis", &SeaOptions::coriolis}},
               KnownSeaKind::made<Kelvin>});

}  // namespace seafret
