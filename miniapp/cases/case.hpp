// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "decomposition/base/registry.hpp"
#include "miniapp/case_file/keys.hpp"
#include "miniapp/cases/input_folder.hpp"
#include "physics/stepping.hpp"

namespace seafret {

/// One axis of the output file (CF): a coordinate variable with its values over the whole grid.
struct Axis {
  std::string name, unit, standard_name, long_name;
  std::vector<double> values;

  /// A term of the formula by which CF works out heights from a vertical axis without a unit of
  /// length: a variable that is written beside the axis, of as many values or of one; or, without
  /// any, a field of that name.
  struct Term {
    std::string term, name, long_name, unit;
    std::vector<double> values;
  };
  std::vector<Term> terms = {};
};

/// The coordinates of every place on a cell; z and z_half are empty where all fields are flat.
struct Axes {
  Axis x, x_face, y, y_face, z, z_half;
};

/// A field as output, comparison, watchdog and checks see it: this rank's part, this moment's
/// values.
struct OutputField {
  FieldDescription description;
  FieldView<const double> values;
  bool once = false;  ///< Written at the end of the run only, without a time axis.
  /// If any, of the grid as CF calls it ("mean"): one column, the same on all ranks, without x and
  /// y, in which NaN is what is not known.
  std::string over_area = {};
  bool is_of_the_grid() const { return !over_area.empty(); }
};

/// Something that must hold at the end of a run.
struct Check {
  std::string name;
  double value = 0, limit = 0;
  bool passed = false;
};

/// What a run has found out, to be compared with a reference (docs/validation.md).
struct Measure {
  std::string name;
  double value = 0;
  std::string unit;
};

/// What a picture of a run's end shows: a field from above, or cut upright along x through the
/// middle.
struct Picture {
  enum class View { map, section };

  std::string field;
  View view = View::map;
};

/// The largest Courant number on a rank, and where it is.
struct Courant {
  double number = 0, limit = 1;
  int i = 0, j = 0, k = 0;
  const char* of = "";  ///< "of ... ", what is so fast, where that is not the flow alone

  /// A number that is none compares with nothing: it counts as the largest.
  double share() const {
    return std::isnan(number) ? std::numeric_limits<double>::infinity() : number / limit;
  }
  /// The one that is nearer to its limit, or farther above it.
  friend const Courant& worse(const Courant& a, const Courant& b) {
    return b.share() > a.share() ? b : a;
  }
};

/// A physical case: a model together with its grid, its first state and what must hold at its end.
/// Made on every rank; the functions are called in the order in which they stand here.
class Case {
 public:
  virtual ~Case() = default;

  /// Names every key of the case file that is this case's own, and takes its value.
  virtual void describe(Keys& keys) = 0;
  /// Reads the data files that the keys name.  Collective.
  virtual void load(InputFolder& /*inputs*/, const Communicator& /*comm*/) {}
  /// Where its equations and its set-up were published, for who finds the results.
  virtual std::string references() const { return ""; }
  /// In which frame its fields lie, if not that of the ground.
  virtual std::string frame() const { return ""; }

  /// The whole problem, the same on every rank.
  virtual Grid grid() const = 0;
  /// The time step in seconds; `asked` is time.dt, 0 where the choice is the case's.
  /// Throws InputError where it cannot be stable.
  virtual double time_step(double asked) const = 0;
  /// Whether the time step may change from one step to the next (time.courant).
  virtual bool may_change_step() const { return false; }
  /// The longest one that can be stable now on this rank, however short time.courant keeps it, s.
  virtual double longest_step() const { return std::numeric_limits<double>::infinity(); }
  /// The fields of the model, each of them once.
  virtual std::vector<FieldDescription> descriptions() const = 0;
  virtual Axes axes() const = 0;
  /// How wide a halo pays where the case file leaves that open, columns, the same on all ranks; 0:
  /// as wide as the case needs. `owned` is what each rank has.
  virtual int halo_that_pays(std::span<const Box> /*owned*/) const { return 0; }
  /// How the case's swaps go about it, where the case file asks for `halo`.
  virtual std::vector<HaloOptions> ways_of_swapping(const HaloOptions& halo) const {
    return {halo};
  }

  struct Start : Stepping {
    const Domain& domain;
    std::int64_t steps = 0;  ///< planned; 0 where the time step may change until an end
    bool profiles = false;   ///< will be asked for
  };
  /// What begin() will take on this rank: told before it is taken.
  virtual Held held(const Start& start) const = 0;
  /// Memory, exchanges and the first state.  Collective.
  virtual void begin(const Start& start) = 0;

  /// Of the steps to come, s, where it may change.
  virtual void set_time_step(double /*dt*/) {}
  /// One time step.  Collective.
  virtual void step() = 0;

  /// The swap that a step begins with, once more and for itself: for benchmarks.  Collective.
  virtual void swap() {}

  /// Looks, every time.check_every steps and after the last one, for what must hold all the time.
  /// Throws RunError, with step and cell, where it does not.  Collective.
  virtual void look() {}
  /// What tells best how the run goes, as look() found it: the largest |w|, say. The same on all
  /// ranks; at most 15 letters in its texts, lest a step allocates.
  virtual std::optional<Measure> pulse() const { return {}; }

  virtual std::vector<OutputField> fields() const = 0;
  /// Of these fields, for people who look at what came of a run.
  virtual std::vector<Picture> pictures() const { return {{descriptions().front().name}}; }
  /// Means over the grid, as they were measured last; none where the case has none, or where
  /// Start says that none will be asked for.
  virtual std::vector<OutputField> profiles() const { return {}; }
  virtual void measure_profiles() {}    ///< Collective.
  virtual Courant courant() const = 0;  ///< of this rank; above its limit a run ends
  /// What time.courant keeps the steps to: all that takes from a cell, not the wind alone.
  virtual Courant courant_of_all() const { return courant(); }
  virtual std::int64_t cells() const = 0;  ///< updated a step, all ranks together
  virtual std::vector<const Exchange*> swaps() const = 0;
  virtual std::vector<Check> checks() = 0;  ///< Collective.
  /// Collective.
  virtual std::vector<Measure> measures() { return {}; }
  /// More lines for the report (tide at the gauges, ...).  Collective.
  virtual std::vector<std::string> remarks() { return {}; }
};

using MakeCase = std::unique_ptr<Case> (*)();
Registry<MakeCase>& cases();

}  // namespace seafret
