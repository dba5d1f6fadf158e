// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/columns.hpp"

#include <fmt/format.h>

#include "miniapp/case_file/file.hpp"

namespace seafret {

void insist_on_columns(std::array<int, 2> points, std::array<int, 2> least,
                       const std::string& why) {
  const auto [nx, ny] = points;
  if (nx >= least[0] && ny >= least[1]) return;
  throw KeyError("grid.points",
                 fmt::format("have {}x{} columns, where at least {}x{} are needed: {}", nx, ny,
                             least[0], least[1], why));
}

}  // namespace seafret
