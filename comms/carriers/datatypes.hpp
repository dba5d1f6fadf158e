// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "comms/base/wait.hpp"
#include "comms/carriers/arrivals.hpp"
#include "comms/carriers/carrier.hpp"
#include "comms/carriers/plan.hpp"

namespace seafret {

/// Packs nothing: for each part of a message a derived datatype says which columns of the fields
/// are sent, another where those that are received belong; MPI does the rest.  So POLCOMS swapped
/// before it packed by itself.
class DatatypeCarrier final : public Carrier {
 public:
  /// What MPI moves at once.
  struct Flight {
    std::size_t peer;  // the number of its message
    int rank;
    std::vector<FieldPiece> field_pieces;
  };

  /// Collective over `comm`.
  DatatypeCarrier(const std::vector<Message>& messages, MPI_Comm comm, Phases& phases);
  ~DatatypeCarrier() override;

  void start(std::span<const Columns> fields) override;
  void finish() override;

 private:
  /// Addresses and strides are part of a type: one set for each place and shape of the fields. Time
  /// levels rotate, so they come back.
  struct Types {
    std::vector<Columns> fields;
    std::vector<MPI_Datatype> receive, send;
  };
  const Types& types_for(std::span<const Columns> fields);
  static void free(Types& set);

  /// How many sets are kept; then the one not used for longest goes.
  static constexpr std::size_t most_sets = 16;

  std::vector<Flight> receives_, sends_;
  Communicator comm_;
  Phases& phases_;
  Awaited awaited_;  // one peer a message
  Arrivals arrivals_;
  std::vector<Types> types_;           // the one used last comes first
  std::vector<MPI_Request> requests_;  // receives, then sends
};

}  // namespace seafret
