// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/way.hpp"

#include "comms/base/main_thread.hpp"

namespace seafret::notify {

bool Way::attempt(const Transfer& t) {
  const std::size_t flying = channel_->in_flight();
  return (flying == 0 || flying + t.here.size() <= most_in_flight_) && channel_->begin(t);
}

bool Way::attempt(const Errand& errand) {
  const Transfer& t = errand.transfer;
  return errand.only_tells ? channel_->tell(t.there.rank, *t.told) : attempt(t);
}

bool Way::do_or_leave(const Errand& errand) {
  using Callers = Channel::Callers;
  const Callers callers = channel_->callers();
  if (callers == Callers::any || (callers == Callers::main && MainThread::is_this()))
    return attempt(errand);
  const std::lock_guard alone(one_at_a_time_);
  if (callers == Callers::one_at_a_time) return attempt(errand);
  left_.push_back(errand);
  return true;
}

void Way::progress() {
  using Callers = Channel::Callers;
  if (!channel_->needs_progress()) return;
  if (channel_->callers() == Callers::main) {
    if (!MainThread::is_this()) return;
    channel_->progress();
    do_what_was_left();
  } else if (const std::unique_lock alone(one_at_a_time_, std::try_to_lock); alone) {
    channel_->progress();  // else somebody else is about it
  }
}

void Way::do_what_was_left() {
  for (;;) {
    Errand first;
    {
      const std::lock_guard alone(one_at_a_time_);
      if (left_.empty()) return;
      first = left_.front();
    }
    if (!attempt(first)) return;
    const std::lock_guard alone(one_at_a_time_);
    left_.pop_front();
  }
}

bool Way::idle() const {
  if (channel_->callers() == Channel::Callers::any) return channel_->in_flight() == 0;
  const std::lock_guard alone(one_at_a_time_);
  return channel_->in_flight() == 0 && left_.empty();
}

void Way::count(const Transfer& t, std::int64_t times) {
  transfers_ += times;
  bytes_ += times * static_cast<std::int64_t>(t.there.bytes);
  if (t.told && !channel_->carries(*t.told)) told_apart_ += times;
}

ChannelReport Way::report() const {
  return {.name = name_,
          .what = channel_->what(),
          .level = channel_->level(),
          .bits = channel_->bits(),
          .transfers = transfers_,
          .bytes = bytes_,
          .told_apart = told_apart_};
}

}  // namespace seafret::notify
