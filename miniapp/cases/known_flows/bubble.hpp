// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/known_flow.hpp"

namespace seafret {

/// A bubble of air 2 K too warm rises in a slice of neutral air, without friction (Bryan and
/// Fritsch 2002).  In a cloud that fills the slice it is warmer, and so holds more vapour and less
/// liquid, until all of that lifts it as 2 K lift dry air.
class Bubble final : public KnownFlow {
 public:
  /// Throws KeyError where there is a cloud and nothing condenses, or less of it than the bubble's
  /// warmth takes.
  explicit Bubble(const KnownFlowSetup& setup);
  double disturbance(std::size_t field, int i, int j, int k) const override;
  /// The ranges of w, m/s, and of theta', K, where there is no cloud.
  std::vector<Measure> measures(const Domain& domain, const Stratus& model, double time) override;

 private:
  /// What of 2 K in dry air, K.
  double lift(int i, int k) const;

  bool cloudy_;
};

inline const bool bubble_registered = known_flows().add(
    "bubble", {"a warm bubble rises (Bryan and Fritsch 2002)", make_known_flow<Bubble>,
               "Bryan and Fritsch 2002, Monthly Weather Review 130, 2917-2928", by_winds(15, 15)});

}  // namespace seafret
