// SPDX-License-Identifier: BSD-3-Clause
#include "comms/exchange/trial.hpp"

#include <algorithm>
#include <utility>

#include "comms/base/together.hpp"
#include "comms/exchange/candidates.hpp"
#include "comms/transports/availability.hpp"

namespace seafret {
namespace {

using OnNode = HaloOptions::OnNode;

/// Of a way, after the first.  What takes microseconds costs little and is harder to tell apart.
constexpr int counted_swaps = 3, counted_small_swaps = 7;

bool are_on_one_node(const Domain& domain) {
  return domain.shared != nullptr &&
         !domain.comm.any(domain.shared->node().mates().size() < domain.comm.size());
}

/// What only some ranks could make stays for ever: to destroy it would be to wait for the others.
void leave_behind(std::unique_ptr<Way> way) {
  static auto& left = *new std::vector<Way*>;
  if (way) left.push_back(way.release());
}

Tried not_yet(const HaloOptions& how) {
  return {.way = in_words(how), .refused = "its turn did not come"};
}

}  // namespace

std::string Trials::slowness(const TransportKind& transport, const Communicator& comm) {
  if (transport.needs != TransportKind::Needs::window) return "";
  if (!slowness_of_windows_) slowness_of_windows_ = seafret::slowness(transport, comm);
  return *slowness_of_windows_;
}

Trial::Trial(const Domain& domain, const HaloOptions& asked, const Subject& subject, Make make,
             std::vector<Tried>& tried)
    : domain_(domain),
      asked_(asked),
      subject_(subject),
      make_(std::move(make)),
      tried_(tried),
      trials_(asked.trials ? asked.trials : std::make_shared<Trials>()),
      on_one_node_(are_on_one_node(domain)),
      counted_(subject.small ? counted_small_swaps : counted_swaps),
      look_at_(1 + counted_),
      expected_cost_s_(subject.making_s) {
  for (const HaloOptions& how : candidates(domain_, asked_)) add(how);
  tried_.front().kept = true;
  times_s_.reserve(static_cast<std::size_t>(counted_) + 1);
  if (ways_.size() == 1) {
    stage_ = Stage::over;
    return;
  }
  number_ = trials_->join();
  trials_->spend(comm().max(subject_.begun.seconds()), 0);
}

void Trial::add(const HaloOptions& candidate) {
  ways_.push_back(candidate);
  tried_.push_back(not_yet(candidate));
  made_s_.push_back(0);
}

void Trial::before_swap(std::unique_ptr<Way>& way) {
  if (swaps_ == 1) {
    since_second_ = Stopwatch();
    spent_before_ = trials_->cost().all_s();
  }
  if (swaps_ < look_at_) return;
  const Stopwatch looking;
  look(way);
  making_s_ += looking.seconds();
}

void Trial::after_swap() {
  ++swaps_;
  if (now_ != 0 || stage_ == Stage::settled) swapping_s_ += std::max(0., exposed_s_ - fastest_s_);
  if (times_s_.size() < times_s_.capacity()) times_s_.push_back(exposed_s_);
  exposed_s_ = 0;
}

void Trial::look(std::unique_ptr<Way>& way) {
  if (stage_ == Stage::first_swap && is_worth_more_swaps()) {
    look_at_ = swaps_ + counted_;
    stage_ = Stage::counted_swaps;
    return;
  }
  if (stage_ == Stage::settled) return close();
  if (stage_ == Stage::counted_swaps) judge();
  end_candidate();
  if (now_ > 0 || may_begin()) return turn_to_next(way);
  stage_ = Stage::waiting;
  look_at_ = 2 * swaps_;
}

void Trial::judge() {
  refuse("");
  tried_[now_].least_s = comm().max(*std::min_element(times_s_.begin() + 1, times_s_.end()));
  fastest_s_ = std::min(fastest_s_, tried_[now_].least_s);
}

/// Not where as many as the first was could not be paid for.
bool Trial::is_worth_more_swaps() {
  cost_s_ += made_s_[now_] = account();
  reserve(made_s_[best()]);
  const double excess = counted_ * (comm().max(times_s_.front()) - fastest_s_);
  if (excess <= 0) return true;
  if (trials_->allow(excess)) {
    reserve(made_s_[best()] + excess);
    return true;
  }
  trials_->cut_short();
  refuse("its first swap took so long that no time was left for others");
  return false;
}

/// Tells all trials what this one has cost since the last time.
double Trial::account() {
  const double all = comm().max(making_s_ + swapping_s_), swapping = comm().max(swapping_s_);
  trials_->spend(all - swapping, swapping);
  making_s_ = swapping_s_ = 0;
  return all;
}

void Trial::end_candidate() {
  cost_s_ += account();
  if (now_ > 0) expected_cost_s_ = (expected_cost_s_ + cost_s_) / 2;
  cost_s_ = 0;
  reserve(0);
  note_period();
}

/// What it has reserved is this now.
void Trial::reserve(double seconds) {
  trials_->reserve(seconds - reserved_s_);
  reserved_s_ = seconds;
}

/// Steps without their trials, of which the first, where memory is touched for the first time, does
/// not count.  What trials cost is at most what they say: next to much of that steps are not seen.
void Trial::note_period() {
  const double elapsed = comm().max(since_second_.seconds()),
               steps = elapsed - (trials_->cost().all_s() - spent_before_);
  if (2 * steps > elapsed) trials_->saw_period(number_, steps / static_cast<double>(swaps_ - 1));
}

/// A swap that comes many times a step is there before anybody knows how long a step is; the dear
/// ones, which do know, come first so.
bool Trial::may_begin() {
  if (stage_ != Stage::waiting) trials_->hear_first();
  const double whole = static_cast<double>(ways_.size() - 1) *
                       (subject_.making_s + counted_ * tried_.front().least_s);
  return trials_->allow(whole) || trials_->are_due(comm().max(since_second_.seconds()));
}

/// Of what there is time for, and for making again what is the best now.
void Trial::turn_to_next(std::unique_ptr<Way>& way) {
  if (now_ == 0) safe_ = std::move(way);
  const double cost = expected_cost_s_ + made_s_[best()];
  while (has_next()) {
    if (!trials_->allow(cost)) {
      trials_->cut_short();
      break;
    }
    way.reset();
    if (!make(++now_, way)) continue;
    reserve(cost);
    times_s_.clear();
    stage_ = Stage::first_swap;
    look_at_ = swaps_ + 1;
    return;
  }
  settle(way);
}

bool Trial::has_next() {
  if (now_ + 1 == ways_.size() && !std::exchange(has_combined_, true)) add_combined();
  return now_ + 1 < ways_.size();
}

/// The best again, where that could make a difference, with fewer fields in a message.
void Trial::add_combined() {
  HaloOptions how = ways_[best()];
  const bool sends = how.on_node == OnNode::transport || !on_one_node_;
  if (!sends || asked_.combine > 0) return;
  const int some = (subject_.fields + 3) / 4;
  for (const int together : {some, 1}) {
    if (together == how.combine || together >= subject_.fields) continue;
    how.combine = together;
    add(how);
  }
}

/// On several nodes direct copy, which was tried first, is for what others bring besides.
bool Trial::make(std::size_t candidate, std::unique_ptr<Way>& way) {
  HaloOptions& how = ways_[candidate];
  if (!on_one_node_) how.on_node = std::max(how.on_node, ways_[best()].on_node);
  tried_[candidate] = not_yet(how);
  if (const auto why = trials_->slowness(transports().at(how.transport), comm()); !why.empty()) {
    refuse(why);
    return false;
  }
  try {
    together<InputError>(comm(), [&] { way = make_(how); });
  } catch (const InputError& e) {
    leave_behind(std::move(way));
    refuse(e.what());
  }
  return way != nullptr;
}

/// Keeps the best, be it that it must be made again.
void Trial::settle(std::unique_ptr<Way>& way) {
  std::size_t kept = best();
  if (kept != now_) way.reset();
  if (kept != 0 && !way) {
    const Tried before = tried_[kept];
    now_ = kept;
    if (make(kept, way))
      tried_[kept] = before;
    else
      kept = 0;
  }
  if (kept == 0) way = std::move(safe_);
  safe_.reset();
  now_ = kept;
  tried_.front().kept = false;
  tried_[kept].kept = true;
  stage_ = Stage::settled;
  look_at_ = swaps_ + 1;
}

/// After the first swap by what is kept, which may have been made again.
void Trial::close() {
  const Stopwatch closing;
  account();
  note_period();
  trials_->leave();
  trials_->spend(comm().max(closing.seconds()), 0);  // all but this last reduction
  stage_ = Stage::over;
}

std::size_t Trial::best() const {
  std::size_t best = 0;
  for (std::size_t n = 1; n < tried_.size(); ++n)
    if (tried_[n].refused.empty() && tried_[n].least_s < tried_[best].least_s) best = n;
  return best;
}

}  // namespace seafret
