// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "decomposition/grid/grid.hpp"

namespace seafret {

/// Reads a mask that people can look at, the north above: a picture (PGM, P2 or P5), in which black
/// is dry and all else wet; or a text of rows of 0 (dry), 1 (wet) and 2 (outside), with blanks or
/// commas between them or without. Throws InputError, which says where what is wrong. For one rank.
Grid read_mask_text(const std::string& path);

}  // namespace seafret
