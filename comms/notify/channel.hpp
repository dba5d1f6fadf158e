// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "comms/base/node.hpp"
#include "comms/notify/block.hpp"
#include "comms/notify/custom_bits.hpp"
#include "comms/notify/emulated_options.hpp"
#include "comms/notify/libfabric_options.hpp"
#include "decomposition/base/registry.hpp"

namespace seafret::notify {

/// One put or get, or a sub-message of one.  `here` lies in registered memory of this rank.
struct Transfer {
  enum class Kind { put, get };

  Kind kind = Kind::put;
  std::int32_t region = -1;  ///< that `here` lies in; -1 where nothing is moved
  std::span<std::byte> here = {};
  Block there = {};  ///< as long as `here`; longer where that has been written by its mapping
  int rail = 0;
  std::optional<Notice> told = {};  ///< to the rank over there, when the bytes are where they go
  std::optional<Notice> done = {};  ///< to this rank, when `here` may be written, or read, again
};

/// What a channel tells its endpoint, from within begin() or progress().
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void add(const Notice& notice) = 0;
  /// Where this rank keeps what a peer names.  Throws NotifyError where there is no such memory.
  virtual std::span<std::byte> slice(std::int32_t region, std::uint64_t offset,
                                     std::uint64_t bytes) = 0;
};

/// One way to the memory of peers.  Made, and destroyed, by all ranks together, when nothing is
/// under way.
class Channel {
 public:
  /// Which threads may begin, tell and progress: the main one, who alone calls MPI, one after the
  /// other, or all at once.
  enum class Callers { main, one_at_a_time, any };

  virtual ~Channel() = default;

  virtual Callers callers() const { return Callers::one_at_a_time; }

  virtual Level level() const = 0;
  /// Custom bits that it carries with a put; 0 where it needs none.
  virtual int bits() const { return 0; }
  /// Whether a put can bring this notice along; what it cannot goes in tell() behind it.
  virtual bool carries(const Notice& /*notice*/) const { return true; }
  /// Into how many sub-messages a message may be cut.
  virtual std::int64_t most_sub_messages(const CounterLayout& counter) const {
    return counter.most_sub_messages(counter.most_events());
  }
  /// The provider or device, for the report.
  virtual std::string what() const = 0;
  virtual bool reaches(const Block& block) const = 0;
  virtual int rails() const { return 1; }
  /// Whether nothing moves unless somebody calls progress().
  virtual bool needs_progress() const { return true; }
  /// Where peers' memory can be written without a put: its address here, else null.
  virtual std::byte* mapped(const Block& /*block*/) const { return nullptr; }

  /// How many words of a block's keys are this channel's; they begin at first_key of its setup.
  virtual int key_words() const { return 0; }
  virtual void add_region(std::int32_t /*region*/, std::span<std::byte> /*memory*/,
                          Block::Keys& /*keys*/) {}
  virtual void drop_region(std::int32_t /*region*/) {}

  /// A signal over there is about to be told: what takes long to get may be asked for now.
  virtual void prepare(int /*rank*/, std::int32_t /*signal*/) const {}
  /// False where there is no room just now: progress(), and once more.  A get's `told` is for the
  /// rank that is read, and comes when it has been.
  virtual bool begin(const Transfer& transfer) = 0;
  /// Brings a notice that comes behind all that was begun before to that rank.  False as above.
  virtual bool tell(int /*rank*/, const Notice& /*notice*/) {
    throw std::logic_error("a channel that carries every notice is told one apart");
  }
  virtual void progress() {}
  /// Of what this rank has begun, the bytes that need its progress() still; at least 1 a transfer.
  virtual std::size_t in_flight() const { return 0; }
};

/// What every channel is made of.
struct ChannelSetup {
  const Node& node;  ///< everyone() are the ranks of the endpoint
  SharedMemory* shared = nullptr;
  Listener& listener;
  std::optional<SharedMemory::Place> counters = {};  ///< every rank's table of them, in `shared`
  std::size_t first_key = 0;                         ///< of its words in a block's keys
  int bits = 128;                                    ///< no more custom bits than that
  int index_bits = 0;                                ///< CustomLayout
  bool rounds = true;
  EmulatedOptions emulated = {};
  LibfabricOptions libfabric = {};
};

struct ChannelKind {
  std::string what;         ///< one line for users
  bool leaves_node = true;  ///< whether it can reach ranks of other nodes
  /// Of those that can be had and reach other nodes, "auto" takes the one with most; 0: only by
  /// name.
  int automatic = 0;
  /// Collective.  Throws InputError on all ranks where this machine cannot have it.
  std::unique_ptr<Channel> (*make)(const ChannelSetup& setup) = nullptr;
};
Registry<ChannelKind>& channels();

template <class T>
std::unique_ptr<Channel> make_channel(const ChannelSetup& setup) {
  return std::make_unique<T>(setup);
}

}  // namespace seafret::notify
