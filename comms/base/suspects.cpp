// SPDX-License-Identifier: BSD-3-Clause
#include "comms/base/suspects.hpp"

#include <algorithm>

namespace seafret {
namespace {

constexpr double doubtful = 0.2;  // s without a sign of life, or of waiting: more than some ticks

}  // namespace

double WaitAge::after(const Wait::Present& now, double seconds) {
  const bool goes_on = now.waits && now.turn == turn_;
  turn_ = now.turn;
  seconds_ = goes_on ? seconds_ + seconds : 0;
  return seconds_;
}

void Suspects::observe(std::span<const Mate> mates, double seconds) {
  mates_.clear();
  for (const Mate& mate : mates) {
    if (mate.beat == 0) continue;
    mates_.push_back(mate.rank);
    Seen& seen = seen_[mate.rank];
    seen.silent = mate.beat == seen.beat ? seen.silent + seconds : 0;
    seen.busy = mate.waits ? 0 : seen.busy + seconds;
    seen.beat = mate.beat;
  }
}

/// Of these ranks the first that shows no life any more, else the first that does not wait.
std::optional<int> Suspects::first_guilty(std::span<const int> ranks, double still) const {
  for (const auto since : {&Seen::silent, &Seen::busy})
    for (const int rank : ranks)
      if (const auto at = seen_.find(rank); at != seen_.end() && at->second.*since >= still)
        return rank;
  return std::nullopt;
}

std::optional<int> Suspects::blame(const Overdue& wait) const {
  const double still = std::clamp(wait.limit / 2, doubtful, 5.0);
  const bool knows_whom = !wait.missing.empty();
  if (const auto rank = first_guilty(wait.missing, still)) return rank;
  if (wait.seconds >= (knows_whom ? 3 : 1))
    if (const auto rank = first_guilty(mates_, still)) return rank;
  const auto on_another_node =
      std::ranges::find_if(wait.missing, [&](int rank) { return !seen_.contains(rank); });
  if (wait.seconds >= 2 && on_another_node != wait.missing.end()) return *on_another_node;
  const bool all_are_seen = static_cast<int>(mates_.size()) == ranks_;
  const bool may_be_found = knows_whom || !all_are_seen || first_guilty(mates_, doubtful);
  if (wait.seconds >= (may_be_found ? 5 : 1)) return others;
  return std::nullopt;
}

}  // namespace seafret
