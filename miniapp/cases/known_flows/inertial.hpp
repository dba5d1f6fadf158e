// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <complex>

#include "miniapp/cases/known_flow.hpp"

namespace seafret {

/// Air that moves as one, which nothing but the turning of the earth bends: what its wind deviates
/// from the geostrophic one goes round to the right, in 2 pi/f (inertial flow).
class Inertial final : public KnownFlow {
 public:
  /// Throws KeyError where the answer is not that of this air, or where nothing turns.
  explicit Inertial(const KnownFlowSetup& setup);
  double disturbance(std::size_t /*field*/, int /*i*/, int /*j*/, int /*k*/) const override {
    return 0;
  }
  /// The largest error of the wind anywhere, as a share of what turns.
  std::vector<Measure> measures(const Domain& domain, const Stratus& model, double time) override;

 private:
  std::complex<double> turning_;  // at first, u + i v, m/s
  double parameter_ = 0;          // f, 1/s
};

inline const bool inertial_registered = known_flows().add(
    "inertial", {"a uniform wind that the earth turns (inertial flow)", make_known_flow<Inertial>,
                 "Holton 2004, An Introduction to Dynamic Meteorology, Academic Press, section 3.2",
                 by_winds(0, 0)});

}  // namespace seafret
