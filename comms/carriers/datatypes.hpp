// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <vector>

#include "comms/base/wait.hpp"
#include "comms/carriers/carrier.hpp"
#include "comms/carriers/plan.hpp"

namespace seafret {

/// Packs nothing: a derived datatype says which columns of the fields are sent, another where those
/// that are received belong; MPI does the rest.  So POLCOMS swapped before it packed by itself.
class DatatypeCarrier final : public Carrier {
 public:
  /// Collective over `comm`.
  DatatypeCarrier(std::vector<Message> messages, MPI_Comm comm, Phases& phases);
  ~DatatypeCarrier() override;

  void start(std::span<const Columns> fields) override;
  void finish() override;

 private:
  /// Addresses are part of a type: one set for each place where the fields have been so far.  Time
  /// levels rotate, so they come back.
  struct Types {
    std::vector<const std::byte*> fields;
    std::vector<MPI_Datatype> send, receive;  // one a message; null where nothing goes that way
  };
  const Types& types_for(std::span<const Columns> fields);

  std::vector<Message> messages_;
  Communicator comm_;
  Phases& phases_;
  Awaited awaited_;
  std::vector<Types> types_;
  std::vector<MPI_Request> requests_;  // receives, then sends
};

}  // namespace seafret
