// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "comms/base/wait.hpp"
#include "comms/carriers/exchange.hpp"
#include "comms/transports/transport.hpp"
#include "comms/transpose/brick.hpp"

namespace seafret {

/// Takes a field from one way of sharing it among the ranks to another, say from boxes of columns
/// to whole lines along x.  Each way is a list of bricks: brick r is what rank r holds, be it
/// nothing.  The bricks of a list do not overlap, and both lists cover the same.
///
/// All that goes from one rank to another is one message, the levels fastest, then x, then y.
/// Making, running and destroying one is collective over the communicator; a run allocates nothing.
class Transpose final : public Exchange {
 public:
  /// `with.swap` names it, for reports and messages.  Throws InputError where the transport cannot
  /// be had, or a message is longer than MPI counts.
  Transpose(const Communicator& comm, std::span<const Brick> from, std::span<const Brick> to,
            const std::string& transport, const TransportOptions& with);
  ~Transpose();
  Transpose(const Transpose&) = delete;
  Transpose& operator=(const Transpose&) = delete;

  /// Each view holds at least the columns of this rank's brick, and exactly its levels.  They must
  /// not overlap in memory.
  void run(FieldView<const double> from, FieldView<double> to);

 private:
  /// What goes to and comes from one other rank.
  struct Route {
    int rank;
    Brick sent, received;
  };

  static std::vector<Route> routes_of(int me, std::span<const Brick> from,
                                      std::span<const Brick> to);
  void send(FieldView<const double> from);
  void receive(FieldView<double> to);

  Communicator comm_;
  Brick from_, to_;  // of this rank
  std::vector<Route> routes_;
  Awaited awaited_;  // one peer a route
  std::unique_ptr<Transport> transport_;
  Transport::Unpack unpack_;
  FieldView<double> target_;  // of the run under way
};

}  // namespace seafret
