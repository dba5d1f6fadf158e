// SPDX-License-Identifier: BSD-3-Clause
// What known seas and known waters share.
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

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
/// there is nothing to be known.
template <class Known, class Options>
struct KnownKind {
  std::string what, references;
  std::vector<OptionKey<Options>> moved_by;
  std::unique_ptr<Known> (*make)(const Options& options);
  int least_levels = 1;  ///< where the water has levels

  /// For `make`.
  template <class Sea>
  static std::unique_ptr<Known> made(const Options& options) {
    return std::make_unique<Sea>(options);
  }
  /// Rules of the block `sea`; `name` is the kind's among the seas.
  void insist_on_moves(Keys& keys, const Options& options, const std::string& name) const {
    for (const auto& [key, value] : moved_by)
      keys.rule(moves(options.*value), key,
                "must not be 0 in the " + name + ", nor less than 1e-100");
  }
};

}  // namespace seafret
