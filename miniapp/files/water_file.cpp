// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/water_file.hpp"

#include <span>

#include "comms/base/together.hpp"
#include "miniapp/files/hdf5_input.hpp"
#include "miniapp/files/layers_on_grid.hpp"
#include "miniapp/files/units.hpp"
#include "physics/knots.hpp"
#include "physics/ocean/basin/basin.hpp"
#include "physics/ocean/constants.hpp"

namespace seafret {
namespace {

/// Water on its way from a file whose every part is doubted.
class WaterReader {
 public:
  WaterReader(const std::string& path, const Grid& grid)
      : grid_(grid), file_(path), depths_(file_.numbers("depth", 1).values) {}

  WaterProfiles read() const {
    file_.insist_on_unit("depth", units::metres);
    file_.insist_on_unit("temperature", units::celsius);
    for (std::size_t n = 0; n < depths_.size(); ++n)
      if (!(depths_[n] >= 0 && depths_[n] < deepest_sea) || (n > 0 && depths_[n] <= depths_[n - 1]))
        file_.refuse("'depth' must ascend, from 0 or more to less than {} m: value {} is {}",
                     deepest_sea, n, depths_[n]);
    const LayersOnGrid layers{file_, grid_, depths_, "m"};
    const bool of_each_cell = layers.of_each_cell("temperature");
    const auto values = [&](const char* name, double low, double high) {
      return by_cell(layers.read(name, of_each_cell, low, high));
    };
    WaterProfiles water{.depths = depths_, .temperature = {}, .salinity = {}};
    water.temperature = values("temperature", coldest_water, warmest_water);
    water.salinity = values("salinity", 0, saltiest_water);
    if (of_each_cell) water.cells = grid_.box();
    return water;
  }

 private:
  /// Those of a cell side by side, where the file has layers.
  std::vector<double> by_cell(const std::vector<double>& layers) const {
    const std::size_t cells = layers.size() / depths_.size();
    std::vector<double> all;
    all.reserve(layers.size());
    for (std::size_t cell = 0; cell < cells; ++cell)
      for (std::size_t n = 0; n < depths_.size(); ++n) all.push_back(layers[n * cells + cell]);
    return all;
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
