// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "comms/base/domain.hpp"
#include "physics/atmosphere/components/component.hpp"
#include "physics/atmosphere/constants.hpp"

namespace seafret {

/// What makes air rise: it is warmer, has more vapour or less liquid water than the air beside it.
///
/// Any profile may be taken off, for the pressure balances what depends on height alone, but which
/// one matters: a solver that stops at 1e-4 of its source leaves errors as large as the motion
/// where that is dwarfed by what it has to balance.  Buoyancy relative to theta_ref is 0.4 m/s2
/// above an inversion, and so is that relative to the first sounding once the inversion has moved
/// by a level, against 1e-3 for what moves the air.  So it is relative to the mean over the grid
/// now.
class Buoyancy {
 public:
  static constexpr const char* name = "buoyancy";
  static constexpr const char* what = "warm, moist and cloudless air rises";
  static constexpr bool changes_water = false;
  struct Options {};

  Buoyancy(const Options& options, const ComponentSetup& setup);
  /// Twice it reads three scalars; once it changes a tendency.
  static Work work(const Options& /*options*/, const VerticalGrid& /*levels*/) {
    return {.bytes = (2 * 3 + 2) * 8, .flops = 6 + 13};
  }

  /// What lifts air, over gravity: that of its density temperature over theta_ref, as a fraction of
  /// it.  In a sounding's undisturbed air, level by level.
  static std::vector<double> of(const Sounding& sounding, double theta_ref);
  static double of(const MoistAir& air, double theta_ref);
  /// The same of a theta that is counted from theta_ref, which `per_kelvin` is one over.
  static double excess(double theta, double per_kelvin, double vapour, double liquid) {
    return theta * per_kelvin + air::virtual_factor * vapour - liquid;
  }

  /// Of what of() has found: the frequency of waves at the tops of levels, 1/s; 0 where none swing,
  /// and at the lid.
  static std::vector<double> waves(std::span<const double> lift, const VerticalGrid& levels);

  /// The mean of each level over the grid, of integers, so that it is the same for any cut of it:
  /// to 1e-10 m/s2 at least.  Collective.
  void prepare(const Domain& domain, const Moment& moment);

  /// The tendency of w (m/s2, on the top faces) += gravity times the mean over the cells below and
  /// above; not at the lid.
  void add(const Box& where, const Moment& moment, Fields tendencies) const;

  /// As of(): the mean that prepare() found last, before it that of the undisturbed air.
  std::span<const double> mean() const { return mean_; }

 private:
  double per_kelvin_;
  std::vector<std::int64_t> sums_;  // of what differs from ...
  std::vector<double> undisturbed_, mean_;
};

}  // namespace seafret
