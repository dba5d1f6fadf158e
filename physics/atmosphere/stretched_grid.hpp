// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "physics/vertical_grid.hpp"

namespace seafret {

/// A level face whose height is given: face 0 is the ground, face k the top of the k-th level.
/// (MONC counts the ground as 1.)
struct Knot {
  int face = 0;
  double height = 0;  ///< m
};

/// Do these knots ascend, from the ground to no more than the last face at the top?
bool ascend(std::span<const Knot> knots, int levels, double top);

/// Does the centre of each level lie inside it, so that centres ascend too?
bool centres_lie_inside(const VerticalGrid& grid);

/// How thick the levels are.  Without knots they are all alike.
struct LevelOptions {
  double top = 1200;                 ///< height of the lid, m
  std::vector<int> faces = {};       ///< of the knots
  std::vector<double> heights = {};  ///< of the knots, as many
  int passes = 40;                   ///< in which the knots' corners are smoothed

  std::vector<Knot> knots() const;
};

/// MONC's stretched levels, of density 1: faces linear between the knots (and from the last of them
/// to the top), then smoothed in some passes; centres by fourth-order interpolation between faces.
/// The knots must ascend.
VerticalGrid stretched_grid(int levels, double top, std::span<const Knot> knots, int passes = 40);

}  // namespace seafret
