// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/known_water.hpp"

namespace seafret {

/// Evenly layered water whose layers sway, `sea.height` up and down at the ends, in the gravest
/// mode: with the period 2 L/c, c = N H/pi (Gill 1982, section 6.11; the surface hardly moves).
class InternalSeiche final : public KnownWater {
 public:
  explicit InternalSeiche(const WaterOptions& options);

  double temperature(double x, double y, double z) const override;
  void begin(const Domain& domain, const ShelfSea& sea) override { before_ = slope(domain, sea); }
  /// Looks for the moment when the layers are even for the first time, a quarter of the period; if
  /// they were not so at first.
  void watch(const Domain& domain, const ShelfSea& sea, double time) override;
  /// The period by that, s, if it has come.
  std::vector<Measure> measures(const Domain& domain, const ShelfSea& sea,
                                double time) const override;

 private:
  double slope(const Domain& domain, const ShelfSea& sea) const;

  double before_ = 0, before_time_ = 0;
  double quarter_ = 0;  // s; 0: not yet
};

inline const bool internal_seiche_registered = known_waters().add(
    "internal_seiche",
    {"layers that sway",
     "Gill 1982, Atmosphere-Ocean Dynamics, Academic Press, section 6.11",
     {{"height", &WaterOptions::height}, {"warmer_upwards", &WaterOptions::warmer_upwards}},
     KnownWaterKind::made<InternalSeiche>,
     2});

}  // namespace seafret
