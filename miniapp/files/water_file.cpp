// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/water_file.hpp"

#include <fmt/ranges.h>

#include <span>

#include "comms/base/together.hpp"
#include "miniapp/files/hdf5_input.hpp"
#include "physics/knots.hpp"
#include "physics/ocean/basin/basin.hpp"

namespace seafret {
namespace {

/// Water on its way from a file whose every part is doubted.
class WaterReader {
 public:
  WaterReader(const std::string& path, const Grid& grid)
      : grid_(grid), file_(path), depths_(file_.numbers("depth", 1).values) {}

  WaterProfiles read() const {
    for (std::size_t n = 0; n < depths_.size(); ++n)
      if (!(depths_[n] >= 0 && depths_[n] < deepest_sea) || (n > 0 && depths_[n] <= depths_[n - 1]))
        file_.refuse("'depth' does not ascend from 0 or more: value {} is {}", n, depths_[n]);
    const bool of_each_cell = file_.dimensions_of("temperature") != 1;
    WaterProfiles water{.depths = depths_, .temperature = {}, .salinity = {}};
    water.temperature = values("temperature", of_each_cell, coldest_water, warmest_water);
    water.salinity = values("salinity", of_each_cell, 0, saltiest_water);
    if (of_each_cell) water.cells = grid_.box();
    return water;
  }

 private:
  static constexpr double deepest_sea = 12000;  // m

  /// Those of a cell side by side, where the file has them level by level, as any of its kind.
  std::vector<double> values(const std::string& name, bool of_each_cell, double low,
                             double high) const {
    const Hdf5Input::Numbers found = file_.numbers(name, of_each_cell ? 3 : 1);
    std::vector<hsize_t> right{depths_.size()};
    if (of_each_cell)
      right.insert(right.end(), {static_cast<hsize_t>(grid_.ny), static_cast<hsize_t>(grid_.nx)});
    if (found.extent != right)
      file_.refuse("'{}' is {}, but must be {}", name, fmt::join(found.extent, " x "),
                   fmt::join(right, " x "));
    const std::size_t cells = found.values.size() / depths_.size();
    std::vector<double> by_cell;
    by_cell.reserve(found.values.size());
    for (std::size_t cell = 0; cell < cells; ++cell)
      for (std::size_t level = 0; level < depths_.size(); ++level) {
        const double value = found.values[level * cells + cell];
        if (!(value >= low && value <= high) && (!of_each_cell || is_wet(cell)))
          file_.refuse("'{}' is {} at {}{} m; it must be from {} to {}", name, value,
                       of_each_cell ? place(cell) : "", depths_[level], low, high);
        by_cell.push_back(value);
      }
    return by_cell;
  }

  bool is_wet(std::size_t cell) const { return grid_.cells[cell] == Cell::wet; }
  std::string place(std::size_t cell) const {
    const auto nx = static_cast<std::size_t>(grid_.nx);
    return fmt::format("row {}, column {}, which is wet, at ", cell / nx, cell % nx);
  }

  const Grid& grid_;
  Hdf5Input file_;
  std::vector<double> depths_;
};

}  // namespace

double WaterProfiles::at_depth(const std::vector<double>& values, int i, int j,
                               double depth) const {
  const std::size_t cell = cells.empty() ? 0
                                         : static_cast<std::size_t>(j - cells.y0) *
                                                   static_cast<std::size_t>(cells.width()) +
                                               static_cast<std::size_t>(i - cells.x0);
  const std::span<const double> here =
      std::span(values).subspan(cell * depths.size(), depths.size());
  return BetweenKnots::find(depths, depth).of(here);
}

WaterProfiles read_water(const std::string& path, const Grid& grid, const Communicator& comm) {
  WaterProfiles water{.depths = {}, .temperature = {}, .salinity = {}};
  together<InputError>(comm, [&] {
    if (comm.rank() == 0) water = WaterReader(path, grid).read();
  });
  std::vector<Box> cells{water.cells};
  comm.broadcast(cells);
  water.cells = cells[0];
  comm.broadcast(water.depths);
  if (!water.cells.empty()) return water;
  comm.broadcast(water.temperature);
  comm.broadcast(water.salinity);
  return water;
}

WaterProfiles handed_out(const WaterProfiles& whole, const Box& needed, const Communicator& comm) {
  if (whole.cells.empty()) return whole;
  const auto part = [&](std::span<const double> values) {
    return handed_out(values, whole.cells, static_cast<int>(whole.depths.size()), needed, comm);
  };
  return {.depths = whole.depths,
          .temperature = part(whole.temperature),
          .salinity = part(whole.salinity),
          .cells = intersection(whole.cells, needed)};
}

}  // namespace seafret
