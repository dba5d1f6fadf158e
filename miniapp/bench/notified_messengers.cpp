// SPDX-License-Identifier: BSD-3-Clause
#include <atomic>
#include <cstring>
#include <new>
#include <thread>

#include "comms/base/job.hpp"
#include "comms/base/mail.hpp"
#include "comms/notify/block.hpp"
#include "comms/notify/plan.hpp"
#include "decomposition/base/error.hpp"
#include "miniapp/bench/messenger.hpp"

namespace seafret {
namespace {

constexpr std::size_t messenger_page = 4096;

/// What one rank sends and receives lie on pages of their own.
std::size_t whole_pages(std::size_t bytes) {
  return (bytes + messenger_page - 1) / messenger_page * messenger_page;
}

class BareMessenger final : public Messenger {
 public:
  explicit BareMessenger(const Pair& pair)
      : Messenger(pair), memory_(pair.node), size_(messenger_page + pair.bytes) {
    mine_ = static_cast<std::byte*>(memory_.allocate(size_, messenger_page));
    theirs_ = memory_.at(pair.node.mate(pair.other()), memory_.place(mine_));
    new (mine_) Counter(1);
    pair.comm().barrier();
  }
  ~BareMessenger() override { memory_.deallocate(mine_, size_, messenger_page); }
  std::span<const std::byte> incoming() const override {
    return {mine_ + messenger_page, pair_.bytes};
  }
  void send() override {
    std::memcpy(theirs_ + messenger_page, outgoing().data(), pair_.bytes);
    at(theirs_).fetch_sub(1, std::memory_order_acq_rel);
  }
  void receive() override {
    constexpr int impatient = 2000;
    for (int turns = 0; at(mine_).load(std::memory_order_acquire) != 0; ++turns)
      if (turns >= impatient) std::this_thread::yield();
    at(mine_).fetch_add(1, std::memory_order_acq_rel);
  }

 private:
  using Counter = std::atomic<std::int64_t>;
  static Counter& at(std::byte* memory) { return *reinterpret_cast<Counter*>(memory); }

  SharedMemory memory_;
  std::size_t size_;
  std::byte *mine_ = nullptr, *theirs_ = nullptr;  // a counter on a page, then the bytes
};

/// A put to the block of the other, and a signal of one event; all checks are made.
class NotifiedMessenger : public Messenger {
 public:
  NotifiedMessenger(const Pair& pair, const notify::NotifyOptions& options)
      : Messenger(pair),
        endpoint_(pair.node, options),
        region_(endpoint_.add_region(whole_pages(pair.bytes) + pair.bytes)),
        filled_(endpoint_.signals(), {.name = "ping-pong",
                                      .events = 1,
                                      .peers = job_ranks(pair.comm().get(), {pair.other()})}),
        from_(endpoint_.block(region_, whole_pages(pair.bytes), pair.bytes)),
        theirs_(mail<notify::Block>({pair.other()},
                                    {endpoint_.block(region_, 0, pair.bytes, nullptr, &filled_)},
                                    pair.comm().get())
                    .front()) {}

  std::span<std::byte> outgoing() override {
    return endpoint_.memory(region_).subspan(whole_pages(pair_.bytes));
  }
  std::span<const std::byte> incoming() const override {
    return endpoint_.memory(region_).first(pair_.bytes);
  }
  void send() override { endpoint_.put(from_, theirs_, round_++); }
  void receive() override {
    filled_.wait();
    filled_.reset();
  }
  std::optional<notify::ChannelReport> channel() override { return endpoint_.report().front(); }

 protected:
  notify::Endpoint& endpoint() { return endpoint_; }
  void record(notify::Plan& plan) const { plan.put(from_, theirs_); }

 private:
  notify::Endpoint endpoint_;
  std::int32_t region_;
  notify::Signal filled_;
  notify::Block from_, theirs_;
  std::int64_t round_ = 0;
};

/// The same put, checked once.
class PlannedMessenger final : public NotifiedMessenger {
 public:
  PlannedMessenger(const Pair& pair, const notify::NotifyOptions& options)
      : NotifiedMessenger(pair, options), plan_(endpoint()) {
    record(plan_);
  }
  void send() override { plan_.start(); }

 private:
  notify::Plan plan_;
};

void insist_on_one_node(const Pair& pair, const std::string& who) {
  if (pair.comm().any(pair.node.mate(pair.other()) < 0))
    throw InputError(who + " is for ranks of one node");
}

}  // namespace

std::unique_ptr<Messenger> make_bare_messenger(const Pair& pair) {
  insist_on_one_node(pair, "a copy into the other's memory");
  return std::make_unique<BareMessenger>(pair);
}

std::unique_ptr<Messenger> make_notified_messenger(const Pair& pair, const NotifiedPuts& puts) {
  const std::string& name = puts.options.channels.front();
  if (!notify::channels().at(name).leaves_node) insist_on_one_node(pair, "channel " + name);
  if (puts.recorded) return std::make_unique<PlannedMessenger>(pair, puts.options);
  return std::make_unique<NotifiedMessenger>(pair, puts.options);
}

}  // namespace seafret
