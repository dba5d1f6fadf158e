// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "comms/base/wait.hpp"
#include "comms/carriers/arrivals.hpp"
#include "comms/carriers/carrier.hpp"
#include "comms/carriers/plan.hpp"
#include "comms/transports/transport.hpp"

namespace seafret {

/// Packs all that goes to one rank into one message, part by part, which a transport moves.
class PackedCarrier final : public Carrier {
 public:
  /// Collective over `comm`, which serves the transport alone.
  PackedCarrier(std::vector<Message> messages, const TransportKind& transport, MPI_Comm comm,
                const TransportOptions& options, Phases& phases);
  ~PackedCarrier() override;

  void start(std::span<const Columns> fields) override;
  void finish() override;

 private:
  void pack(std::size_t peer, std::size_t part);
  void unpack(int peer, int part, std::span<const std::byte> bytes);

  Communicator comm_;
  std::vector<Message> messages_;
  std::size_t parts_;
  Phases& phases_;
  Awaited awaited_;  // one peer a message
  Arrivals arrivals_;
  std::unique_ptr<Transport> transport_;
  Transport::Unpack unpack_;
  std::span<const Columns> fields_;  // of the swap in flight
};

}  // namespace seafret
