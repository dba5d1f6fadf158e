// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "decomposition/grid/box.hpp"
#include "miniapp/run/report/page/plane.hpp"

namespace seafret {

/// The boxes of the ranks as result.json has them: "0:50 0:25" for x0:x1 y0:y1.
std::vector<std::string> as_texts(const std::vector<Box>& boxes);
/// And back. Throws std::runtime_error for a text that is none.
Box box_of(const std::string& text);

/// A figure of the page: whose columns are where on a grid of nx x ny, over land where `mask` says
/// so. Takes some 20 bytes a rank; on few ranks their numbers stand in their boxes.
std::string map_of_owners(const std::vector<Box>& boxes, int nx, int ny,
                          const std::optional<Plane>& mask);

}  // namespace seafret
