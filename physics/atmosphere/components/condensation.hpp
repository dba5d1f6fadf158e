// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "physics/atmosphere/components/component.hpp"

namespace seafret {

/// Condensation and evaporation: what would be supersaturated condenses, cloud water in dry air
/// evaporates, so that the next values are in balance to one Newton step (Tetens' formula).
class Condensation {
 public:
  static constexpr const char* name = "cloud";
  static constexpr const char* what = "Condensation and evaporation.";
  static constexpr bool changes_water = true;
  struct Options {};

  Condensation(const Options& options, const ComponentSetup& setup);
  /// Beside the leap, which moves the same rows.
  static Work work(const Options& /*options*/, const VerticalGrid& /*levels*/) {
    return {.bytes = 0, .flops = 69};
  }

  /// Of past + span * tendency.
  void adjust(const Box& where, const Moment& moment, Fields tendencies) const;

 private:
  double theta_ref_;
  std::vector<double> exner_, pressure_, warming_;  // the last: K of theta a kg/kg that condenses
};

}  // namespace seafret
