// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "comms/base/node.hpp"
#include "comms/notify/custom_bits.hpp"

namespace seafret::notify {

/// What a model NIC carries for a rank to another.
struct Flight {
  enum class Tells : std::int32_t { nothing, custom_bits, notice };

  bool get = false;         ///< the bytes go back
  bool behind_all = false;  ///< arrives behind all that was begun before
  Tells tells = Tells::nothing;
  std::int32_t rail = 0, region = -1;   ///< of the target
  std::uint64_t offset = 0, bytes = 0;  ///< in there; none where they are there already
  SharedMemory::Place here = {};        ///< of its origin
  CustomBits bits = {};
  Notice notice = {};
  std::int64_t due = 0;  ///< when it arrives, by the clock or in looks
};
static_assert(std::is_trivially_copyable_v<Flight>);

/// The flights from one rank to one other, numbered as they begin, in memory that both map: a ring
/// with room for some.  Whoever of the two is lost, it never stands in the way of the other.
class Lane {
 public:
  static constexpr std::uint64_t most = 32;

  /// By the origin, where number begun() - most has landed.
  void begin(const Flight& flight) {
    const std::uint64_t number = begun_.load(std::memory_order_relaxed);
    place(number).flight = flight;
    begun_.store(number + 1, std::memory_order_release);
  }
  std::uint64_t begun() const { return begun_.load(std::memory_order_acquire); }

  /// By the target, of one that has begun.
  const Flight& flight(std::uint64_t number) const { return place(number).flight; }
  void land(std::uint64_t number) {
    place(number).landed.store(number + 1, std::memory_order_release);
  }
  bool has_landed(std::uint64_t number) const {
    return place(number).landed.load(std::memory_order_acquire) == number + 1;
  }

 private:
  struct Place {
    Flight flight = {};
    std::atomic<std::uint64_t> landed = 0;  // the last that has, counted from 1
  };
  Place& place(std::uint64_t number) { return places_[number % most]; }
  const Place& place(std::uint64_t number) const { return places_[number % most]; }

  alignas(64) std::atomic<std::uint64_t> begun_ = 0;
  std::array<Place, most> places_ = {};
};

/// What the origin knows of a lane.
class Departures {
 public:
  explicit Departures(Lane& lane) : lane_(&lane) {}

  bool full() const { return lane_->begun() - oldest_ == Lane::most; }
  std::size_t bytes() const { return bytes_; }

  void begin(const Flight& flight, std::size_t bytes, const std::optional<Notice>& done) {
    waiting_[lane_->begun() % Lane::most] = {true, bytes, done};
    bytes_ += bytes;
    lane_->begin(flight);
  }
  /// Tells of those that have landed since.
  template <class Tell>
  void look(Tell tell) {
    const std::uint64_t end = lane_->begun();
    for (std::uint64_t n = oldest_; n < end; ++n) {
      Waiting& one = waiting_[n % Lane::most];
      if (!one.waits || !lane_->has_landed(n)) continue;
      one.waits = false;
      bytes_ -= one.bytes;
      if (one.done) tell(*one.done);
    }
    while (oldest_ < end && !waiting_[oldest_ % Lane::most].waits) ++oldest_;
  }

 private:
  struct Waiting {
    bool waits = false;
    std::size_t bytes = 0;
    std::optional<Notice> done = {};
  };

  Lane* lane_;
  std::uint64_t oldest_ = 0;  // all before it have landed
  std::array<Waiting, Lane::most> waiting_ = {};
  std::size_t bytes_ = 0;
};

/// What the target knows of a lane.
class Arrivals {
 public:
  explicit Arrivals(Lane& lane) : lane_(&lane) {}

  /// Sees what has begun since; `now` is added to when it arrives.
  void look(std::int64_t now) {
    for (const std::uint64_t end = lane_->begun(); seen_ < end; ++seen_)
      due_[seen_ % Lane::most] = now + lane_->flight(seen_).due;
    while (oldest_ < seen_ && lane_->has_landed(oldest_)) ++oldest_;
  }

  /// Of those that may land the one that does so first.
  std::optional<std::uint64_t> next(bool reordering) const {
    std::optional<std::uint64_t> first;
    std::uint64_t busy_rails = 0;
    for (std::uint64_t n = oldest_; n < seen_; ++n) {
      if (lane_->has_landed(n)) continue;
      const Flight& flight = lane_->flight(n);
      const std::uint64_t rail = std::uint64_t{1} << flight.rail;
      const std::uint64_t before = flight.behind_all ? ~std::uint64_t{0} : reordering ? 0 : rail;
      if ((busy_rails & before) == 0 && (!first || due(n) < due(*first))) first = n;
      busy_rails |= rail;
    }
    return first;
  }
  std::int64_t due(std::uint64_t number) const { return due_[number % Lane::most]; }
  const Flight& flight(std::uint64_t number) const { return lane_->flight(number); }
  void land(std::uint64_t number) { lane_->land(number); }

 private:
  Lane* lane_;
  std::uint64_t oldest_ = 0, seen_ = 0;  // all before the first have landed
  std::array<std::int64_t, Lane::most> due_ = {};
};

}  // namespace seafret::notify
