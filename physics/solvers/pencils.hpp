// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "comms/transpose/brick.hpp"
#include "decomposition/grid/decomposition.hpp"

namespace seafret {

/// Who has which lines while a field is transformed in x and in y: one list of bricks for each way
/// of sharing, brick r for rank r.  A mode along x is two columns, of its real and of its imaginary
/// part: modes m to n are the columns 2 m to 2 n.
///
/// Ranks share the lines; where there are more ranks than lines they share the levels too, and then
/// have to be given whole columns of modes.  Ranks that are left over have nothing.  Where all
/// boxes of the model span x, and no level is shared, lines along x are the model's boxes.
struct Pencils {
  std::vector<Brick> boxes;    ///< of the model
  std::vector<Brick> x_lines;  ///< real, all x
  std::vector<Brick> x_modes;  ///< the same lines, transformed in x
  std::vector<Brick> y_lines;  ///< all y
  std::vector<Brick> columns;  ///< all levels
};

/// `together` levels are never parted.
Pencils make_pencils(const Decomposition& decomposition, int levels, int together);

}  // namespace seafret
