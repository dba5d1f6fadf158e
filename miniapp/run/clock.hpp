// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

#include "comms/base/wait.hpp"

namespace seafret {

/// Counts the steps of a run, and lets those know who tell of waits.
class Clock {
 public:
  Clock(std::int64_t steps, double dt) : steps_(steps), dt_(dt) { Wait::set_step(step_); }

  void advance() { Wait::set_step(++step_); }
  bool finished() const { return step_ >= steps_; }
  /// Whether it is the turn of what happens every so many steps; 0 is never.
  bool is_due(std::int64_t every) const { return every > 0 && step_ % every == 0; }

  std::int64_t step() const { return step_; }  ///< done so far
  std::int64_t steps() const { return steps_; }
  double dt() const { return dt_; }                                 ///< s
  double time() const { return static_cast<double>(step_) * dt_; }  ///< of the model, s

 private:
  std::int64_t steps_;
  double dt_;
  std::int64_t step_ = 0;
};

}  // namespace seafret
