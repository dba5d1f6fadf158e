// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/coastal_levels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/coastal.hpp"
#include "miniapp/cases/rounded_down.hpp"

namespace seafret {
Axis level_axis(const ShelfSea& sea) {
  const SeaLevels& levels = sea.levels();
  std::vector<double> number;
  for (std::size_t k = 0; k < levels.middle.size(); ++k)
    number.push_back(levels.middle[k] + levels.middle_to_even[k]);
  return {"s",
          "1",
          "ocean_s_coordinate_g2",
          "number of a level's middle, from -1 to 0",
          std::move(number),
          {{"C", "s_stretched", "the same where the sea is deep", "1", levels.middle},
           {"eta", "eta", "", "", {}},
           {"depth", "depth", "", "", {}},
           {"depth_c",
            "even_depth",
            "where the sea is less deep levels are nearly alike",
            "m",
            {levels.even_depth}}}};
}

OutputField depth_field(const Basin& basin) {
  FieldDescription depth{.name = "depth",
                         .unit = "m",
                         .long_name = "depth of the sea at rest",
                         .standard_name = "sea_floor_depth_below_mean_sea_level"};
  depth.prognostic = false;
  return {depth, {basin.depth.data(), basin.grid.held(), 1}, true};
}

double least_depth(const Basin& basin) {
  double least = std::numeric_limits<double>::infinity();
  for (int j = 0; j < basin.grid.ny; ++j)
    for (int i = 0; i < basin.grid.nx; ++i)
      if (basin.wet(i, j)) least = std::min(least, basin.depth_at(i, j));
  return least;
}

Extreme fastest_current(const ShelfSea& sea, const Domain& domain) {
  Extreme mine;
  for_each_point(sea.flow().sea().wet_cells, sea.owned(), [&](int i, int j) {
    for (int k = 0; k < sea.levels().count(); ++k)
      mine = larger(mine, {std::max(std::abs(sea.u()(i, j, k)), std::abs(sea.v()(i, j, k))), i, j});
  });
  return largest(mine, domain.grid(), domain.comm);
}

std::vector<OutputField> level_fields(const ShelfSea& sea) {
  const std::vector<FieldDescription> all = ShelfSea::descriptions(sea.settings());
  std::vector<OutputField> fields{{all[3], sea.u()}, {all[4], sea.v()}};
  for (int n = 0; n < sea.settings().tracers(); ++n)
    fields.push_back({all[5 + static_cast<std::size_t>(n)], sea.tracer(n)});
  return fields;
}

ShelfSettings CoastalCase::shelf_settings(double dt) const {
  ShelfSettings settings = config_.shelf;
  settings.flow = config_.flow;
  settings.substeps = sea_step().substeps_in(dt);
  return settings;
}

/// Where the water is shallowest the current must still be one that grows with the logarithm of the
/// height; what has yet to be flooded is left to drag_at().
void CoastalCase::refuse_too_rough(double shallowest) const {
  const double dry = config_.flow.dry_depth, water = dry > 0 ? dry : shallowest;
  double height = height_of_mean(water);
  if (config_.has_levels() && dry == 0) {
    const SeaLevels levels(config_.shelf.levels);
    height = 0.5 * WaterColumn{water, water * levels.evenness(water)}.thickness(levels, 0);
  }
  const double most = height / std::numbers::e;
  if (config_.flow.roughness > most)
    throw KeyError("bottom.roughness",
                   fmt::format("is too large for water {:g} m deep: at most {:.3g} m can be", water,
                               rounded_down(most, 3)));
}

void CoastalCase::load_water(InputFolder& inputs, const Communicator& comm) {
  if (config_.water_file.empty()) return;
  const std::string path = inputs.file(config_.water_file);
  blaming("water.file", [&] { water_of_file_ = read_water(path, basin_.grid, comm); });
}

/// Layered, and at rest.
void CoastalCase::begin_levels(const Start& start) {
  shelf_ = std::make_unique<ShelfSea>(*domain_, ShelfSetup{.basin = basin_,
                                                           .metrics = metrics_,
                                                           .open = open_,
                                                           .sponge = sponge_,
                                                           .settings = shelf_settings(dt_),
                                                           .stepping = start});
  shelf_->refresh_halos();
  const WaterColumns water = shelf_->water();
  const WaterProfiles given =
      handed_out(water_of_file_ ? *water_of_file_ : config_.water, shelf_->owned(), domain_->comm);
  water_of_file_.reset();
  const int dyes = config_.shelf.dyes;
  for_each_point(shelf_->flow().sea().wet_cells, shelf_->owned(), [&](int i, int j) {
    const WaterColumn column = water.at(i, j);
    for (int k = 0; k < shelf_->levels().count(); ++k) {
      const double depth = -column.middle(shelf_->levels(), k);
      shelf_->tracer(0)(i, j, k) = given.temperature_at(i, j, depth);
      shelf_->tracer(1)(i, j, k) = given.salinity_at(i, j, depth);
      if (dyes > 0) shelf_->tracer(2 + dyes * i / basin_.grid.nx)(i, j, k) = 1;
    }
  });
  shelf_->take_water_outside();
  salt_.emplace(*shelf_, ShelfSea::salinity);
  for (int n = 0; n < dyes; ++n) dyes_.emplace_back(*shelf_, 2 + n);
  bounds_.emplace(*shelf_, domain_->comm);
  if (config_.shelf.has_heat()) heated_.emplace();
}

}  // namespace seafret
