// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "miniapp/cases/known_water.hpp"
#include "miniapp/cases/known_waters/watched_tracer.hpp"

namespace seafret {

/// Cold water in the west, warm water in the east, `sea.step` apart, from between which a wall is
/// taken away. The front of the cold one runs along the bottom with half of sqrt(g' H) (Benjamin
/// 1968).
class LockExchange final : public KnownWater {
 public:
  /// Throws KeyError for waters that cannot be told apart.
  explicit LockExchange(const WaterOptions& options);

  double temperature(double x, double /*y*/, double /*z*/) const override {
    return options_.temperature + (x < 0.5 * length(0) ? 0 : options_.step);
  }
  void begin(const Domain& domain, const ShelfSea& sea) override {
    heat_.emplace(sea, ShelfSea::temperature, domain.comm);
  }
  /// Notes the front at five hours, when it has found its shape; and what is mixed.
  void watch(const Domain& domain, const ShelfSea& sea, double time) override;
  /// How far any temperature is beyond those at first, K; the share by which heat has changed; how
  /// much of the water is mixed, and how much of that has ever been unmixed again; the speed of the
  /// front since it was noted, m/s, if it is still under way.
  std::vector<Measure> measures(const Domain& domain, const ShelfSea& sea,
                                double time) const override;

 private:
  std::optional<double> front(const Domain& domain, const ShelfSea& sea) const;
  /// The potential energy that the water would have if it were sorted by weight, the lightest on
  /// top (Winters et al. 1995, Journal of Fluid Mechanics 289, 115-128): 0 as at first, 1 if all
  /// were one. Only mixing changes it, and nothing brings it down again. Collective.
  double mixed(const Domain& domain, const ShelfSea& sea) const;

  std::optional<WatchedTracer> heat_;
  std::optional<double> noted_;  // m
  double noted_at_ = 0;          // s; 0: not yet
  double most_mixed_ = 0, unmixed_ = 0;
};

inline const bool lock_exchange_registered = known_waters().add(
    "lock_exchange", {"cold water that runs under warm",
                      "Benjamin 1968, Journal of Fluid Mechanics 31, 209-248; Haidvogel and "
                      "Beckmann 1999, Numerical Ocean Circulation Modeling, Imperial College Press",
                      {{"step", &WaterOptions::step}},
                      KnownWaterKind::made<LockExchange>,
                      2});

}  // namespace seafret
