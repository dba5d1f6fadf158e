// SPDX-License-Identifier: BSD-3-Clause
#include "comms/notify/channels/emulated.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>

namespace seafret::notify {
namespace {

constexpr std::size_t lane_alignment = alignof(Lane);
constexpr double nanoseconds = 1e9;

/// The same for all ranks of a machine.
std::int64_t nanoseconds_now() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

std::int64_t in_nanoseconds(double seconds) {
  return static_cast<std::int64_t>(seconds * nanoseconds);
}

const EmulatedOptions& possible(const EmulatedOptions& o) {
  const auto insist = [](bool good, const char* what) {
    if (!good) throw InputError(fmt::format("channel emulated: {}", what));
  };
  insist(o.rails >= 1 && o.rails <= 64, "there are 1 to 64 rails");
  insist(o.sharers >= 1, "rails have a rank at least");
  insist(o.rate > 0, "a rate is positive");
  insist(o.latency_s >= 0 && o.jitter_s >= 0, "latency and jitter are not negative");
  insist(o.most_looks >= 0, "most_looks is not negative");
  return o;
}

}  // namespace

EmulatedChannel::EmulatedChannel(const ChannelSetup& setup)
    : memory_(setup, "emulated"),
      listener_(setup.listener),
      layout_(setup.bits, setup.rounds, setup.index_bits),
      options_(possible(setup.emulated)),
      random_(options_.seed + static_cast<std::uint64_t>(setup.node.everyone().rank())) {
  const auto mates = static_cast<std::size_t>(memory_.node().mates().size());
  auto* const lanes =
      static_cast<std::byte*>(memory_.shared().allocate(mates * sizeof(Lane), lane_alignment));
  to_me_ = {new (lanes) Lane[mates], mates};
  const auto me = static_cast<std::size_t>(memory_.node().mates().rank());
  for (std::byte* const of_mate : memory_.of_mates(memory_.shared().place(lanes)))
    departures_.emplace_back(reinterpret_cast<Lane*>(of_mate)[me]);
  for (Lane& lane : to_me_) arrivals_.emplace_back(lane);
  const auto rails = static_cast<std::size_t>(options_.rails);
  auto* const busy =
      static_cast<std::byte*>(memory_.shared().allocate(rails * sizeof(BusyUntil), lane_alignment));
  own_rails_ = {new (busy) BusyUntil[rails]{}, rails};
  const auto sharers = static_cast<std::size_t>(options_.sharers);
  rails_ = reinterpret_cast<BusyUntil*>(
      memory_.of_mates(memory_.shared().place(busy))[me / sharers * sharers]);
}

EmulatedChannel::~EmulatedChannel() {
  memory_.shared().deallocate(own_rails_.data(), own_rails_.size_bytes(), lane_alignment);
  memory_.shared().deallocate(to_me_.data(), to_me_.size_bytes(), lane_alignment);
}

std::string EmulatedChannel::what() const {
  const std::string rails =
      fmt::format("{} rail{}", options_.rails, options_.rails == 1 ? "" : "s");
  if (!options_.timed)
    return fmt::format("a model NIC, {}, messages after 0 to {} looks", rails, options_.most_looks);
  return fmt::format("a model NIC, {} of {:.4g} MB/s, {:.4g} us", rails, options_.rate * 1e-6,
                     options_.latency_s * 1e6);
}

/// The same for a seed wherever the program is compiled.
std::int64_t EmulatedChannel::drawn(std::int64_t most) {
  return static_cast<std::int64_t>(random_() % (static_cast<std::uint64_t>(most) + 1));
}

/// A message leaves when its rail is free, and what is got has also to be asked for.
std::int64_t EmulatedChannel::due(const Transfer& t) {
  if (!options_.timed) return drawn(options_.most_looks);
  BusyUntil& busy_until = rails_[t.rail];
  std::int64_t free_from = busy_until.load(), free_at = 0;
  do {
    free_at = std::max(free_from, nanoseconds_now()) +
              in_nanoseconds(static_cast<double>(t.here.size()) / options_.rate);
  } while (!busy_until.compare_exchange_weak(free_from, free_at));
  const int ways = t.kind == Transfer::Kind::get ? 2 : 1;
  return free_at + ways * in_nanoseconds(options_.latency_s) +
         drawn(in_nanoseconds(options_.jitter_s));
}

bool EmulatedChannel::begin(const Transfer& t) {
  Departures& there = departures_[memory_.mate(t.there.rank)];
  if (there.full()) return false;
  Flight flight{.get = t.kind == Transfer::Kind::get,
                .rail = t.rail,
                .region = t.there.region,
                .offset = t.there.offset,
                .due = due(t)};
  if (t.told) {
    flight.tells = options_.adds ? Flight::Tells::notice : Flight::Tells::custom_bits;
    if (options_.adds)
      flight.notice = *t.told;
    else
      flight.bits = layout_.encode(*t.told);
  }
  const auto here = options_.timed ? std::nullopt : memory_.shared().find(t.here.data());
  if (here) {
    flight.here = *here;
    flight.bytes = t.here.size();
  } else {
    memory_.copy(t);
  }
  there.begin(flight, std::max(t.here.size(), std::size_t{1}), t.done);
  return true;
}

bool EmulatedChannel::tell(int rank, const Notice& notice) {
  Departures& there = departures_[memory_.mate(rank)];
  if (there.full()) return false;
  const Flight message{
      .behind_all = true, .tells = Flight::Tells::notice, .notice = notice, .due = due({})};
  there.begin(message, 1, {});
  return true;
}

void EmulatedChannel::progress() {
  for (Departures& to_mate : departures_)
    to_mate.look([this](const Notice& notice) { listener_.add(notice); });
  ++looks_;
  for (Arrivals& from_mate : arrivals_) from_mate.look(options_.timed ? 0 : looks_);
  const std::int64_t now = options_.timed ? nanoseconds_now() : looks_;
  land_next(now);
}

/// The one that is due first, if that is not later than now.
void EmulatedChannel::land_next(std::int64_t now) {
  std::optional<std::uint64_t> first;
  std::size_t from = 0;
  for (std::size_t mate = 0; mate < arrivals_.size(); ++mate) {
    const auto next = arrivals_[mate].next(options_.reordering);
    if (!next || (first && arrivals_[mate].due(*next) >= arrivals_[from].due(*first))) continue;
    first = next;
    from = mate;
  }
  if (!first || arrivals_[from].due(*first) > now) return;
  // Also where its place is gone, which its origin cannot know.
  const struct Landing {
    Arrivals& at;
    std::uint64_t number;
    ~Landing() { at.land(number); }
  } landing{arrivals_[from], *first};
  land(from, arrivals_[from].flight(*first));
}

void EmulatedChannel::land(std::size_t mate, const Flight& flight) {
  if (flight.bytes > 0) copy(mate, flight);
  if (flight.tells == Flight::Tells::custom_bits) listener_.add(layout_.decode(flight.bits));
  if (flight.tells == Flight::Tells::notice) listener_.add(flight.notice);
}

void EmulatedChannel::copy(std::size_t mate, const Flight& flight) {
  const std::span<std::byte> mine = listener_.slice(flight.region, flight.offset, flight.bytes);
  std::byte* const its = memory_.shared().at(static_cast<int>(mate), flight.here);
  std::memcpy(flight.get ? its : mine.data(), flight.get ? mine.data() : its, mine.size());
}

std::size_t EmulatedChannel::in_flight() const {
  std::size_t bytes = 0;
  for (const Departures& to_mate : departures_) bytes += to_mate.bytes();
  return bytes;
}

}  // namespace seafret::notify
