// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/known_sea.hpp"

namespace seafret {

/// Water that sways in a basin: eta = a cos(pi x/Lx) cos(pi y/Ly) cos(w t) with
/// w^2 = g H pi^2 (1/Lx^2 + 1/Ly^2), and velocities that follow its slope; without rotation.
class Seiche final : public KnownSea {
 public:
  using KnownSea::KnownSea;

  State at(double x, double y, double time) const override;
  /// The period, s, by the phase of surface and current after all the time; how far the surface is
  /// from the exact one, as a share of its height, in the mean.
  std::vector<Measure> measures(const Domain& domain, const DepthMeanFlow& flow,
                                double time) const override;

 private:
  double wave(std::size_t axis) const;  ///< 1/m; 0 along a row of one column
  double frequency() const;             ///< 1/s
};

inline const bool seiche_registered =
    known_seas().add("seiche", {"water that sways in a basin (Merian 1828)",
                                "Merian 1828, Ueber die Bewegung tropfbarer Fluessigkeiten in "
                                "Gefaessen, Basel",
                                {{"height", &SeaOptions::height}},
                                KnownSeaKind::made<Seiche>});

}  // namespace seafret
