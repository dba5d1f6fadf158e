// SPDX-License-Identifier: BSD-3-Clause
// A transport that drops the last byte of every message, for the benchmark to find out.
#include "comms/transports/p2p.hpp"

namespace seafret {
namespace {

class Lying final : public Transport {
 public:
  Lying(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : right_(peers, comm, options) {}
  std::span<std::byte> send_buffer(int p) override {
    return packed_.emplace_back(right_.send_buffer(p));
  }
  void start() override {
    for (const auto& message : packed_)
      if (!message.empty()) message.back() ^= std::byte{1};
    packed_.clear();
    right_.start();
  }
  void finish(const Unpack& unpack) override { right_.finish(unpack); }

 private:
  PointToPoint right_;
  std::vector<std::span<std::byte>> packed_;
};

const bool lying_registered =
    transports().add("lying", {.what = "a mistake", .make = make_transport<Lying>});

}  // namespace
}  // namespace seafret
