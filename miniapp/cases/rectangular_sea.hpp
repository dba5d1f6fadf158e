// SPDX-License-Identifier: BSD-3-Clause
// What known seas and known waters share.
#pragma once
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "decomposition/base/registry.hpp"
#include "miniapp/case_file/keys.hpp"
#include "miniapp/cases/rectangle.hpp"

namespace seafret {

/// Water in a rectangle, and what may move it.
struct RectangularSea {
  Rectangle rectangle;
  double depth;            ///< m, at rest, where it is deepest
  double height = 0;       ///< of what is disturbed at first, m
  double coriolis = 0;     ///< 1/s, in the middle
  double beta = 0;         ///< so much more of it to the north, 1/(m s)
  double stress = 0;       ///< of the wind, at its strongest, m2/s2
  double linear_drag = 0;  ///< of the bottom, m/s
  double extent = 0;       ///< of a bowl's or mound's radius or a beach under water, at rest, m
  double dry_depth = 0;    ///< m, of a dry cell at most; 0: none falls dry
};

/// Keys of it in the block `grid`.
void describe_grid(Keys& keys, RectangularSea& sea);
/// In the block `sea`.
void describe_moves(Keys& keys, RectangularSea& sea);

/// A sea of which an answer is known, with options that are a RectangularSea.
template <class Options>
class AnsweredSea {
 public:
  explicit AnsweredSea(const Options& options) : options_(options) {}
  virtual ~AnsweredSea() = default;
  AnsweredSea(const AnsweredSea&) = delete;
  AnsweredSea& operator=(const AnsweredSea&) = delete;

  /// Of the water at rest, m, at a place, m from the sea's south-western corner; below 0 on land.
  virtual double depth(double /*x*/, double /*y*/) const { return options_.depth; }
  /// The wind's stress over the density of the water, m2/s2.
  virtual std::array<double, 2> stress(double /*x*/, double /*y*/) const { return {}; }

 protected:
  double x_of(double i) const { return options_.rectangle.x(i); }
  double y_of(double j) const { return options_.rectangle.y(j); }
  double length(std::size_t axis) const { return options_.rectangle.length(axis); }

  Options options_;
};

/// One of the options, and its key.
template <class Options>
struct OptionKey {
  const char* name;
  double Options::*value;
};

/// `what` is for the manual, `references` for who finds the results; without what it is `moved_by`
/// there is nothing to be known, what it is `changed_by` may be 0.
template <class Known, class Options>
struct KnownKind {
  std::string what, references;
  std::vector<OptionKey<Options>> moved_by;
  std::unique_ptr<Known> (*make)(const Options& options);
  int least_levels = 1;  ///< where the water has levels
  std::vector<OptionKey<Options>> changed_by = {};

  /// For `make`.
  template <class Sea>
  static std::unique_ptr<Known> made(const Options& options) {
    return std::make_unique<Sea>(options);
  }
  bool knows(const std::string& key) const {
    const auto has = [&key](const auto& keys) {
      return std::ranges::count(keys, key, &OptionKey<Options>::name) > 0;
    };
    return has(moved_by) || has(changed_by);
  }
  /// How high the surface may rise anywhere, m: what a kind does not know may have any value.
  double highest(const Options& options) const {
    return knows("height") ? std::abs(options.height) : 0;
  }
};

/// Rules of the block `sea` for one of the kinds, of which `of_some` keys mean nothing to others;
/// `decider` is the key that it was chosen by.
template <class Kind, class Options>
void insist_on_kind(Keys& keys, const Options& options, const Registry<Kind>& kinds,
                    const std::string& kind, const std::string& decider,
                    std::initializer_list<const char*> of_some) {
  for (const auto& [key, value] : kinds.at(kind).moved_by)
    keys.rule(
        moves(options.*value), key,
        fmt::format("must not be 0 for {}: {}, nor less than {}", decider, kind, least_mover));
  for (const char* const key : of_some) {
    std::vector<std::string> knowing;
    for (const auto& [name, one] : kinds)
      if (one.knows(key)) knowing.push_back(name);
    keys.used(kinds.at(kind).knows(key), key, decider,
              fmt::format("{}: {}", decider, fmt::join(knowing, " or ")));
  }
}

}  // namespace seafret
