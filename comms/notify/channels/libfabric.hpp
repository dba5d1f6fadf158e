// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <rdma/fi_rma.h>
#include <sys/uio.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "comms/notify/channel.hpp"
#include "comms/notify/channels/libfabric/rail.hpp"

namespace seafret::notify {

/// Puts and gets by the network's own: a put is a write with remote completion data, which are the
/// custom bits (level 2 or 3); a get is a read.  What does not fit the bits goes in a message.
///
/// A message must come behind the puts that it tells of.  With one rail, on a provider that keeps
/// messages behind writes (FI_ORDER_SAW), it is sent at once.  Else it waits here until they are in
/// the target's memory (FI_DELIVERY_COMPLETE), and until reads are done in any case.
///
/// What is under way has a fixed number of places, so nothing grows while a target does not look.
class LibfabricChannel final : public Channel {
 public:
  explicit LibfabricChannel(const ChannelSetup& setup);

  Level level() const override { return layout_.level(); }
  int bits() const override { return layout_.bits(); }
  bool carries(const Notice& notice) const override { return layout_.fits(notice); }
  std::int64_t most_sub_messages(const CounterLayout& counter) const override {
    return bits() > 0 ? layout_.most_sub_messages(counter) : Channel::most_sub_messages(counter);
  }
  std::string what() const override { return networks_.in_words(); }
  bool reaches(const Block& /*block*/) const override { return true; }
  int rails() const override { return static_cast<int>(rails_.size()); }

  /// Where the region begins, and its key on each rail.
  int key_words() const override { return 1 + rails(); }
  void add_region(std::int32_t region, std::span<std::byte> memory, Block::Keys& keys) override;
  void drop_region(std::int32_t region) override {
    regions_[static_cast<std::size_t>(region)].clear();
  }

  bool begin(const Transfer& transfer) override;
  bool tell(int rank, const Notice& notice) override;
  void progress() override;
  std::size_t in_flight() const override { return bytes_; }

 private:
  static constexpr int nobody = -1;
  enum class What { put, get, letter, receive };
  /// What libfabric is asked to do, and remembers by the address of this.
  struct Operation {
    fi_context2 room = {};  // libfabric's own
    Notice text = {};       // of a letter
    What what = What::receive;
    int rank = nobody;  // nobody: its place is free
    std::size_t rail = 0, bytes = 0;
    std::uint64_t number = 0;  // they are counted as they begin
    int behind = 0;            // so many that a letter must not overtake
    bool posted = false;
    iovec here = {};
    void* local = nullptr;
    fi_rma_iov there = {};
    std::optional<Notice> told = {}, done = {};
  };

  std::span<std::byte> desk() { return std::as_writable_bytes(std::span(operations_)); }
  void introduce(Rail& rail, const Communicator& ranks) const;
  static std::string in_words(const Operation& operation);
  Operation& begun(What what, int rank, std::size_t bytes);
  void say_where(Operation& operation, const Transfer& transfer) const;
  void write(int rank, Notice notice, int behind);
  bool holds_letters_up(const Operation& operation) const;
  void let_letters_go(const Operation& operation);
  void post_or_wait(Operation& operation);
  static bool stands_behind(const Operation& operation, std::span<Operation*> queue);
  void post_what_waits();
  bool post(Operation& operation);
  ssize_t asked(Operation& operation, const Rail& rail) const;
  void take_events(const Rail& rail);
  void take_event(const fi_cq_data_entry& event);
  void land(Operation& operation);
  [[noreturn]] void complain(const Rail& rail) const;

  Listener& listener_;
  std::size_t first_key_;
  Networks networks_;
  CustomLayout layout_;
  std::vector<Operation> operations_;  // of the rails' desks; as many as there ever are
  std::vector<Rail> rails_;
  std::vector<std::vector<Opened<fid_mr>>> regions_;  // by their number, on each rail
  bool ordered_ = false;                              // letters come behind puts by themselves
  std::vector<Operation*> free_, waiting_;            // for nobody, to be posted
  std::uint64_t begun_ = 0;
  std::size_t bytes_ = 0;
};

inline const bool libfabric_registered =
    channels().add("libfabric", {.what = "a network's own puts and gets, by libfabric",
                                 .automatic = 2,
                                 .make = make_channel<LibfabricChannel>});

}  // namespace seafret::notify
