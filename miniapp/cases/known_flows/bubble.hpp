// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/known_flow.hpp"

namespace seafret {

/// A bubble of air 2 K too warm rises in a slice of neutral air, without friction (Bryan and
/// Fritsch 2002).
class Bubble final : public KnownFlow {
 public:
  using KnownFlow::KnownFlow;
  double disturbance(std::size_t field, int i, int j, int k) const override;
  /// The ranges of theta', K, and of w, m/s.
  std::vector<Measure> measures(const Domain& domain, const Stratus& model, double time) override;
};

inline const bool bubble_registered = known_flows().add(
    "bubble", {"a warm bubble rises (Bryan and Fritsch 2002)", make_known_flow<Bubble>,
               "Bryan and Fritsch 2002, Monthly Weather Review 130, 2917-2928", 15, 15});

}  // namespace seafret
