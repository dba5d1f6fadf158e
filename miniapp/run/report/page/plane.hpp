// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "miniapp/cases/case.hpp"
#include "miniapp/files/number_file.hpp"

namespace seafret {

/// A plane through the last record of a field, thinned out to at most 400 x 400 points.
struct Plane {
  struct Side {
    std::string name = "", unit = "";  ///< as CF has it
    double first = 0, last = 0;
  };
  std::string field, long_name, unit;
  std::string where = "";  ///< "z = 840 m"; empty for all there is of a flat field
  bool is_cut = false;     ///< upright; else it is seen from above
  Side across = {}, up = {};
  std::size_t columns = 0, rows = 0;
  /// Row by row from below; NaN on land, in the bed and where else the file has none, infinite
  /// where there is nothing to show.
  std::vector<double> values = {};
};

/// Reads only the rows that are kept. A field without levels is always seen from above, one of a
/// single row of columns that has levels is always cut; a field from above is that of the level
/// on which it differs most along the middle row. A cut sea stands over its bed. Nothing where the
/// file has no such field of a grid. Throws std::runtime_error where it cannot be read. For one
/// rank.
std::optional<Plane> read_plane(const NumberFile& file, const Picture& picture);

}  // namespace seafret
