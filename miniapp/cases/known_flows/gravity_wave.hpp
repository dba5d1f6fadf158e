// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/known_flow.hpp"
#include "miniapp/cases/known_flows/wave_upwards.hpp"

namespace seafret {

/// A small warm column in stratified air sends inertia-gravity waves both ways, in a wind
/// (Skamarock and Klemp 1994), beside the solution of the linear equations: each wave of the first
/// state is carried by the wind and swings with omega^2 = N^2 k^2 / (k^2 + m^2), with m that of the
/// wave upwards in Boussinesq or in deep anelastic air.
class GravityWave final : public KnownFlow {
 public:
  /// Throws KeyError where the answer is not that of this air.
  explicit GravityWave(const KnownFlowSetup& setup);
  double disturbance(std::size_t field, int i, int j, int k) const override;
  /// The error of theta' as a share of it, in the root of the mean square; its range, K.
  std::vector<Measure> measures(const Domain& domain, const Stratus& model, double time) override;

 private:
  double gradient(std::size_t k) const;
  double along(int i) const;
  double upward(int k) const;
  std::vector<double> exact_along(double frequency, double time) const;

  WaveUpwards upwards_;
};

inline const bool gravity_wave_registered = known_flows().add(
    "gravity_wave",
    {"waves in stratified air (Skamarock and Klemp 1994)", make_known_flow<GravityWave>,
     "Skamarock and Klemp 1994, Monthly Weather Review 122, 2623-2630"});

}  // namespace seafret
