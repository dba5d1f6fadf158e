// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <vector>

#include "miniapp/cases/known_water.hpp"
#include "miniapp/cases/known_waters/continuity.hpp"
#include "miniapp/cases/known_waters/watched_tracer.hpp"

namespace seafret {

/// Layered water that sloshes over a rugged bottom, `sea.height` high. A dye that is the same
/// everywhere stays so, and no heat is lost.
class ConstantTracer : public KnownWater {
 public:
  using KnownWater::KnownWater;

  double depth(double x, double y) const override;
  double eta(double x, double y) const override;
  double temperature(double x, double y, double z) const override;
  void begin(const Domain& domain, const ShelfSea& sea) override;
  void watch(const Domain& domain, const ShelfSea& sea, double time) override;
  /// How far the dye is from 1 anywhere; the share by which the heat has changed; the most that
  /// Continuity has found; the fastest current, m/s, without which these mean nothing.
  std::vector<Measure> measures(const Domain& domain, const ShelfSea& sea,
                                double time) const override;

  /// Its options that may be 0.
  static std::vector<OptionKey<WaterOptions>> changed_by() {
    return {{"height", &WaterOptions::height},
            {"step", &WaterOptions::step},
            {"warmer_upwards", &WaterOptions::warmer_upwards}};
  }

 protected:
  std::optional<WatchedTracer> heat_;
  std::optional<Continuity> continuity_;
};

inline const bool constant_tracer_registered = known_waters().add(
    "constant_tracer", {"a dye that is the same everywhere in a sea that sloshes",
                        "Griffies et al. 2001, Monthly Weather Review 129, 1081-1098",
                        {},
                        KnownWaterKind::made<ConstantTracer>,
                        1,
                        ConstantTracer::changed_by()});

}  // namespace seafret
