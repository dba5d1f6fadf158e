// SPDX-License-Identifier: BSD-3-Clause
// A transport that spoils the last byte of every part, for the benchmark to find out.
#include <map>

#include "comms/transports/p2p.hpp"

namespace seafret {
namespace {

class Lying final : public Transport {
 public:
  Lying(const std::vector<Peer>& peers, MPI_Comm comm, const TransportOptions& options)
      : right_(peers, comm, options) {}
  void begin() override { right_.begin(); }
  std::span<std::byte> send_buffer(int p, int part) override {
    return packing_[p] = right_.send_buffer(p, part);
  }
  void packed(int p, int part) override {
    if (const auto bytes = packing_[p]; !bytes.empty()) bytes.back() ^= std::byte{1};
    right_.packed(p, part);
  }
  void start() override { right_.start(); }
  void finish(const Unpack& unpack) override { right_.finish(unpack); }

 private:
  PointToPoint right_;
  std::map<int, std::span<std::byte>> packing_;  // a part of each peer's message
};

const bool lying_registered =
    transports().add("lying", {.what = "a mistake", .make = make_transport<Lying>});

}  // namespace
}  // namespace seafret
