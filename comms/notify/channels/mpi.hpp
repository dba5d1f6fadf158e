// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstring>
#include <deque>
#include <vector>

#include "comms/base/mpi.hpp"
#include "comms/notify/channel.hpp"
#include "comms/notify/channels/flights.hpp"

namespace seafret::notify {

/// Where there is nothing better: the bytes and what is told go in messages (level 0).  What is
/// small travels in a letter, what is large in a message of its own that MPI brings to its place.
/// Needs no windows, and one thread.
///
/// Some letters are always expected, lest MPI keep them somewhere first, and always taken, so that
/// whoever writes them always gets room for more; what a letter asks for and there is no room for
/// stands in a queue.
class MpiChannel final : public Channel {
 public:
  explicit MpiChannel(const ChannelSetup& setup);
  ~MpiChannel() override;

  Callers callers() const override { return Callers::main; }
  Level level() const override { return Level::ordered_message; }
  std::string what() const override { return "messages of MPI"; }
  bool reaches(const Block& /*block*/) const override { return true; }

  bool begin(const Transfer& transfer) override {
    return transfer.kind == Transfer::Kind::put ? put(transfer) : get(transfer);
  }
  void progress() override;
  std::size_t in_flight() const override {
    return letters_.bytes() + sends_.bytes() + gets_.bytes();
  }

 private:
  enum class What : std::int32_t { put, get, answer };
  struct Head {
    What what = What::put;
    std::int32_t region = -1;
    std::uint64_t offset = 0, bytes = 0;
    std::int32_t tag = 0;  ///< of the message with the bytes; 0: they are enclosed
    std::int32_t tells = 0;
    std::uint64_t get = 0;  ///< which one is answered
    Notice told = {};

    std::optional<Notice> notice() const { return tells != 0 ? std::optional(told) : std::nullopt; }
  };
  static constexpr std::size_t most_enclosed = 4096, text_bytes = sizeof(Head) + most_enclosed,
                               inboxes = 4;
  struct Letter {
    int from = -1;
    Head head = {};
  };

  bool put(const Transfer& transfer);
  bool get(const Transfer& transfer);
  static Head head_of(const Transfer& transfer, What what);
  void write(int rank, const Head& head, std::span<const std::byte> enclosed);
  void send(int rank, int tag, std::span<std::byte> bytes, const std::optional<Notice>& then);
  std::byte* inbox(std::size_t n) { return &inboxes_[n * text_bytes]; }
  void expect_letter(std::size_t n);
  void take_letters();
  void take(const Letter& letter, const std::byte* enclosed);
  bool obey(const Letter& letter);
  bool receive(const Letter& letter);
  bool answer(const Letter& letter);
  void add(const Notice& notice) { listener_.add(notice); }
  auto teller() {
    return [this](const Notice& notice) { add(notice); };
  }
  int next_tag(int parity);

  Communicator comm_;
  Listener& listener_;
  Flights letters_, sends_, receives_, gets_;
  std::vector<std::byte> texts_, inboxes_;     // of letters to others and from them
  std::array<MPI_Request, inboxes> expected_;  // a letter for each
  std::array<std::span<std::byte>, Flights::most> answers_to_;  // where small gets end
  std::deque<Letter> waiting_;                                  // for room
  std::int64_t written_less_read_ = 0;
  int tags_ = 0;
};

inline const bool mpi_registered =
    channels().add("mpi", {.what = "messages of MPI, where there is nothing better",
                           .automatic = 1,
                           .make = make_channel<MpiChannel>});

}  // namespace seafret::notify
