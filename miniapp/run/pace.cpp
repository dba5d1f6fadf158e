// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/pace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "comms/base/timers.hpp"

namespace seafret {
namespace {

constexpr double growth = 1.05;  // a step
constexpr double infinite = std::numeric_limits<double>::infinity();

}  // namespace

Pace::Pace(const TimeConfig& config, Case& the_case, const Domain& domain)
    : config_(config), case_(the_case), domain_(domain) {}

void Pace::choose(Clock& clock) {
  if (config_.courant == 0) return;
  if (clock.step() == 0)
    first_ = config_.longest_dt > 0 ? std::min(clock.dt(), config_.longest_dt) : clock.dt();
  if (clock.is_due(config_.courant_every)) longest_ = longest(clock);
  if (longest_ < 1e-3 * first_)
    throw RunError(fmt::format(
        "step {}: a Courant number of {:g} needs a time step of {:.3g} s, less than a thousandth "
        "of the first; does the flow blow up?",
        clock.step(), config_.courant, longest_));
  clock.set_dt(std::min(longest_, clock.step() == 0 ? first_ : growth * clock.dt()));
  case_.set_time_step(clock.dt());
}

/// What the flow and the case allow now.
double Pace::longest(const Clock& clock) const {
  SEAFRET_REGION("courant number");
  const Courant mine = case_.courant_of_all();
  const double by_flow = mine.share() > 0 ? config_.courant / mine.share() * clock.dt() : infinite;
  const double asked = config_.longest_dt > 0 ? config_.longest_dt : infinite;
  return std::min(asked, domain_.comm.min(std::min(by_flow, case_.longest_step())));
}

}  // namespace seafret
