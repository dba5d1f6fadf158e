// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "decomposition/fields/field.hpp"
#include "physics/ocean/basin/basin.hpp"
#include "physics/ocean/basin/open_boundary.hpp"
#include "physics/ocean/shelf/sea_levels.hpp"
#include "physics/ocean/shelf/side_buffers.hpp"

namespace seafret {

/// The water beside the open cells of a rank, which comes in where these take more than their
/// inner sides bring them, level by level:
///   V' q' = V q - sum over the inner sides of F q_side + Q q_outside,   Q = V' - V + sum of F
/// So every level's current goes through an open cell as it is, and none of its water from level to
/// level. Q is what a prescribed surface or Flather's condition lets in, without asking which.
///
/// Out goes the cell's own water (upstream), and it is then what stands outside; in comes what
/// stands there, which is by and by relaxed to the water that is given:
///   dq_outside/dt = (q_given - q_outside)/tau while water comes in, at once where tau is 0
/// (Marchesiello, McWilliams and Shchepetkin 2001, Ocean Modelling 3, 1-20, whose time for
/// inflow is short and for outflow long: here, without end; Thatcher and Harleman 1972, MIT Report
/// 144, let the water of the ebb come back so).
class OpenWater {
 public:
  /// Nothing stands outside until some is taken.
  OpenWater(std::span<const OpenCell> open, const SeaLevels& levels, int tracers, double relaxation,
            const Box& owned);

  static std::size_t bytes(std::span<const OpenCell> open, int levels, int tracers,
                           const Box& owned);

  /// What the open cells hold of each tracer is what is given, and stands outside.
  void take(std::span<const FieldView<double>> tracers);
  /// Before the surface is moved.
  void note(const WaterColumns& water);
  /// As it was then, of an open cell of this rank; else nothing.
  const WaterColumn* before(int i, int j) const;
  /// Ends a step of dt seconds of the open cell (i, j), into which a FluxSweep has let its own
  /// water come in; `area` is the cell's, m2.
  void let_in(int i, int j, double area, double dt, const SideBuffers& column,
              std::span<const FieldView<const double>> now,
              std::span<const FieldView<double>> next);

  /// What has come of a tracer into each open cell from outside, less what has gone: of its unit
  /// times m3.
  std::span<const double> gained(int tracer) const;

 private:
  struct Place {
    int i, j;
    WaterColumn before;
  };
  std::vector<Place>::const_iterator find(int i, int j) const;
  double* column(Field<>& field, std::size_t cell, int tracer) {
    return field.view().column(static_cast<int>(cell), tracer);
  }

  const SeaLevels& levels_;
  double relaxation_;  // tau, s
  std::vector<Place> cells_;
  Field<> given_, outside_;  // a column for each cell (in x) and tracer (in y)
  std::vector<double> gained_;
  int tracers_;
};

}  // namespace seafret
