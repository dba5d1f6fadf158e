// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <span>

#include "comms/base/buffers.hpp"
#include "comms/base/node.hpp"
#include "comms/base/wait.hpp"
#include "comms/notify/endpoint.hpp"
#include "decomposition/base/registry.hpp"

namespace seafret {

/// Two ranks and how many bytes go between them.
struct Pair {
  const Node& node;  ///< whose everyone() are the two
  std::size_t bytes = 8;

  const Communicator& comm() const { return node.everyone(); }
  int other() const { return 1 - comm().rank(); }
  int count() const { return static_cast<int>(bytes); }
};

/// Whoever of a pair has to wait waits for it.
inline const Awaited the_other("the other rank of a ping-pong");

/// One way to bring bytes to the other rank and to let it know.  The two send in turn; making and
/// destroying one is collective.
class Messenger {
 public:
  explicit Messenger(const Pair& pair) : pair_(pair), outgoing_(pair.bytes) {}
  virtual ~Messenger() = default;
  Messenger(const Messenger&) = delete;
  Messenger& operator=(const Messenger&) = delete;

  /// What the next send() brings, and where what the other sends arrives.
  virtual std::span<std::byte> outgoing() { return {outgoing_.data(), pair_.bytes}; }
  virtual std::span<const std::byte> incoming() const = 0;

  virtual void send() = 0;
  /// Returns when incoming() can be read.
  virtual void receive() = 0;
  /// After a send() that leaves the other in the dark: what its receive() waits for.
  virtual void tell() {}
  /// The channel that carries it, if it has one.
  virtual std::optional<notify::ChannelReport> channel() { return {}; }

 protected:
  Pair pair_;

 private:
  Buffer outgoing_;
};

/// How `notified` puts; of no account to others.
struct NotifiedPuts {
  notify::NotifyOptions options = {};
  bool recorded = false;  ///< by a plan: checked and cut once
};

struct MessengerKind {
  /// Collective.  Throws InputError on both ranks where it cannot be had.
  std::unique_ptr<Messenger> (*make)(const Pair& pair, const NotifiedPuts& puts);
  /// send() does not end in a receive() over there: its own time is all that there is.
  bool origin_only = false;
};
Registry<MessengerKind>& messengers();

/// What none of them can be faster than: a copy into the other's memory and an addition to its
/// counter.  Where the two share memory.
std::unique_ptr<Messenger> make_bare_messenger(const Pair& pair);
std::unique_ptr<Messenger> make_notified_messenger(const Pair& pair, const NotifiedPuts& puts);

}  // namespace seafret
