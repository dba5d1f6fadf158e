// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <complex>

#include "miniapp/cases/known_sea.hpp"

namespace seafret {

/// The gyre that a wind -F cos(pi y/Ly) drives on a beta plane against lateral viscosity alone, its
/// coasts slippery (Munk 1950). The stream function X(x) sin(l y), l = pi/Ly, of the transport
/// U = -dpsi/dy, V = dpsi/dx solves
///   nu (X'''' - 2 l^2 X'' + l^4 X) - beta X' = F l,  X = X'' = 0 at both walls:
/// a constant and four exponentials, whose rates are the roots of nu (m^2 - l^2)^2 = beta m.
class Munk final : public KnownSea {
 public:
  /// Throws KeyError for columns that do not show the gyre.
  explicit Munk(const SeaOptions& options);

  std::array<double, 2> stress(double x, double y) const override;
  /// How far V is from the exact one, as a share of its size, in the mean; what the western current
  /// carries through the middle row, over what it should.
  std::vector<Measure> measures(const Domain& domain, const DepthMeanFlow& flow,
                                double time) const override;

 private:
  void insist_on_current(double width) const;
  double v_at(double x, double y) const;
  double wave() const;  ///< l, 1/m

  /// One exponential, 1 at the wall from which it falls.
  struct Part {
    std::complex<double> rate, weight;
    double from = 0;  ///< m
  };
  std::array<Part, 4> parts_;
};

inline const bool munk_registered =
    known_seas().add("munk", {"a gyre that a wind drives against lateral viscosity",
                              "Munk 1950, Journal of Meteorology 7, 79-93",
                              {{"stress", &SeaOptions::stress},
                               {"beta", &SeaOptions::beta},
                               {"viscosity", &SeaOptions::viscosity}},
                              make_known_sea<Munk>});

}  // namespace seafret
