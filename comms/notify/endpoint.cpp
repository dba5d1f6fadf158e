// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/endpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <thread>

#include "comms/base/wait.hpp"
#include "comms/notify/plan.hpp"
#include "decomposition/base/error.hpp"
#include "decomposition/base/huge_pages.hpp"

namespace seafret::notify {
namespace {

constexpr std::size_t page = 4096;
const Awaited making("the making of an endpoint"), its_end("the end of an endpoint"),
    quietness("puts and gets on their way");

/// Those that "auto" may stand for, the best first.
std::vector<std::string> automatic() {
  std::vector<std::string> names;
  for (const auto& [name, kind] : channels())
    if (kind.automatic > 0) names.push_back(name);
  std::ranges::sort(names, std::greater(),
                    [](const auto& n) { return channels().at(n).automatic; });
  return names;
}

/// A thread that spins takes a core from those who compute.
void insist_on_cores(const Node& node) {
  const std::int64_t ranks = node.machine().size();
  const std::int64_t cores = std::thread::hardware_concurrency();
  if (node.everyone().any(2 * ranks > cores))
    throw OptionError("thread",
                      fmt::format("one that spins needs a core of its own, and here {} ranks have "
                                  "{} cores; use pausing, or fewer ranks",
                                  ranks, cores));
}

std::size_t never_empty(std::size_t bytes) { return std::max(bytes, std::size_t{1}); }

}  // namespace

Endpoint::Endpoint(const Node& node, NotifyOptions options, SharedMemory* shared)
    : node_(node),
      options_(std::move(options)),
      own_memory_(shared == nullptr && wants_memory() ? std::make_unique<SharedMemory>(node)
                                                      : nullptr),
      shared_(own_memory_ ? own_memory_.get() : shared),
      counters_(static_cast<std::size_t>(options_.signals), &node_memory()),
      signals_(counters_, options_.counter, options_.rounds),
      mail_(node.everyone().get()) {
  const Wait wait(making);
  ChannelSetup setup{.node = node,
                     .shared = shared_,
                     .listener = *this,
                     .bits = options_.bits,
                     .index_bits = options_.index_bits,
                     .rounds = options_.rounds,
                     .emulated = options_.emulated,
                     .libfabric = options_.libfabric};
  if (shared_ != nullptr)
    setup.counters = shared_->place(reinterpret_cast<const std::byte*>(counters_.data()));
  for (const std::string& name : options_.channels)
    if (name == "auto")
      add_automatic(setup);
    else
      add_channel(name, setup);
  node_.everyone().barrier();  // nobody adds to a table before it is there
  if (options_.thread == PollingThread::spinning) insist_on_cores(node);
  if (options_.thread != PollingThread::none) poller_.emplace(ways_, options_.thread);
}

bool Endpoint::wants_memory() const {
  return std::ranges::any_of(options_.channels, [](const std::string& name) {
    return name == "auto" || !channels().at(name).leaves_node;
  });
}

/// Memory, and one that reaches what is not in it: the best that can be had.
void Endpoint::add_automatic(ChannelSetup& setup) {
  add_channel("shared_memory", setup);
  const std::vector<std::string> others = automatic();
  const bool one_node = !node_.everyone().any(node_.mates().size() < node_.everyone().size());
  for (const std::string& name : others)
    if (!one_node || name == others.back()) try {
        return add_channel(name, setup);
      } catch (const InputError&) {
        if (name == others.back()) throw;
      }
}

void Endpoint::add_channel(const std::string& name, ChannelSetup& setup) {
  auto channel = channels().at(name).make(setup);
  const std::int64_t most = channel->most_sub_messages(options_.counter);
  if (channel->level() == Level::half_and_half && options_.sub_messages > most)
    throw OptionError(
        "sub_messages",
        fmt::format("{} has {} custom bits, which with {} bits for events leave room for {}, not "
                    "for {}",
                    name, channel->bits(), options_.counter.event_bits(), most,
                    options_.sub_messages));
  setup.first_key += static_cast<std::size_t>(channel->key_words());
  if (setup.first_key > Block::Keys().size())
    throw OptionError("channels", "a block has no room for the keys of so many");
  ways_.emplace_back(name, std::move(channel),
                     static_cast<std::size_t>(options_.most_in_flight) * 1'000'000);
}

Endpoint::~Endpoint() {
  const LastWait wait(its_end, node_.everyone().get(), [this] {
    quiet();
    node_.everyone().barrier();  // who is not quiet may need our progress
  });
  every_wait_.reset();
  poller_.reset();
  if (wait.all_came()) {
    ways_.clear();
    for (std::int32_t region = 0; region < regions_.count(); ++region) release(region);
  } else {
    leave_behind();
  }
}

/// All that peers, or MPI, may still touch.
void Endpoint::leave_behind() {
  new std::deque<Way>(std::move(ways_));
  static_cast<void>(own_memory_.release());
}

std::pmr::memory_resource& Endpoint::node_memory() const {
  if (shared_ != nullptr) return *shared_;
  return *HugePages::instance();
}

std::int32_t Endpoint::add_region(std::span<std::byte> memory) {
  return add({.memory = memory, .alive = true});
}

std::int64_t Endpoint::countable(const std::string& signal, std::int64_t events,
                                 std::int64_t sub_messages) const {
  const Communicator& all = node_.everyone();
  signals_.insist_on_bits(signal, all.max(events), all.max(sub_messages));
  return events;
}

std::int32_t Endpoint::add_region(std::size_t bytes) {
  auto* const memory = static_cast<std::byte*>(node_memory().allocate(never_empty(bytes), page));
  return add({.memory = {memory, bytes}, .own = true, .alive = true});
}

std::int32_t Endpoint::add(Region region) {
  for (Way& way : ways_) way.add_region(regions_.count(), region.memory, region.keys);
  if (node_.everyone().any(needs_every_wait(region)) && !every_wait_)
    every_wait_.emplace([this] { progress(); });
  const std::lock_guard nothing_lands(regions_change_);
  return regions_.add(region);
}

/// Whether what peers put there may not come unless this rank looks after it.
bool Endpoint::needs_every_wait(const Region& region) const {
  const auto needs = [](const Way& way) { return way.channel().needs_progress(); };
  if (std::ranges::none_of(ways_, needs)) return false;
  if (options_.across_channels || node_.mates().size() < node_.everyone().size()) return true;
  const Block whole{.rank = node_.everyone().rank(), .keys = region.keys};
  const auto first =
      std::ranges::find_if(ways_, [&](const Way& way) { return way.channel().reaches(whole); });
  return first == ways_.end() || needs(*first);
}

void Endpoint::drop_region(std::int32_t region, const Where& where) {
  static_cast<void>(regions_.at(region, where));
  for (Way& way : ways_) way.drop_region(region);
  release(region);
}

void Endpoint::release(std::int32_t number) {
  const auto forget = [&] {
    const std::lock_guard nothing_lands(regions_change_);
    return regions_.forget(number);
  };
  const Region region = forget();
  if (region.own)
    node_memory().deallocate(region.memory.data(), never_empty(region.memory.size()), page);
}

std::span<std::byte> Endpoint::slice(std::int32_t region, std::uint64_t offset,
                                     std::uint64_t bytes) {
  const std::lock_guard no_change(regions_change_);
  return regions_.slice(region, offset, bytes, Where::current());
}

Block Endpoint::block(std::int32_t region, std::size_t offset, std::size_t bytes,
                      const Signal* sent, const Signal* filled, const Where& where) const {
  static_cast<void>(regions_.slice(region, offset, bytes, where));
  return {.rank = node_.everyone().rank(),
          .region = region,
          .offset = offset,
          .bytes = bytes,
          .send_signal = sent != nullptr ? sent->number() : Block::no_signal,
          .receive_signal = filled != nullptr ? filled->number() : Block::no_signal,
          .keys = regions_.at(region, where).keys};
}

Block Endpoint::block_at(std::uintptr_t address, std::size_t bytes, const Where& where) const {
  const auto [region, offset] = regions_.find(address, bytes, where);
  return block(region, offset, std::min(bytes, regions_.at(region, where).memory.size() - offset),
               nullptr, nullptr, where);
}

void Endpoint::progress() {
  if (poller_) poller_->rethrow();
  for (Way& way : ways_) way.progress();
}

bool Endpoint::idle() const { return std::ranges::all_of(ways_, &Way::idle); }

void Endpoint::quiet() {
  if (idle()) return;
  const Wait wait(quietness);
  for (Polling polling; !idle(); polling.again()) progress();
}

std::vector<ChannelReport> Endpoint::report() {
  for (Plan* const plan : plans_) plan->count();
  std::vector<ChannelReport> all;
  for (const Way& way : ways_) all.push_back(way.report());
  return all;
}

}  // namespace seafret::notify
