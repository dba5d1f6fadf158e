// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/layers_on_grid.hpp"

#include <fmt/ranges.h>

#include <cmath>
#include <utility>

namespace seafret {

std::vector<double> LayersOnGrid::read(const std::string& name, bool of_each_cell, double low,
                                       double high) const {
  Hdf5Input::Numbers found = file.known_numbers(name, of_each_cell ? 3 : 1);
  std::vector<hsize_t> right{axis.size()};
  if (of_each_cell)
    right.insert(right.end(), {static_cast<hsize_t>(grid.ny), static_cast<hsize_t>(grid.nx)});
  if (found.extent != right)
    file.refuse("'{}' is {}, but must be {}", name, fmt::join(found.extent, " x "),
                fmt::join(right, " x "));
  for (const char* const side : {"lat", "lon"})
    if (of_each_cell && file.has(side) && file.dimensions_of(side) == 1)
      file.insist_on_ascent(side, file.numbers(side, 1).values);
  const std::size_t a_layer = found.values.size() / axis.size();
  for (std::size_t n = 0; n < found.values.size(); ++n) {
    const double value = found.values[n];
    const std::size_t cell = n % a_layer;
    const bool in_range = !std::isnan(value) && value >= low && value <= high;
    if (in_range || (of_each_cell && grid.cells[cell] != Cell::wet)) continue;
    const auto nx = static_cast<std::size_t>(grid.nx);
    file.refuse("'{}' is {} at {}{} {}; it must be from {} to {}", name, value,
                of_each_cell
                    ? fmt::format("row {}, column {}, which is wet, at ", cell / nx, cell % nx)
                    : "",
                axis[n / a_layer], unit, low, high);
  }
  return std::move(found.values);
}

}  // namespace seafret
