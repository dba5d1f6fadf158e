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

Tried in_words(const HaloOptions& how) {
  const bool has_window = transports().at(how.transport).needs == TransportKind::Needs::window;
  return {.transport = how.transport,
          .window = has_window ? name_of(how.with.rma.window) : "",
          .on_node = name_of(how.on_node),
          .combine = how.combine,
          .refused = "its turn did not come"};
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
  if (ways_.size() > 1)
    trials_->join();
  else
    stage_ = Stage::over;
}

void Trial::add(const HaloOptions& candidate) {
  ways_.push_back(candidate);
  tried_.push_back(in_words(candidate));
}

void Trial::before_swap(std::unique_ptr<Way>& way) {
  if (swaps_ == 0) since_first_ = Stopwatch();
  if (swaps_ < look_at_) return;
  const Stopwatch looking;
  look(way);
  cost_s_ += looking.seconds();
}

void Trial::after_swap() {
  ++swaps_;
  if (now_ != 0) cost_s_ += std::max(0., exposed_s_ - fastest_s_);
  if (times_s_.size() < times_s_.capacity()) times_s_.push_back(exposed_s_);
  exposed_s_ = 0;
}

void Trial::look(std::unique_ptr<Way>& way) {
  if (stage_ == Stage::first_swap && is_worth_more_swaps()) {
    look_at_ = swaps_ + counted_;
    stage_ = Stage::counted_swaps;
    return;
  }
  if (stage_ == Stage::counted_swaps) judge();
  account();
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
  const double excess = comm().max(times_s_.front()) - fastest_s_;
  if (excess <= 0 || trials_->allow(counted_ * excess)) return true;
  refuse("its first swap took so long that no time was left for others");
  return false;
}

void Trial::account() {
  const double cost = comm().max(cost_s_);
  trials_->spend(cost);
  if (now_ > 0) expected_cost_s_ = (expected_cost_s_ + cost) / 2;
  cost_s_ = 0;
}

/// A swap that comes many times a step is there before anybody knows how long a step is; the dear
/// ones, which do know, come first so.
bool Trial::may_begin() {
  if (stage_ != Stage::waiting) trials_->hear_first();
  const double elapsed = comm().max(since_first_.seconds());
  trials_->saw_period(elapsed / static_cast<double>(swaps_));
  const double whole = static_cast<double>(ways_.size() - 1) *
                       (subject_.making_s + counted_ * tried_.front().least_s);
  return trials_->allow(whole) || trials_->are_due(elapsed);
}

/// Of what there is time for.
void Trial::turn_to_next(std::unique_ptr<Way>& way) {
  if (now_ == 0) safe_ = std::move(way);
  while (trials_->allow(expected_cost_s_) && has_next()) {
    way.reset();
    if (!make(++now_, way)) continue;
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
  tried_[candidate] = in_words(how);
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
  tried_.front().kept = false;
  tried_[kept].kept = true;
  stage_ = Stage::over;
}

std::size_t Trial::best() const {
  std::size_t best = 0;
  for (std::size_t n = 1; n < tried_.size(); ++n)
    if (tried_[n].refused.empty() && tried_[n].least_s < tried_[best].least_s) best = n;
  return best;
}

}  // namespace seafret
