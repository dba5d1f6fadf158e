// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <vector>

#include "miniapp/cases/known_water.hpp"
#include "miniapp/cases/known_waters/watched_tracer.hpp"
#include "miniapp/cases/spreading_mound.hpp"

namespace seafret {

/// A SpreadingMound of `grid.depth` and `sea.extent` on levels, held back by `sea.linear_drag`, and
/// so viscous that all levels go together.  Its eastern half is dyed.
class MoundOnLevels final : public KnownWater {
 public:
  /// Throws KeyError for one that tells nothing.
  explicit MoundOnLevels(const WaterOptions& options) : KnownWater(options) {
    mound().insist_on_sense();
  }

  double eta(double x, double y) const override { return mound().at(x, y, 0).eta; }
  double temperature(double /*x*/, double /*y*/, double /*z*/) const override {
    return options_.temperature;
  }
  double dye(double x, double /*y*/) const override { return x < 0.5 * length(0) ? 0 : 1; }
  void begin(const Domain& domain, const ShelfSea& sea) override {
    dye_.emplace(sea, 2, domain.comm);
  }
  /// Those of the mound; how far any dye is beyond that at first, and the share by which it has
  /// changed.
  std::vector<Measure> measures(const Domain& domain, const ShelfSea& sea,
                                double time) const override {
    std::vector<Measure> found = mound().measures(domain, sea.flow(), time);
    found.push_back({"dye_beyond", dye_->beyond(sea, domain.comm), "1"});
    found.push_back({"dye_lost", dye_->lost(sea, domain.comm), "1"});
    return found;
  }

 private:
  SpreadingMound mound() const {
    return {options_.rectangle, options_.depth, options_.extent, options_.linear_drag};
  }

  std::optional<WatchedTracer> dye_;
};

inline const bool mound_on_levels_registered = known_waters().add(
    "mound", {"a mound of water that spreads over a dry bed as far as drag lets it",
              "Barenblatt 1952, Prikladnaya Matematika i Mekhanika 16, 67-78; "
              "Oey 2005, Ocean Modelling 9, 133-150",
              {{"extent", &WaterOptions::extent},
               {"linear_drag", &WaterOptions::linear_drag},
               {"dry_depth", &WaterOptions::dry_depth}},
              KnownWaterKind::made<MoundOnLevels>});

}  // namespace seafret
