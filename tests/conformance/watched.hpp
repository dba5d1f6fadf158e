// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "comms/base/mpi.hpp"
#include "comms/transports/transport.hpp"

namespace seafret {

/// Who reads late.  A pause comes before finish() and again within it, before the first unpack.
struct Pauses {
  int slow_rank = -1;
  std::chrono::microseconds length{0};
  bool at_random = false;  ///< any rank, now and then, up to `length`
};

/// Of this program, all the time (--slow RANK:US), and of the question being asked.
inline Pauses always, meanwhile;

/// How late a reader is in the questions in which one is.
inline std::chrono::microseconds lateness{15000};

inline void pause(int rank) {
  static std::mt19937 random(static_cast<unsigned>(rank));
  for (const Pauses& p : {always, meanwhile}) {
    if (p.at_random && random() % 3 == 0)
      std::this_thread::sleep_for(p.length * (random() % 1000) / 1000);
    if (p.slow_rank == rank) std::this_thread::sleep_for(p.length);
  }
}

/// How often the transport in question broke its contract in a way that needs no wrong value to
/// show.
inline std::int64_t broken_promises = 0;

/// Is told when the exchange packs and reads messages, where they lie.
class Witness {
 public:
  virtual ~Witness() = default;
  virtual void packing(std::span<const std::byte> message) = 0;
  virtual void packed(std::span<const std::byte> message) = 0;
  virtual void reading(std::span<const std::byte> message) = 0;
  virtual void has_read(std::span<const std::byte> message) = 0;
};

/// Of this program, if it has one.
inline Witness* witness = nullptr;

/// Stands between an exchange and the transport in question: reads slowly, and counts.
class Watched final : public Transport {
 public:
  static inline MakeTransport in_question = nullptr;
  static constexpr const char* name = "watched (of the tests)";

  Watched(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : peers_(peers), transport_(in_question(peers, comm, options)) {
    MPI_Comm_rank(comm, &rank_);
  }

  std::span<std::byte> send_buffer(int p) override {
    const auto buffer = transport_->send_buffer(p);
    expect(buffer.size() == peer(p).send && aligned(buffer.data()));
    if (witness != nullptr && !buffer.empty()) witness->packing(packing_.emplace_back(buffer));
    return buffer;
  }

  void start() override {
    for (const auto& message : packing_) witness->packed(message);
    packing_.clear();
    transport_->start();
  }

  void finish(const Unpack& unpack) override {
    std::vector<int> times(peers_.size());
    bool paused = false;
    transport_->finish([&](int p, std::span<const std::byte> message) {
      if (!std::exchange(paused, true)) pause(rank_);
      const bool right = message.size() == peer(p).receive && aligned(message.data());
      expect(right && ++times[static_cast<std::size_t>(p)] == 1);
      if (right) read(p, message, unpack);
    });
    for (std::size_t p = 0; p < peers_.size(); ++p) expect(times[p] > 0 || peers_[p].receive == 0);
  }

 private:
  static void read(int p, std::span<const std::byte> message, const Unpack& unpack) {
    if (witness != nullptr) witness->reading(message);
    unpack(p, message);
    if (witness != nullptr) witness->has_read(message);
  }
  static void expect(bool kept) { broken_promises += !kept; }
  static bool aligned(const void* place) {
    return reinterpret_cast<std::uintptr_t>(place) % alignof(std::max_align_t) == 0;
  }
  const Peer& peer(int p) const { return peers_.at(static_cast<std::size_t>(p)); }

  std::vector<Peer> peers_;
  int rank_ = 0;
  std::unique_ptr<Transport> transport_;
  std::vector<std::span<const std::byte>> packing_;  // and not started yet
};

inline const bool watched_registered = transports().add(
    Watched::name, {.what = "a transport in question", .make = make_transport<Watched>});

}  // namespace seafret
