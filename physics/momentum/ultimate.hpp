// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "physics/momentum.hpp"

namespace seafret {

/// u, v and w each carried like a scalar, by the advection scheme `ultimate`, on cells of their
/// own: half a column or half a level on.  As MONC's tvdadvection does.
///
/// What blows through the faces of such a cell is the mean of what blows through those of the two
/// cells that it is made of, by mass for w: so its divergence is the mean of theirs, and a uniform
/// wind stays one.  The cells of w continue with its mirror image beyond ground and lid.
///
/// Viscosity is not counted in what leaves a cell, as it is with scalars: that serves bounds, and
/// the wind has none that pressure would respect.
class UltimateMomentum final : public MomentumAdvection {
 public:
  static std::vector<FieldDescription> work(int levels);
  static MomentumCost cost();

  explicit UltimateMomentum(const MomentumSetup& setup);
  void advect(const Box& where, const Wind& past, const Wind& now, double dt,
              std::span<const FieldView<double>> tendencies) override;

 private:
  Wind carriers() const;
  void carry_side(const Box& where, const FieldView<const double>& past, const Wind& now, double dt,
                  int di, int dj, const FieldView<double>& tendency);
  void carry_w(const Box& where, const FieldView<const double>& past, const Wind& now, double dt,
               const FieldView<double>& tendency);
  void find_carriers_of_w(const Wind& now, int i, int j);

  VerticalGrid levels_;
  std::vector<double> half_mass_;  // of the levels, kg/m2
  std::unique_ptr<ScalarAdvection> by_side_, upwards_;
  std::vector<Field<>> memory_;  // as work() begins
};

inline const bool ultimate_momentum_registered = momentum_schemes().add(
    "ultimate", momentum_scheme<UltimateMomentum>(
                    "as scalars by `ultimate`, on cells of their own (as MONC's TVD)"));

}  // namespace seafret
