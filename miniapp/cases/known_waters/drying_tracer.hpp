// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <vector>

#include "miniapp/cases/known_waters/constant_tracer.hpp"

namespace seafret {

/// The water of the constant tracer over a bottom that rises to banks above it, which are flooded
/// and fall dry (`sea.dry_depth`).
class DryingTracer final : public ConstantTracer {
 public:
  using ConstantTracer::ConstantTracer;

  double depth(double x, double y) const override;
  void begin(const Domain& domain, const ShelfSea& sea) override;
  /// Counts the cells that fall dry or are flooded.
  void watch(const Domain& domain, const ShelfSea& sea, double time) override;
  /// How far the dye is from 1 anywhere; the share by which the heat has changed; the most that
  /// Continuity has found; how far any temperature is beyond those at first, K; how often cells
  /// fell dry, and were flooded.
  std::vector<Measure> measures(const Domain& domain, const ShelfSea& sea,
                                double time) const override;

 private:
  std::optional<WatchedTracer> dye_;
  std::vector<bool> dry_;  // of the owned cells, row by row
  std::int64_t dried_ = 0, flooded_ = 0;
};

inline const bool drying_tracer_registered =
    known_waters().add("drying_tracer", {"the same dye while banks are flooded and fall dry",
                                         "Warner et al. 2013, Computers and Geosciences 58, 52-61",
                                         {{"dry_depth", &WaterOptions::dry_depth}},
                                         KnownWaterKind::made<DryingTracer>,
                                         1,
                                         ConstantTracer::changed_by()});

}  // namespace seafret
