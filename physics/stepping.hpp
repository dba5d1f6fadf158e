// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

#include "comms/exchange/halo_exchange.hpp"

namespace seafret {

/// How a model goes its way, whatever it computes.
struct Stepping {
  double dt = 0;          ///< s
  HaloOptions halo = {};  ///< how to swap
  int depth = 0;          ///< of the halo, columns; 0: what the model needs
  bool overlap = true;    ///< compute the interior while the messages fly
};

/// The time of a model.  It sums up no rounding for as long as the step stays as it is.
class ModelTime {
 public:
  explicit ModelTime(double dt = 0) : dt_(dt) {}

  void advance() { ++steps_; }
  /// Of the steps to come.
  void set_dt(double dt) {
    if (dt == dt_) return;
    changed_ = now();
    steps_ = 0;
    dt_ = dt;
  }
  double dt() const { return dt_; }
  double now() const { return changed_ + static_cast<double>(steps_) * dt_; }  ///< s

 private:
  double dt_, changed_ = 0;  // when the step last changed
  std::int64_t steps_ = 0;   // since then
};

/// The steps that a run took.
struct StepsTaken {
  std::int64_t count = 0;
  double time = 0;                             ///< of the model, that they reached, s
  double shortest = 0, mean = 0, longest = 0;  ///< step, s
};

/// What a model, or a case with it, takes on a rank, bytes, known before it is made.
struct Held {
  std::size_t arena = 0;  ///< all fields that are ever swapped
  std::size_t work = 0;   ///< the fields beside it
  std::size_t grid = 0;   ///< what it keeps of the whole grid's mask, depth...
};

}  // namespace seafret
