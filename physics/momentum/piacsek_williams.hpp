// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "decomposition/base/aligned.hpp"
#include "physics/momentum.hpp"

namespace seafret {

/// Centred, of second order (Piacsek and Williams 1970), half way between advective and flux form,
/// of the wind in the middle of dt.  The kinetic energy of each component (weights rho dz, for w
/// rho_half dz_half) is conserved whatever divergence a pressure solver has left; without any it
/// equals the flux form, and momentum is conserved too.  Reads one column round a box.
class PiacsekWilliams final : public MomentumAdvection {
 public:
  static std::vector<FieldDescription> work(int /*levels*/) { return {}; }
  /// Reads the wind and changes its tendencies.
  static MomentumCost cost() { return {.bytes = (3 + 3 * 2) * 8, .flops = 72}; }

  explicit PiacsekWilliams(const MomentumSetup& setup);
  void advect(const Box& where, const Wind& past, const Wind& now, double dt,
              std::span<const FieldView<double>> tendencies) override;

 private:
  void advect_column(const Wind& wind, int i, int j, double* du, double* dv, double* dw) const;

  double along_x_, along_y_, per_x_, per_y_;
  AlignedVector rho_half_, mass_;           // kg/m2; one more than there are levels
  AlignedVector per_mass_, per_mass_half_;  // a quarter of a level, of a top face's cell
};

inline const bool piacsek_williams_registered = momentum_schemes().add(
    "piacsek_williams",
    momentum_scheme<PiacsekWilliams>("centred, by leapfrog; keeps kinetic energy "
                                     "(Piacsek and Williams)"));

}  // namespace seafret
