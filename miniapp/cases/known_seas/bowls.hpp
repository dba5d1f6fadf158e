// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/known_sea.hpp"

namespace seafret {

/// Water in a round bowl, h = h0 (1 - r^2/a^2), that moves for ever with its shore; h0 is
/// `grid.depth`, a `sea.extent` (Thacker 1981).
class Bowl : public KnownSea {
 public:
  using KnownSea::KnownSea;

  double depth(double x, double y) const override;
  /// How far the surface is from the exact one, as a share of how far that is from rest, in the
  /// mean; and how far the transports, as a share of the exact ones.
  std::vector<Measure> measures(const Domain& domain, const DepthMeanFlow& flow,
                                double time) const override;

 protected:
  /// Throws KeyError for a bowl in which the water's edge comes so far from the middle, as a share
  /// of its radius, if that lies beyond the sea's sides, or if its columns are too wide for it.
  void insist_on_room(double reach) const;
  /// From the middle of the bowl, m.
  double east(double x) const { return x - 0.5 * length(0); }
  double north(double y) const { return y - 0.5 * length(1); }
};

/// A dome that rises and falls, and turns where there is rotation: `sea.height` is how high it
/// stands in the middle at first.
class CurvedBowl final : public Bowl {
 public:
  explicit CurvedBowl(const SeaOptions& options);
  State at(double x, double y, double time) const override;
  /// A hollow is a dome half a period later, h0^2/(h0 + height) deep.
  double highest() const override;
};

/// A plane surface, tilted, that runs round: `sea.height` is how high it stands at first at the
/// shore of rest, m.
class PlanarBowl final : public Bowl {
 public:
  explicit PlanarBowl(const SeaOptions& options);
  State at(double x, double y, double time) const override;
};

inline const bool curved_bowl_registered =
    known_seas().add("thacker_curved", {"a dome of water that rises and falls in a bowl",
                                        "Thacker 1981, Journal of Fluid Mechanics 107, 499-508",
                                        {{"height", &SeaOptions::height},
                                         {"extent", &SeaOptions::extent},
                                         {"dry_depth", &SeaOptions::dry_depth}},
                                        KnownSeaKind::made<CurvedBowl>});
inline const bool planar_bowl_registered =
    known_seas().add("thacker_planar", {"a tilted plane of water that runs round in a bowl",
                                        "Thacker 1981, Journal of Fluid Mechanics 107, 499-508",
                                        {{"height", &SeaOptions::height},
                                         {"extent", &SeaOptions::extent},
                                         {"dry_depth", &SeaOptions::dry_depth}},
                                        KnownSeaKind::made<PlanarBowl>});

}  // namespace seafret
