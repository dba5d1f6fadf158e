// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "comms/notify/channel.hpp"

namespace seafret::notify {

/// What has gone through a channel.
struct ChannelReport {
  std::string name, what;
  Level level = Level::ordered_message;
  int bits = 0;
  std::int64_t transfers = 0, bytes = 0;
  std::int64_t told_apart = 0;  ///< notices that did not fit its bits and went in messages
};

/// A channel as any thread may use it: where only one may call it at a time the others wait, and
/// where only the main thread may they leave it what they want carried.
class Way {
 public:
  /// On the main thread.
  Way(std::string name, std::unique_ptr<Channel> channel, std::size_t most_in_flight)
      : name_(std::move(name)), channel_(std::move(channel)), most_in_flight_(most_in_flight) {}

  const Channel& channel() const { return *channel_; }
  /// On the main thread; another may be at the channel meanwhile, for puts of other regions.
  void add_region(std::int32_t region, std::span<std::byte> memory, Block::Keys& keys) {
    const std::lock_guard alone(one_at_a_time_);
    channel_->add_region(region, memory, keys);
  }
  void drop_region(std::int32_t region) {
    const std::lock_guard alone(one_at_a_time_);
    channel_->drop_region(region);
  }

  /// As Channel's, and false as well while more is on its way than is wanted.
  bool begin(const Transfer& transfer) {
    return channel_->callers() == Channel::Callers::any ? attempt(transfer)
                                                        : do_or_leave({transfer, false});
  }
  bool tell(int rank, const Notice& notice) {
    return do_or_leave({{.there = {.rank = rank}, .told = notice}, true});
  }
  void progress();
  bool idle() const;

  /// Counts transfers that have been begun so often.
  void count(const Transfer& transfer, std::int64_t times);
  ChannelReport report() const;

 private:
  struct Errand {
    Transfer transfer;
    bool only_tells = false;
  };

  bool do_or_leave(const Errand& errand);
  bool attempt(const Transfer& transfer);
  bool attempt(const Errand& errand);
  void do_what_was_left();

  std::string name_;
  std::unique_ptr<Channel> channel_;
  std::size_t most_in_flight_;
  mutable std::mutex one_at_a_time_;
  std::deque<Errand> left_;  // by other threads, for the main one
  std::int64_t transfers_ = 0, bytes_ = 0, told_apart_ = 0;
};

}  // namespace seafret::notify
