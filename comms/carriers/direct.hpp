// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "comms/base/node_board.hpp"
#include "comms/base/wait.hpp"
#include "comms/carriers/carrier.hpp"
#include "comms/carriers/plan.hpp"

namespace seafret {

/// On one node: every rank copies its halo once, straight out of its neighbours' fields.
///
/// start() publishes where the fields of this swap are (time levels rotate) and counts it as ready;
/// finish() copies from each mate that is ready and counts its own copying as done; await_readers()
/// waits until those that read here have done theirs: only then may the fields be written again.
class DirectCarrier final : public Carrier {
 public:
  /// All messages are to and from mates; `fields` is how many fields the exchange has, all in
  /// memory of `memory`.  Collective over its node.
  DirectCarrier(std::vector<Message> messages, std::size_t fields, const SharedMemory& memory,
                Phases& phases);

  void start(std::span<const Columns> fields) override;
  void finish() override;
  void await_readers() override;

 private:
  /// Where a rank keeps a field.
  struct Published {
    SharedMemory::Place place;
    Columns columns;  // but for where they are
  };
  const Published* published(int mate) const;
  Columns field_of(int mate, std::size_t field) const;
  void copy_from(std::size_t message);
  template <class Work>
  void once_each(std::atomic<std::int64_t> NodeBoard::Counters::*counter,
                 std::size_t (Message::*bytes)() const, Work work);

  std::vector<Message> messages_;
  const SharedMemory& memory_;
  Phases& phases_;
  Awaited awaited_;  // one peer a message
  NodeBoard board_;
  std::vector<int> mates_;
  std::vector<std::size_t> pending_;
  bool is_read_ = false;             // by any mate: else its fields may lie anywhere
  std::span<const Columns> fields_;  // of the swap in flight
  std::int64_t swap_ = 0;
};

}  // namespace seafret
