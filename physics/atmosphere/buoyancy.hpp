// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "physics/atmosphere/term.hpp"

namespace seafret {

/// What makes air rise: it is warmer, has more vapour or less liquid water than the undisturbed
/// column of air.
///
/// Any profile may be taken off, for the pressure balances what depends on height alone, but which
/// one matters: buoyancy relative to theta_ref alone is 0.4 m/s2 above the inversion, against 1e-3
/// for what moves the air, and a solver that stops at 1e-4 of its source would then leave errors as
/// large as the motion.  The first, undisturbed state is known everywhere without a reduction.
class Buoyancy {
 public:
  using Options = NoOptions;

  Buoyancy(const Options& options, const TermSetup& setup);

  /// The tendency of w (m/s2, on the top faces) += gravity times the mean over the cells below and
  /// above; not at the lid.
  void add(const Box& where, const TimeLevel& now, Fields tendencies) const;

 private:
  double density_temperature(double theta, double vapour, double liquid) const;

  double per_kelvin_;
  std::vector<double> undisturbed_;
};

}  // namespace seafret
