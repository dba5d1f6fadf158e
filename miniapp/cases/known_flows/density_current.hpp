// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/known_flow.hpp"

namespace seafret {

/// A drop of cold air falls in a slice of neutral air and runs along the ground (Straka et al.
/// 1993).
class DensityCurrent final : public KnownFlow {
 public:
  /// Throws KeyError where nothing would fall, or a wind would carry it.
  explicit DensityCurrent(const KnownFlowSetup& setup) : KnownFlow(setup) {
    insist_on_having(Buoyancy::name, "for case.flow: density_current, or nothing falls");
    insist_on_no_wind("for case.flow: density_current, whose front is looked for from the middle");
  }
  double disturbance(std::size_t field, int i, int j, int k) const override;
  /// How far from the middle the front has come, where theta is 1 K below that of the sounding on
  /// the lowest level, m, if it is there; the ranges of theta', u and w.
  std::vector<Measure> measures(const Domain& domain, const Stratus& model, double time) override;
};

inline const bool density_current_registered = known_flows().add(
    "density_current", {"cold air falls and runs along the ground (Straka et al. 1993)",
                        make_known_flow<DensityCurrent>,
                        "Straka et al. 1993, International Journal for Numerical Methods in Fluids "
                        "17, 1-22",
                        by_winds(40, 16)});

}  // namespace seafret
