// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <vector>

#include "comms/base/progress.hpp"
#include "comms/transports/message_memory.hpp"
#include "comms/transports/transport.hpp"

namespace seafret {

/// An MPI window and its memory.  Collective to make and to destroy; the communicator must outlive
/// it.
class Window {
 public:
  /// Throws InputError with MPI's reason where MPI cannot make one.
  Window(std::size_t bytes, MPI_Comm comm, RmaOptions::Window kind);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  static inline const Awaited its_end{"the end of a window"};

  operator MPI_Win() const { return win_; }
  MPI_Comm comm() const { return comm_; }
  /// As MPI_Win_fence.
  void fence(int assertions) const;
  /// Where a cache line begins: not every MPI gives memory that is aligned even for a double.
  std::byte* data() const { return data_ + first(); }
  /// How far that is from the beginning of the window.
  std::size_t first() const;

 private:
  MPI_Comm comm_;
  std::byte* data_ = nullptr;
  bool own_memory_ = false;
  MPI_Win win_ = MPI_WIN_NULL;
};

/// A window with a slice for each peer, once or twice (two halves, used in turn).  Each rank tells
/// its peers, once, where in its window their slice is.
class RmaWindow {
 public:
  RmaWindow(const std::vector<Peer>& peers, PartSizes Peer::*slice, int halves, MPI_Comm comm,
            const RmaOptions& options);

  MPI_Win get() const { return window_; }
  void fence(int assertions) const { window_.fence(assertions); }
  /// My slice for peer p, in the half in use.
  std::span<std::byte> of(int p) const;
  /// Where in its own window peer p keeps that byte of my slice, in the half in use.
  MPI_Aint displacement(int p, std::size_t byte) const;
  /// From now on the other half is in use, if there are two.  All peers must turn together.
  void turn();
  /// Under a lock of this rank: what others are known to have put here can be read from now on, and
  /// what has been read here may be put over.  For a message or a barrier tells of processes, not
  /// of memory (MPI-3.1, 11.7); fence, post and wait see to both.
  void sync() const { MPI_Win_sync(window_); }
  /// For a destructor: the last that is done with it, by all ranks, and left where one is lost.
  template <class Work>
  void end_by(Work work) const noexcept {
    const LastWait wait(Window::its_end, window_.comm(), work);
  }

 private:
  Slices slices_;
  int halves_, half_ = 0;
  Window window_;
  std::vector<PlaceOfSlice> theirs_;
};

/// What all transports have in common that put their messages into the windows of their peers, each
/// part as soon as it is packed.
class PutTransport : public Transport {
 public:
  std::span<std::byte> send_buffer(int p, int part) override { return outgoing_.of(p, part); }
  void packed(int p, int part) override { put(p, part); }

 protected:
  PutTransport(const std::vector<Peer>& peers, int halves, MPI_Comm comm,
               const TransportOptions& options);

  int count() const { return static_cast<int>(peers_.size()); }
  const Peer& peer(int p) const { return peers_[static_cast<std::size_t>(p)]; }
  void put(int p, int part);
  void unpack(int p, const Unpack& unpack);
  void unpack_all(const Unpack& unpack);
  /// Where no window is locked: meets all ranks, then unpacks under a lock of its own.
  void meet_and_unpack(const Unpack& unpack);

  MPI_Comm comm_;
  RmaOptions options_;
  RmaWindow window_;

 private:
  std::vector<Peer> peers_;
  MessageMemory outgoing_;
  std::vector<std::byte> copy_;  // of one part, for RmaOptions::Receive::copy
};

}  // namespace seafret
