// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "comms/base/mpi.hpp"
#include "decomposition/base/names.hpp"
#include "decomposition/grid/grid.hpp"

namespace seafret {

/// A sea as it is given: where its cells are, what they are and how deep the wet ones.
struct Basin {
  Grid grid;                      ///< not periodic; spacing in degrees
  std::vector<double> longitude;  ///< of the columns' centres, degrees east
  std::vector<double> latitude;   ///< of the rows' centres, degrees north
  std::vector<double> depth;  ///< m, of the cells that the grid holds; means nothing where not wet

  std::size_t index(int i, int j) const { return grid.index(i, j); }
  Cell cell(int i, int j) const { return grid.cell(i, j); }
  bool wet(int i, int j) const { return cell(i, j) == Cell::wet; }
  /// Whether a side of the cell is that of an outside one, as all are beyond the edge of the grid.
  bool beside_outside(int i, int j) const {
    return cell(i - 1, j) == Cell::outside || cell(i + 1, j) == Cell::outside ||
           cell(i, j - 1) == Cell::outside || cell(i, j + 1) == Cell::outside;
  }
  /// 0 where there is no sea, also beyond the grid.
  double depth_at(int i, int j) const;
};

/// What a box needs of values that one rank alone has, `each` of every cell, row by row: that tells
/// all, some rows at a time. The others have none. Collective.
std::vector<double> handed_out(std::span<const double> whole, const Box& cells, int each,
                               const Box& needed, const Communicator& comm);
/// What a box needs of a basin whose depth one rank alone has. Collective.
Basin handed_out(const Basin& whole, const Box& needed, const Communicator& comm);

/// Merges factor x factor cells into one; rows and columns that remain over are dropped. A new cell
/// is wet where at least half of its cells are (its depth is their mean), else outside where at
/// least half are, else dry. A sea that no outside cell touches stays closed: what would be wet
/// beside one is dry.
Basin coarsened(const Basin& fine, int factor);

/// Makes everything dry that is not connected, over faces, with the largest sea (of equally large
/// ones that whose first cell comes first).
void keep_largest_sea(Basin& basin);

/// The lengths of the cells and what turns a current, which depend on the row alone.
struct SeaMetrics {
  double dy = 0;                 ///< m, from row to row
  std::vector<double> dx;        ///< m, width of a cell at the middle of its row
  std::vector<double> dx_north;  ///< m, the same at its north face
  std::vector<double> coriolis;  ///< s-1, at the middle of the row
  /// m-1, tan(phi)/R there: how parallels bend, which turns a current u by u tan(phi)/R more than
  /// the earth does; none on a plane.
  std::vector<double> bend = {};

  bool bends() const { return !bend.empty(); }
  double area(int row) const { return dx[static_cast<std::size_t>(row)] * dy; }
};

/// Rows at these latitudes, evenly spaced, of cells as wide as `dlon`, all in degrees.
SeaMetrics on_sphere(const std::vector<double>& latitude, double dlon, double dlat);
/// So many rows of cells dx wide and dy long, m, that turn by `coriolis` (1/s) in the middle of the
/// sea and by `beta` (1/(m s)) more from there to the north.
SeaMetrics on_plane(int rows, double dx, double dy, double coriolis, double beta);

/// What a basin lies on. A plane touches the sphere at the basin's middle latitude: all cells are
/// as large as there and turn as fast; on a beta-plane they turn faster to the north, by as much a
/// metre as there.
enum class Earth { sphere, f_plane, beta_plane };

template <>
inline const NameTable<Earth> names_of<Earth>{
    {"sphere", Earth::sphere}, {"f_plane", Earth::f_plane}, {"beta_plane", Earth::beta_plane}};

SeaMetrics metrics_of(const Basin& basin, Earth earth = Earth::sphere);

}  // namespace seafret
