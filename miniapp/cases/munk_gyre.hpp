// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <complex>
#include <string>
#include <vector>

#include "miniapp/cases/rectangle.hpp"
#include "physics/ocean/flow/depth_mean_flow.hpp"

namespace seafret {

/// The gyre that a wind -F cos(pi y/Ly) drives on a beta plane against lateral viscosity alone, its
/// coasts slippery (Munk 1950, Journal of Meteorology 7, 79-93). The stream function X(x) sin(l y),
/// l = pi/Ly, of the transport U = -dpsi/dy, V = dpsi/dx solves
///   nu (X'''' - 2 l^2 X'' + l^4 X) - beta X' = F l,  X = X'' = 0 at both walls:
/// a constant and four exponentials, whose rates are the roots of nu (m^2 - l^2)^2 = beta m.
class MunkGyre {
 public:
  /// `stress` is F over the density, m2/s2; `viscosity` nu, m2/s, and `key` its name in messages.
  /// Throws KeyError for columns that do not show the gyre.
  MunkGyre(const Rectangle& rectangle, double beta, double stress, double viscosity,
           const std::string& key);

  /// Of the wind, m2/s2.
  std::array<double, 2> stress(double x, double y) const;
  /// How far V is from the exact one, as a share of its size, in the mean; what the western current
  /// carries through the middle row, over what it should.  Collective.
  std::vector<Measure> measures(const Domain& domain, const DepthMeanFlow& flow) const;

 private:
  double v_at(double x, double y) const;
  double wave() const;  ///< l, 1/m

  /// One exponential, 1 at the wall from which it falls.
  struct Part {
    std::complex<double> rate, weight;
    double from = 0;  ///< m
  };

  Rectangle rectangle_;
  double stress_;
  std::array<Part, 4> parts_;
};

}  // namespace seafret
