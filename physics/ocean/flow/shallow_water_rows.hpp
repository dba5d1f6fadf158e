// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/ocean/flow/row_forces.hpp"
#include "physics/ocean/flow/shallow_water.hpp"
#include "physics/vectors.hpp"

// What the two forms of ShallowWater's currents have in common, with or without a drive.
namespace seafret {

inline constexpr double hardly_any = 1e-30;  // keeps zero from dividing, and changes nothing else

/// One kind of faces, and the other.
struct ShallowWater::Side {
  Faces& own;
  Faces& other;
  int di, dj;  ///< from the cell on this side to that on the other
};

/// What the faces of a row have in common: lengths and areas, times dt where it comes in.
struct ShallowWater::Row {
  Row(const Side& side, const SeaMetrics& m, const FlowRules& rules, int j);

  double before, own, after;  ///< lengths of the faces along, m: that before, this, the next
  double behind, ahead;       ///< of the other faces on both sides across, m
  double per_area;            ///< dt over the area between the two cells' centres, s/m2
  double slope;               ///< dt g over the distance of the two cells, s-1
  double spread_along, spread_across;  ///< dt nu over the squared distance of such faces
  double turn_near, turn_far;          ///< dt f, of the other faces on this side and on that
  double bend_near = 0, bend_far = 0;  ///< dt tan(phi)/R, likewise
};

// What is inlined always is what a loop must not call if it is to be done in vectors.

/// What counts of the current at another face in the mean round one: H' may be far from H.
[[gnu::always_inline]] inline double weight(double root_there, double per_root) {
  const double ratio = root_there * per_root;
  return least(ratio, 2 * least(1., ratio * ratio));
}

/// The cells on both sides of a face: water at rest, and surface, m.
struct BesideFace {
  double rest0, rest1, eta0, eta1;

  double mean() const { return 0.5 * ((rest0 + eta0) + (rest1 + eta1)); }
  /// What of a current goes through: none where the cell that it would come from is dry, or has no
  /// water over the bottom at the face.
  [[gnu::always_inline]] double let_through(double current, double dry_depth) const {
    const bool from_here = current > 0;
    const double donor = from_here ? rest0 + eta0 : rest1 + eta1;
    const double over = 0.5 * (rest0 + rest1) + (from_here ? eta0 : eta1);
    return donor > dry_depth && over > 0 ? current : 0;
  }
};

}  // namespace seafret
