// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/transports/rma_window.hpp"

namespace seafret {

/// Puts between two fences.  Every rank of the communicator waits for every other.
///
/// The fence that opens an epoch also keeps a fast neighbour's next put off a message that is still
/// being unpacked.  So it must be a barrier, which with MPI_MODE_NOPRECEDE it need not be.
class Fence final : public PutTransport {
 public:
  Fence(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : PutTransport(peers, 1, comm, options) {
    if (options_.epoch == early) open();
  }
  ~Fence() override {
    if (options_.epoch == early) window_.end_by([this] { close(); });
  }

  void begin() override {
    if (options_.epoch != early) open();
  }
  void start() override {
    if (options_.epoch == closed_at_start) close();
  }

  void finish(const Unpack& unpack) override {
    if (options_.epoch != closed_at_start) close();
    unpack_all(unpack);
    if (options_.epoch == early) open();
  }

 private:
  using enum RmaOptions::Epoch;

  // Nobody but its peers writes into a window, and after the closing fence neither do they.
  void open() { window_.fence(options_.assertions ? MPI_MODE_NOSTORE : 0); }
  void close() {
    window_.fence(options_.assertions ? MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED : 0);
  }
};

inline const bool fence_registered =
    transports().add("fence", {.what = "puts between two fences",
                               .needs = TransportKind::Needs::window,
                               .make = make_transport<Fence>});

}  // namespace seafret
