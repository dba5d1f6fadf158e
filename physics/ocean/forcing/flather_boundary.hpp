// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <complex>
#include <span>
#include <vector>

#include "decomposition/fields/field.hpp"
#include "physics/ocean/forcing/tidal_boundary.hpp"

namespace seafret {

/// What comes into one open cell.
struct Inflow {
  int i, j;
  double rate;  ///< m3/s, summed over the steps since it was forgotten
};

/// Lets waves out where the tide comes in (Flather 1976, Memoires de la Societe Royale des Sciences
/// de Liege, 6e serie, 10, 141-164): through each outer face of an open cell goes, inward and a
/// metre of width,
///   q = q_tide + c (eta_tide - eta),   c = sqrt(g h),
/// with both the elevation and the transport of the tide given. Where no transport is given it is
/// that of a long wave coming straight in, q_tide = c eta_tide: eta_tide is then the height of what
/// comes in alone, not of what stands there together with what goes out.
///
/// Open cells are free: their surface is first advanced as that of any other, with their outer
/// faces closed, and gains here what came through those. q takes the mean of the old and the new
/// surface. On an oblique boundary the steps of the coastline make it longer than it is, and the
/// transport larger. Where cells may fall dry, no more goes out than leaves half of `dry_depth`
/// (m), as through any other face.
class FlatherBoundary {
 public:
  FlatherBoundary(const Basin& basin, const SeaMetrics& metrics, std::span<const OpenCell> cells,
                  std::span<const TidalForcing> forcings, const Box& box, double level = 0,
                  double dry_depth = 0);

  /// Within the box: what comes in from `time` on, for dt seconds.
  void let_in(const Box& where, double time, double dt, FieldView<const double> eta_old,
              FieldView<double> eta);

  void forget();
  /// Of all cells, those of neighbours among them.
  std::span<const Inflow> inflow() const { return inflow_; }

 private:
  struct Cell {
    double depth;                                 // at rest, m
    double speed;                                 // c, m/s
    double perimeter;                             // of the outer faces over the area, 1/m
    double length;                                // of the outer faces, m
    std::vector<std::complex<double>> constants;  // of q_tide + c eta_tide, m2/s
  };
  std::vector<Constituent> constituents_;
  std::vector<Cell> cells_;
  double level_;                // m, about which the tide swings
  double dry_depth_;            // m; 0: none may fall dry
  std::vector<Inflow> inflow_;  // one for each cell, in rows from south to north
};

}  // namespace seafret
