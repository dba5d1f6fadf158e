// SPDX-License-Identifier: BSD-3-Clause
#include "comms/transports/rma_window.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "comms/base/mpi.hpp"
#include "comms/base/mpi_errors.hpp"
#include "comms/base/pages.hpp"
#include "comms/base/progress.hpp"

namespace seafret {
namespace {

std::size_t longest_part(const std::vector<Peer>& peers) {
  std::size_t longest = 0;
  for (const Peer& p : peers)
    for (int part = 0; part < p.receive.count(); ++part)
      longest = std::max(longest, p.receive.bytes(part));
  return longest;
}

const Awaited a_window("the making of a window");

/// Throws OptionError on all ranks where a call failed on any.  What they have stays until the end:
/// a window can be freed only by all, and its memory not before.
void insist(int error, const std::string& call, const std::string& instead, MPI_Comm comm) {
  if (const std::string refused = refusal(error, comm); !refused.empty())
    throw OptionError("window", call + " says: " + refused + instead);
}

/// That call is of no communicator: MPI-3 asks the handler of MPI_COMM_WORLD, MPI-4 that of
/// MPI_COMM_SELF.
int allocate(MPI_Aint size, void* memory) {
  const ErrorsReturned of_world(MPI_COMM_WORLD), of_self(MPI_COMM_SELF);
  return MPI_Alloc_mem(size, MPI_INFO_NULL, memory);
}

}  // namespace

Window::Window(std::size_t bytes, MPI_Comm comm, RmaOptions::Window kind)
    : comm_(comm), own_memory_(kind == RmaOptions::Window::create) {
  const CollectiveWait wait(a_window, comm);
  const ErrorsReturned guard(comm);
  // Whole cache lines, and one to begin on.  Of other sizes MPICH 4.0 puts to rank 1 elsewhere than
  // rank 1 has its memory, where they share it.
  const auto size = static_cast<MPI_Aint>((bytes + 2 * Slices::alignment - 1) / Slices::alignment *
                                          Slices::alignment);
  if (own_memory_) {
    insist(allocate(size, &data_), "create: MPI_Alloc_mem", "", comm);
    meet(comm);
    insist(MPI_Win_create(data_, size, 1, MPI_INFO_NULL, comm, &win_), "create: MPI_Win_create",
           "; use allocate", comm);
  } else {
    insist(MPI_Win_allocate(size, 1, MPI_INFO_NULL, comm, &data_, &win_),
           "allocate: MPI_Win_allocate", "; use a transport without windows", comm);
  }
  insist(take_pages(data_, bytes) ? MPI_SUCCESS : MPI_ERR_NO_MEM, name_of(kind) + ": its memory",
         "; use a transport without windows", comm);
}

Window::~Window() {
  const LastWait wait(its_end, comm_);
  if (!wait.all_came()) return;
  MPI_Win_free(&win_);
  if (own_memory_) MPI_Free_mem(data_);
}

void Window::fence(int assertions) const {
  meet(comm_);
  MPI_Win_fence(assertions, win_);
}

std::size_t Window::first() const {
  const auto address = reinterpret_cast<std::uintptr_t>(data_);
  return (Slices::alignment - address % Slices::alignment) % Slices::alignment;
}

RmaWindow::RmaWindow(const std::vector<Peer>& peers, PartSizes Peer::*slice, int halves,
                     MPI_Comm comm, const RmaOptions& options)
    : slices_(slices_of(peers, slice)),
      halves_(halves),
      window_(static_cast<std::size_t>(halves) * slices_.total(), comm, options.window),
      theirs_(exchange_places(peers, slices_, window_.first(), comm)) {}

std::span<std::byte> RmaWindow::of(int p) const {
  return slices_.of(window_.data() + static_cast<std::size_t>(half_) * slices_.total(), p);
}

MPI_Aint RmaWindow::displacement(int p, std::size_t byte) const {
  return static_cast<MPI_Aint>(
      theirs_[static_cast<std::size_t>(p)][static_cast<std::size_t>(half_)] + byte);
}

void RmaWindow::turn() { half_ = (half_ + 1) % halves_; }

PutTransport::PutTransport(const std::vector<Peer>& peers, int halves, MPI_Comm comm,
                           const TransportOptions& options)
    : comm_(comm),
      options_(options.rma),
      window_(peers, &Peer::receive, halves, comm, options.rma),
      peers_(peers),
      outgoing_(peers, &Peer::send) {
  if (options_.receive == RmaOptions::Receive::copy) copy_.resize(longest_part(peers));
}

void PutTransport::put(int p, int part) {
  const auto message = outgoing_.of(p, part);
  const int bytes = static_cast<int>(message.size());
  if (bytes > 0)
    MPI_Put(message.data(), bytes, MPI_BYTE, peer(p).rank,
            window_.displacement(p, peer(p).send.first(part)), bytes, MPI_BYTE, window_.get());
}

void PutTransport::unpack(int p, const Unpack& unpack) {
  peer(p).receive.for_each(window_.of(p), [&](int part, std::span<const std::byte> bytes) {
    if (options_.receive == RmaOptions::Receive::copy) {
      std::memcpy(copy_.data(), bytes.data(), bytes.size());
      bytes = {copy_.data(), bytes.size()};
    }
    unpack(p, part, bytes);
  });
}

void PutTransport::meet_and_unpack(const Unpack& unpack) {
  MPI_Request barrier;
  MPI_Ibarrier(comm_, &barrier);
  wait_all({&barrier, 1});
  const int me = rank_in(comm_);
  MPI_Win_lock(MPI_LOCK_SHARED, me, options_.assertions ? MPI_MODE_NOCHECK : 0, window_.get());
  window_.sync();
  unpack_all(unpack);
  MPI_Win_unlock(me, window_.get());
}

void PutTransport::unpack_all(const Unpack& unpack_one) {
  for (int p = 0; p < count(); ++p) unpack(p, unpack_one);
}

}  // namespace seafret
