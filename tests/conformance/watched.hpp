// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
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

  void begin() override { transport_->begin(); }

  std::span<std::byte> send_buffer(int p, int part) override {
    const auto buffer = transport_->send_buffer(p, part);
    expect(buffer.size() == peer(p).send.bytes(part) && (part > 0 || aligned(buffer.data())));
    if (witness != nullptr && !buffer.empty()) witness->packing(packing_[{p, part}] = buffer);
    return buffer;
  }

  void packed(int p, int part) override {
    if (const auto buffer = packing_.find({p, part}); buffer != packing_.end()) {
      witness->packed(buffer->second);
      packing_.erase(buffer);
    }
    transport_->packed(p, part);
  }

  void start() override { transport_->start(); }

  void finish(const Unpack& unpack) override {
    std::map<std::pair<int, int>, int> times;
    bool paused = false;
    transport_->finish([&](int p, int part, std::span<const std::byte> bytes) {
      if (!std::exchange(paused, true)) pause(rank_);
      const bool right = bytes.size() == peer(p).receive.bytes(part) && !bytes.empty() &&
                         (part > 0 || aligned(bytes.data()));
      expect(right && ++times[{p, part}] == 1);
      if (right) read(p, part, bytes, unpack);
    });
    for (int p = 0; p < static_cast<int>(peers_.size()); ++p)
      for (int part = 0; part < peer(p).receive.count(); ++part)
        expect(times[{p, part}] > 0 || peer(p).receive.bytes(part) == 0);
  }

 private:
  static void read(int p, int part, std::span<const std::byte> bytes, const Unpack& unpack) {
    if (witness != nullptr) witness->reading(bytes);
    unpack(p, part, bytes);
    if (witness != nullptr) witness->has_read(bytes);
  }
  static void expect(bool kept) { broken_promises += !kept; }
  static bool aligned(const void* place) {
    return reinterpret_cast<std::uintptr_t>(place) % alignof(std::max_align_t) == 0;
  }
  const Peer& peer(int p) const { return peers_.at(static_cast<std::size_t>(p)); }

  std::vector<Peer> peers_;
  int rank_ = 0;
  std::unique_ptr<Transport> transport_;
  std::map<std::pair<int, int>, std::span<const std::byte>> packing_;  // by peer and part
};

inline const bool watched_registered = transports().add(
    Watched::name, {.what = "a transport in question", .make = make_transport<Watched>});

}  // namespace seafret
