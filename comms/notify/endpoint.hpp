// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "comms/base/node.hpp"
#include "comms/base/progress.hpp"
#include "comms/notify/channel.hpp"
#include "comms/notify/options.hpp"
#include "comms/notify/poller.hpp"
#include "comms/notify/regions.hpp"
#include "comms/notify/signal.hpp"
#include "comms/notify/way.hpp"

namespace seafret::notify {

class Plan;

/// Puts and gets between ranks that tell both ends when they are done, whatever carries them (UNR).
/// One a rank; used on one thread, the main one, but for the start of plans.  A mistake in their
/// use throws NotifyError, which names the line of the caller.
class Endpoint final : private Listener {
 public:
  /// Between node.everyone(), who number the ranks.  `shared`, of that node, is memory in which
  /// more than the endpoint's lies; without it the endpoint takes its own for the channel
  /// shared_memory. Both must outlive it.  Collective.  Throws InputError where a channel cannot be
  /// had.
  Endpoint(const Node& node, NotifyOptions options, SharedMemory* shared = nullptr);
  /// Collective: waits until nothing is under way.
  ~Endpoint() override;
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;

  const Node& node() const { return node_; }
  SignalTable& signals() { return signals_; }
  /// So many events of a signal of this rank, each of so many sub-messages, where that of every
  /// rank can have its own; throws on all ranks as SignalTable::insist_on_bits() does where one
  /// cannot.  Collective.
  std::int64_t countable(const std::string& signal, std::int64_t events,
                         std::int64_t sub_messages = 1) const;

  /// Memory of this rank that peers may write and read until it is dropped, as much as each rank
  /// likes.  Adding and dropping are collective, so that all ranks number them alike.  The first
  /// kind is the endpoint's own, where every channel reaches it.
  std::int32_t add_region(std::size_t bytes);
  std::int32_t add_region(std::span<std::byte> memory);
  void drop_region(std::int32_t region, const Where& where = Where::current());
  std::span<std::byte> memory(std::int32_t region, const Where& where = Where::current()) const {
    return regions_.at(region, where).memory;
  }

  /// A slice of a region of this rank, and signals of this rank.
  Block block(std::int32_t region, std::size_t offset, std::size_t bytes,
              const Signal* sent = nullptr, const Signal* filled = nullptr,
              const Where& where = Where::current()) const;

  /// Of the bytes at an address of this rank those that lie in one region; any region where there
  /// are none.
  Block block_at(std::uintptr_t address, std::size_t bytes,
                 const Where& where = Where::current()) const;
  /// Where plans of both ends of a message are agreed.
  const Communicator& mail() const { return mail_; }

  /// Copies `from`, which is this rank's, to `to`, of the same length.  `to`'s receive signal is
  /// told when all has come, `from`'s send signal when it may be written again.  `round` is that of
  /// the signal over there.  Returns at once where there is room for it on the way.
  void put(const Block& from, const Block& to, std::int64_t round = 0,
           const Where& where = Where::current());
  /// Many slices, all to one rank, as one message: its sub-messages.  `told`'s receive signal there
  /// is told when all have come, the slices' own are not asked.
  void put(std::span<const Slice> slices, const Block& told, std::int64_t round = 0,
           const Where& where = Where::current());
  /// Copies `from` to `to`, which is this rank's.  `to`'s receive signal is told when all has come,
  /// `from`'s send signal when it may be written again; `round` is that of this one.
  void get(const Block& to, const Block& from, std::int64_t round = 0,
           const Where& where = Where::current());
  /// As a put of no bytes: after writing through mapped(), or for the signal alone.
  void notify(const Block& to, std::int64_t round = 0, const Where& where = Where::current());
  /// Where this rank can write `to` itself; null if it cannot.
  std::byte* mapped(const Block& to) const;

  /// Looks after all that needs it; throws what the polling thread has met.
  void progress();
  /// Whether nothing that this rank has begun needs its progress() any more.
  bool idle() const;
  /// Waits for that.
  void quiet();

  /// What has gone where.  While no plan is started by another thread.
  std::vector<ChannelReport> report();

 private:
  friend class Plan;
  /// A transfer and who carries it.
  struct Step {
    Way* way = nullptr;
    Transfer transfer = {};
  };
  using Kind = Transfer::Kind;

  void add(const Notice& notice) override { signals_.add(notice); }
  std::span<std::byte> slice(std::int32_t region, std::uint64_t offset,
                             std::uint64_t bytes) override;
  bool wants_memory() const;
  void add_automatic(ChannelSetup& setup);
  void add_channel(const std::string& name, ChannelSetup& setup);
  std::pmr::memory_resource& node_memory() const;
  std::int32_t add(Region region);
  void release(std::int32_t number);
  bool needs_every_wait(const Region& region) const;

  void check_own(Kind kind, const Block& here, const Block& there, const Where& where) const;
  void check_other(const Block& there, std::int32_t told, const Where& where) const;
  Way& first_way(const Block& there, const Where& where);
  /// The signals of a transfer, by the rank that they are of.
  struct Told {
    std::int32_t there = Block::no_signal, here = Block::no_signal;
  };
  Step whole(Kind kind, const Block& here, const Block& there, Told told, const Where& where);
  int pieces(const Block& there, const Channel& channel) const;
  void choose_rail(Step& step, int number);
  void count_in(Step& step, int number, int of);
  template <class Visit>
  void for_each_step(Kind kind, const Block& here, const Block& there, const Where& where,
                     Visit visit);
  Step step_of_notice(const Block& to, const Where& where);
  void run(Step& step, std::int64_t round);
  void run_once(Step& step, std::int64_t round);
  template <class Try>
  void insist(int rank, Try attempt);

  void leave_behind();

  const Node& node_;
  NotifyOptions options_;
  std::unique_ptr<SharedMemory> own_memory_;
  SharedMemory* shared_;                 // null where no channel wants it
  std::pmr::vector<Counters> counters_;  // in memory that node mates add to
  SignalTable signals_;
  std::deque<Way> ways_;
  Regions regions_;            // of the main thread; ...
  std::mutex regions_change_;  // ... the polling one may look where a put of a peer goes
  Communicator mail_;
  std::vector<Plan*> plans_;
  std::optional<Poller> poller_;
  std::optional<Progressing> every_wait_;  // where something may need it
};

}  // namespace seafret::notify
