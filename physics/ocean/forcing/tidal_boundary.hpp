// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <complex>
#include <span>
#include <vector>

#include "decomposition/fields/field.hpp"
#include "physics/ocean/basin/open_boundary.hpp"
#include "physics/ocean/forcing/tide.hpp"

namespace seafret {

/// One constituent at knots that stand at equal distances along the open boundary.
struct TidalForcing {
  Constituent constituent = m2;
  std::vector<std::complex<double>> elevation;  ///< as in tidal_constant(), m
  /// The same of the transport inward, m2/s, at knots of its own; may be none. A clamped boundary
  /// does not need it.
  std::vector<std::complex<double>> transport = {};
};

/// The tide at the open boundary.
struct TideOptions {
  std::vector<double> amplitude = {0};  ///< of M2 at its knots, m
  std::vector<double> phase = {0};      ///< lag behind Greenwich, degrees
  std::vector<TidalForcing> more = {};  ///< other constituents, or M2 instead of the two above

  /// All that have a forcing; M2 alone, of no height, where none has.
  std::vector<TidalForcing> forcings() const;
};

/// 0 before the tide begins, 1 from the end of its first M2 period on, smooth at both ends: a
/// sudden start rings for days.
double grown(double time);

/// The angle of every constituent at a time, as cos - i sin, times grown(time).
class TidalMoment {
 public:
  TidalMoment(std::span<const Constituent> constituents, double time);
  /// The height then of what has these constants, one for each constituent.
  double height(std::span<const std::complex<double>> constants) const;

 private:
  std::array<std::complex<double>, known_constituents.size()> turned_;
};

/// Prescribes the surface of open cells: eta = level + sum of A cos(omega t - G), the sum grown
/// from nothing over the first tide. Belongs to a cell's place in the grid, so it knows nothing of
/// any partition.
class TidalBoundary {
 public:
  /// Knots as in between_knots(), each constituent once, so no more than are known; cells beyond
  /// `box` are left out.
  TidalBoundary(std::span<const OpenCell> cells, std::span<const TidalForcing> forcings,
                const Box& box, double level = 0);

  /// Sets those within the box to what they are at this time, s.
  void prescribe(const Box& where, double time, FieldView<double> eta) const;

 private:
  struct Cell {
    int i, j;
    std::vector<std::complex<double>> constants;  // m
  };
  std::vector<Constituent> constituents_;
  std::vector<Cell> cells_;
  double level_;  // m
};

}  // namespace seafret
