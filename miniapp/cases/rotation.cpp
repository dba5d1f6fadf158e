// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/rotation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/axes.hpp"
#include "miniapp/cases/rotation_shapes.hpp"
#include "miniapp/cases/rounded_down.hpp"
#include "physics/atmosphere/stretched_grid.hpp"

namespace seafret {
namespace {

/// Schemes that go forward in time, as here all must.
std::vector<std::string> forward_schemes() {
  std::vector<std::string> names;
  for (const auto& [name, scheme] : advection_schemes())
    if (!scheme.promises.in_the_middle) names.push_back(name);
  return names;
}

void describe_shapes(Keys& keys, RotationConfig& config) {
  keys.value("advection", config.advection, "how scalars are carried forward",
             {.choices = forward_schemes()});
  keys.value("rate", config.rate, "the box's angular velocity about x, y and z", {.unit = "1/s"});
  keys.rule(config.rate.size() == 3 && config.speed() > 0, "rate",
            "must be three numbers, not all of them 0");
  keys.value("shapes", config.shapes, "what is carried, each as a scalar of its own",
             {.choices = shape_names()});
  const std::set<std::string> different(config.shapes.begin(), config.shapes.end());
  keys.rule(!different.empty() && different.size() == config.shapes.size(), "shapes",
            "must name one at least, and none twice");
  keys.value("middle", config.middle, "where the shapes begin, from the middle of the box",
             {.unit = "m"});
  keys.rule(config.middle.size() == 3, "middle", "must be three numbers");
  keys.value("radius", config.radius, "of the shapes", {.unit = "m", .above = 0});
  keys.value("height", config.height, "what the shapes rise above the background", {.above = 0});
  keys.value(
      "background", config.background,
      "what is round them; 0 where the box turns about x or y: ground and lid are closed, and "
      "the wind piles up there what it carries");
}

}  // namespace

RotationConfig::Place RotationConfig::place(int i, int j, int k) const {
  const auto from_middle = [](int n, int size) { return n - 0.5 * (size - 1); };
  return {from_middle(i, points[0]) * spacing[0], from_middle(j, points[1]) * spacing[1],
          from_middle(k, points[2]) * (top / points[2])};
}

RotationConfig::Place RotationConfig::wind(const Place& at) const {
  const auto& [x, y, z] = at;
  return {rate[1] * z - rate[2] * y, rate[2] * x - rate[0] * z, rate[0] * y - rate[1] * x};
}

double RotationConfig::speed() const { return std::hypot(rate[0], rate[1], rate[2]); }

VerticalGrid RotationConfig::levels() const { return stretched_grid(points[2], top, {}, 0); }

void RotationCase::describe(Keys& keys) {
  keys.block("case", "", [&] { describe_shapes(keys, config_); });
  keys.block("grid", "The box, periodic in x and y.", [&] {
    keys.value("points", config_.points, "columns in x and y, and levels", {.low = 1, .high = 1e6});
    keys.value("spacing", config_.spacing, "distance of the columns in x and y",
               {.unit = "m", .above = 0});
    keys.value("top", config_.top, "height of the lid", {.unit = "m", .above = 0});
  });
  const bool meets_the_lid = config_.points[2] > 1 && config_.rate.size() == 3 &&
                             (config_.rate[0] != 0 || config_.rate[1] != 0);
  keys.block("case", "", [&] {
    keys.rule(!meets_the_lid || config_.background == 0, "background",
              "must be 0 where the box turns about x or y: it would pile up at ground and lid");
  });
}

std::string RotationCase::references() const {
  return "LeVeque 1996, SIAM Journal on Numerical Analysis 33, 627-665; Jaruga et al. 2015, "
         "Geoscientific Model Development 8, 1005-1032";
}

Grid RotationCase::grid() const {
  return {.nx = config_.points[0],
          .ny = config_.points[1],
          .nz = config_.points[2],
          .dx = config_.spacing[0],
          .dy = config_.spacing[1]};
}

Courant RotationCase::outflow() const {
  // Each component is linear along x, y and z and the sum of sizes convex: the fastest cell is in a
  // corner of the box.
  const Points last{config_.points[0] - 1, config_.points[1] - 1, config_.points[2] - 1};
  Courant fastest;
  for (const int i : {0, last[0]})
    for (const int j : {0, last[1]})
      for (const int k : {0, last[2]}) {
        const auto wind = config_.wind(config_.place(i, j, k));
        const double rate = std::abs(wind[0]) / config_.spacing[0] +
                            std::abs(wind[1]) / config_.spacing[1] +
                            std::abs(wind[2]) * config_.points[2] / config_.top;
        if (rate > fastest.number) fastest = {.number = rate, .i = i, .j = j, .k = k};
      }
  return fastest;
}

double RotationCase::time_step(double asked) const {
  const double turn = 2 * std::numbers::pi / config_.speed(), rate = outflow().number;
  if (rate == 0)
    throw KeyError("case.rate", "turns a box of one row of cells about itself: nothing moves");
  if (asked == 0) return turn / std::ceil(turn * rate);
  if (asked * rate > 1 + 1e-12)
    throw InputError(
        fmt::format("in {} s more leaves the cells in the corners than they hold; at most {:.3g} s "
                    "can be stable",
                    asked, rounded_down(1 / rate, 3)));
  return asked;
}

CarriedSetup RotationCase::setup(int depth) const {
  CarriedSetup made{.levels = config_.levels(), .scheme = config_.advection};
  for (std::size_t c = 0; c < 3; ++c)
    made.wind[c] = [this, c](int i, int j, int k) {
      return config_.wind(config_.place(i, j, k))[c];  // which does not change along its direction
    };
  for (const std::string& shape : config_.shapes) {
    made.first.emplace_back([this, shape](int i, int j, int k) {
      return config_.background +
             config_.height * shape_value(shape, config_, config_.place(i, j, k));
    });
    made.scalars.push_back({.name = shape,
                            .unit = "1",
                            .long_name = "carried " + shape,
                            .levels = config_.points[2],
                            .halo = Halo::all(depth == 0 ? CarriedScalars::reach : depth)});
  }
  return made;
}

std::vector<FieldDescription> RotationCase::descriptions() const { return setup(0).scalars; }

Held RotationCase::held(const Start& start) const {
  return CarriedScalars::held(start.domain, setup(start.depth));
}

void RotationCase::begin(const Start& start) {
  if (start.depth != 0 && start.depth < CarriedScalars::reach)
    throw KeyError("halo.depth", fmt::format("is {}: the rotation case needs a halo of at least {}",
                                             start.depth, CarriedScalars::reach));
  domain_.emplace(start.domain);
  dt_ = start.dt;
  model_ = std::make_unique<CarriedScalars>(*domain_, setup(start.depth), start);
  first_masses_ = masses(*domain_, config_.levels(), model_->scalars());
  first_ranges_ = ranges(*domain_, model_->scalars());
  for (std::size_t s = 0; s < first_ranges_.size(); ++s)
    if (first_ranges_[s].low == config_.background && first_ranges_[s].high == config_.background)
      throw KeyError(
          "case.radius",
          fmt::format("is {:g} m: the {} lies between the middles of the cells, or beside "
                      "the box (case.middle)",
                      config_.radius, config_.shapes[s]));
}

void RotationCase::step() {
  model_->step();
  ++steps_;
}

void RotationCase::look() {
  double largest = -std::numeric_limits<double>::infinity();
  for (const Range& range : ranges(*domain_, model_->scalars()))
    largest = std::max(largest, range.high);
  pulse_ = {"largest value", largest, ""};
}

Axes RotationCase::axes() const { return axes_over(grid(), config_.levels()); }

std::vector<OutputField> RotationCase::fields() const {
  const Wind wind = model_->wind();
  const int levels = config_.points[2];
  std::vector<OutputField> all{
      {{.name = "u", .unit = "m s-1", .long_name = "wind along x", .place = Place::east_face},
       wind.u},
      {{.name = "v", .unit = "m s-1", .long_name = "wind along y", .place = Place::north_face},
       wind.v}};
  for (OutputField& component : all) {
    component.description.levels = levels;
    component.once = true;
  }
  const auto scalars = descriptions();
  for (std::size_t s = 0; s < scalars.size(); ++s)
    all.push_back({scalars[s], model_->scalars()[s]});
  return all;
}

Courant RotationCase::courant() const {
  Courant fastest = outflow();
  fastest.number *= dt_;
  fastest.limit = 1 + 1e-12;
  return fastest;
}

std::int64_t RotationCase::cells() const { return grid().box().area() * grid().nz; }

double RotationCase::turns() const { return config_.speed() * time() / (2 * std::numbers::pi); }

std::vector<std::string> RotationCase::remarks() {
  return {fmt::format("{:.3f} turns by {}", turns(), config_.advection)};
}

}  // namespace seafret
