// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <complex>
#include <span>
#include <vector>

#include "decomposition/fields/field.hpp"
#include "physics/ocean/open_boundary.hpp"

namespace seafret {

/// The M2 tide at knots that stand at equal distances along the open boundary.
struct TideOptions {
  std::vector<double> amplitude = {0};  ///< m
  std::vector<double> phase = {0};      ///< lag behind Greenwich, degrees

  std::vector<std::complex<double>> knots() const;
};

/// Prescribes the surface of open cells: eta = A cos(omega t - G), A grown from nothing over the
/// first tide. Belongs to a cell's place in the grid, so it knows nothing of any partition.
class TidalBoundary {
 public:
  /// `knots` as in between_knots(); cells beyond `box` are left out.
  TidalBoundary(std::span<const OpenCell> cells, std::span<const std::complex<double>> knots,
                const Box& box);

  /// Sets those within the box to what they are at this time, s.
  void prescribe(const Box& where, double time, FieldView<double> eta) const;

 private:
  struct Cell {
    int i, j;
    double in_phase, in_quadrature;  // A cos G, A sin G; m
  };
  std::vector<Cell> cells_;
};

}  // namespace seafret
