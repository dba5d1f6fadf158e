// SPDX-License-Identifier: BSD-3-Clause
// What MPI has for it: Feng et al. 2024 (UNR), Fig. 4.
#include <mpi.h>

#include "comms/base/progress.hpp"
#include "comms/transports/partitioned_messages.hpp"
#include "comms/transports/rma_window.hpp"
#include "miniapp/bench/messenger.hpp"

namespace seafret {
namespace {

constexpr int ping_pong_tag = 0;

class PointToPointMessenger final : public Messenger {
 public:
  explicit PointToPointMessenger(const Pair& pair) : Messenger(pair), incoming_(pair.bytes) {}
  std::span<const std::byte> incoming() const override { return {incoming_.data(), pair_.bytes}; }
  void send() override {
    MPI_Send(outgoing().data(), pair_.count(), MPI_BYTE, pair_.other(), ping_pong_tag,
             pair_.comm().get());
  }
  void receive() override {
    MPI_Recv(incoming_.data(), pair_.count(), MPI_BYTE, pair_.other(), ping_pong_tag,
             pair_.comm().get(), MPI_STATUS_IGNORE);
  }

 private:
  Buffer incoming_;
};

/// A message of one partition; cut in several messages where it is long, as the transport does.
class PartitionedMessenger final : public Messenger {
 public:
  explicit PartitionedMessenger(const Pair& pair)
      : Messenger(pair),
        peers_{{.rank = pair.other(), .send = {pair.bytes}, .receive = {pair.bytes}}},
        sends_(peers_, &Peer::send),
        receives_(peers_, &Peer::receive) {
    receives_.announce(peers_, pair.comm().get(), MPI_Precv_init);
    sends_.announce(peers_, pair.comm().get(), MPI_Psend_init);
  }
  std::span<std::byte> outgoing() override { return sends_.of(0, 0); }
  std::span<const std::byte> incoming() const override { return receives_.of(0, 0); }
  void send() override {
    sends_.start();
    sends_.packed(0, 0);
    sends_.wait();
  }
  void receive() override {
    receives_.start();
    receives_.wait();
  }

 private:
  std::vector<Peer> peers_;
  PartitionedMessages sends_, receives_;
};

/// Puts into the window of the other.
class WindowMessenger : public Messenger {
 public:
  explicit WindowMessenger(const Pair& pair)
      : Messenger(pair),
        window_(pair.bytes, pair.comm().get(), RmaOptions::Window::allocate),
        there_(pair.comm().all(
            static_cast<int>(window_.first()))[static_cast<std::size_t>(pair.other())]) {}
  std::span<const std::byte> incoming() const override { return {window_.data(), pair_.bytes}; }

 protected:
  void put() {
    MPI_Put(outgoing().data(), pair_.count(), MPI_BYTE, pair_.other(), there_, pair_.count(),
            MPI_BYTE, window_);
  }
  /// An empty message.
  void say() const {
    MPI_Send(nullptr, 0, MPI_BYTE, pair_.other(), ping_pong_tag, pair_.comm().get());
  }
  void hear() const {
    MPI_Recv(nullptr, 0, MPI_BYTE, pair_.other(), ping_pong_tag, pair_.comm().get(),
             MPI_STATUS_IGNORE);
  }

  Window window_;

 private:
  MPI_Aint there_;  // where the other's memory begins in its window
};

class FenceMessenger final : public WindowMessenger {
 public:
  explicit FenceMessenger(const Pair& pair) : WindowMessenger(pair) {
    const CollectiveWait wait(the_other, pair.comm().get());
    window_.fence(0);
  }
  void send() override {
    put();
    window_.fence(0);
  }
  void receive() override { window_.fence(0); }
};

class PscwMessenger final : public WindowMessenger {
 public:
  explicit PscwMessenger(const Pair& pair) : WindowMessenger(pair) {
    MPI_Group both = MPI_GROUP_NULL;
    MPI_Comm_group(pair.comm().get(), &both);
    const int other = pair.other();
    MPI_Group_incl(both, 1, &other, &other_);
    MPI_Group_free(&both);
  }
  ~PscwMessenger() override { MPI_Group_free(&other_); }
  void send() override {
    MPI_Win_start(other_, 0, window_);
    put();
    MPI_Win_complete(window_);
  }
  void receive() override {
    MPI_Win_post(other_, 0, window_);
    wait_exposed(window_);
  }

 private:
  MPI_Group other_ = MPI_GROUP_NULL;
};

/// A lock for each put.
class LockMessenger final : public WindowMessenger {
 public:
  using WindowMessenger::WindowMessenger;
  void send() override {
    MPI_Win_lock(MPI_LOCK_SHARED, pair_.other(), 0, window_);
    put();
    MPI_Win_unlock(pair_.other(), window_);
  }
  void tell() override { say(); }
  void receive() override {
    hear();
    MPI_Win_lock(MPI_LOCK_SHARED, pair_.comm().rank(), 0, window_);
    MPI_Win_unlock(pair_.comm().rank(), window_);
  }
};

/// One lock for all, and a flush for each put.
class FlushMessenger : public WindowMessenger {
 public:
  explicit FlushMessenger(const Pair& pair) : WindowMessenger(pair) {
    const Wait wait(the_other);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
  }
  ~FlushMessenger() override {
    const Wait wait(the_other);
    MPI_Win_unlock_all(window_);
  }
  void send() override {
    put();
    MPI_Win_flush(pair_.other(), window_);
  }
  void tell() override { say(); }
  void receive() override {
    hear();
    MPI_Win_sync(window_);
  }
};

class PutFlushSendMessenger final : public FlushMessenger {
 public:
  using FlushMessenger::FlushMessenger;
  void send() override {
    FlushMessenger::send();
    say();
  }
  void tell() override {}
};

template <class T>
std::unique_ptr<Messenger> make_messenger(const Pair& pair, const NotifiedPuts&) {
  return std::make_unique<T>(pair);
}

std::unique_ptr<Messenger> make_partitioned(const Pair& pair, const NotifiedPuts&) {
  if (const std::string why = missing_partitioned_calls(); !why.empty()) throw InputError(why);
  return std::make_unique<PartitionedMessenger>(pair);
}

}  // namespace

Registry<MessengerKind>& messengers() {
  static Registry<MessengerKind> all = [] {
    Registry<MessengerKind> some("mode");
    some.add("p2p", {make_messenger<PointToPointMessenger>});
    some.add("fence", {make_messenger<FenceMessenger>});
    some.add("pscw", {make_messenger<PscwMessenger>});
    some.add("lock", {make_messenger<LockMessenger>, true});
    some.add("flush", {make_messenger<FlushMessenger>, true});
    some.add("put_flush_send", {make_messenger<PutFlushSendMessenger>});
    some.add("partitioned", {make_partitioned});
    some.add("notified", {make_notified_messenger});
    return some;
  }();
  return all;
}

}  // namespace seafret
