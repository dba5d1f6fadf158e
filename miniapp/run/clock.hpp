// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "comms/base/wait.hpp"
#include "physics/stepping.hpp"

namespace seafret {

/// Counts the steps of a run, and lets those know who tell of waits.
class Clock {
 public:
  /// For so many steps.
  Clock(std::int64_t steps, double dt) : steps_(steps), time_(dt) { Wait::set_step(step_); }
  /// Until a time, in as many steps as that takes.
  static Clock until(double end, double dt) {
    Clock clock(0, dt);
    clock.steps_.reset();
    clock.end_ = end;
    return clock;
  }

  /// The next steps take `dt`, less for the last ones of a run that has an end: it lands there, and
  /// no step is tiny.
  void set_dt(double dt) {
    const double left = end_ - time_.now();
    if (left < 2 * dt) dt = left <= dt * (1 + rounding) ? left : 0.5 * left;
    time_.set_dt(dt);
  }
  void advance() {
    shortest_ = std::min(shortest_, dt());
    longest_ = std::max(longest_, dt());
    time_.advance();
    Wait::set_step(++step_);
  }
  bool finished() const { return steps_ ? step_ >= *steps_ : time() >= end_; }
  /// Whether it is the turn of what happens every so many steps; 0 is never.
  bool is_due(std::int64_t every) const { return every > 0 && step_ % every == 0; }

  std::int64_t step() const { return step_; }                   ///< done so far
  std::optional<std::int64_t> steps() const { return steps_; }  ///< if that is known
  double dt() const { return time_.dt(); }                      ///< s
  /// Of the model, s.
  double time() const {
    const double now = time_.now();
    return now >= end_ * (1 - rounding) ? end_ : now;
  }
  /// The share of the run that is done.
  double done() const {
    return steps_ ? static_cast<double>(step_) / static_cast<double>(*steps_) : time() / end_;
  }
  StepsTaken taken() const {
    if (step_ == 0) return {0, time(), dt(), dt(), dt()};
    const double mean = shortest_ == longest_ ? dt() : time() / static_cast<double>(step_);
    return {step_, time(), shortest_, mean, longest_};
  }

 private:
  static constexpr double rounding = 1e-12;
  static constexpr double never = std::numeric_limits<double>::infinity();

  std::optional<std::int64_t> steps_;
  double end_ = never;  // s
  ModelTime time_;
  std::int64_t step_ = 0;
  double shortest_ = never, longest_ = 0;  // step, s
};

}  // namespace seafret
