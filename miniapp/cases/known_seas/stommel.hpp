// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/known_sea.hpp"

namespace seafret {

/// The gyre of an ocean under a wind -F cos(pi y/Ly) to the east, whose western current is as wide
/// as linear drag R and beta let it be: with u = d psi/dy, v = -d psi/dx (m/s) and
/// alpha = H beta/R, gamma = F pi/(R Ly),
///   psi = gamma (Ly/pi)^2 sin(pi y/Ly) (p e^(A x) + q e^(B x) - 1),
///   A, B = -alpha/2 +- sqrt(alpha^2/4 + (pi/Ly)^2), p = (1 - e^(B Lx))/(e^(A Lx) - e^(B Lx)),
///   q = 1 - p.
/// The wind is so weak that the depth of the water hardly changes.
class Stommel final : public KnownSea {
 public:
  /// Throws KeyError for columns that do not show the gyre.
  explicit Stommel(const SeaOptions& options);

  std::array<double, 2> stress(double x, double y) const override;
  /// How far both components of the current are from the exact ones, as a share of these, in the
  /// mean; and the transport of the western current, m2/s of the stream function.
  std::vector<Measure> measures(const Domain& domain, const DepthMeanFlow& flow,
                                double time) const override;

 private:
  State exact(double x, double y) const;
};

inline const bool stommel_registered = known_seas().add(
    "stommel", {"a gyre under a wind, on a beta plane",
                "Stommel 1948, Transactions of the American Geophysical Union 29, 202-206",
                {{"stress", &SeaOptions::stress}, {"linear_drag", &SeaOptions::linear_drag}},
                KnownSeaKind::made<Stommel>});

}  // namespace seafret
