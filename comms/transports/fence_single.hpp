// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "comms/transports/rma_window.hpp"

namespace seafret {

/// Puts into two halves of the window in turn, so that one fence a swap is enough: it ends the
/// epoch of this half and begins that of the other.  A rank comes to the fence of swap n + 1 when
/// it has unpacked swap n, and only then may swap n + 2 write over it.
class FenceSingle final : public PutTransport {
 public:
  FenceSingle(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : PutTransport(peers, 2, comm, options) {
    fence();
  }
  ~FenceSingle() override {
    window_.end_by([this] { window_.fence(options_.assertions ? MPI_MODE_NOSUCCEED : 0); });
  }

  void begin() override { window_.turn(); }
  void finish(const Unpack& unpack) override {
    fence();
    unpack_all(unpack);
  }

 private:
  void fence() { window_.fence(options_.assertions ? MPI_MODE_NOSTORE : 0); }
};

inline const bool fence_single_registered =
    transports().add("fence_single", {.what = "puts into two halves in turn, one fence a swap",
                                      .needs = TransportKind::Needs::window,
                                      .make = make_transport<FenceSingle>});

}  // namespace seafret
