// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "comms/carriers/carrier.hpp"
#include "comms/carriers/plan.hpp"
#include "comms/notify/plan.hpp"

namespace seafret {

/// Packs nothing: columns are put straight into the halos of neighbours' fields, row by row, and
/// all rows for one neighbour are one event there.
///
/// Where these halos are is new in every swap, for time levels rotate, and they may not be written
/// before: so start() offers them to those who have columns for them, and finish() puts what others
/// have offered room for.  Who has put swap n has used the offer for n, and offers are made again
/// when that has come.
class UnpackedCarrier final : public Carrier {
 public:
  /// `fields` is how many fields the exchange has, all in memory that is registered with the
  /// endpoint.  Collective over `comm`, which has the endpoint's ranks.
  UnpackedCarrier(std::vector<Message> messages, std::size_t fields, notify::Endpoint& endpoint,
                  MPI_Comm comm, Phases& phases);
  ~UnpackedCarrier() override;

  void start(std::span<const Columns> fields) override;
  void finish() override;

 private:
  /// Where a reader keeps a field in this swap.
  struct Offer {
    notify::Block block;
    Box box;
  };

  std::int64_t events(std::size_t (Message::*bytes)() const) const;
  std::byte* offers() const { return endpoint_.memory(region_).data(); }
  const Offer* offers_of(std::size_t message) const;
  notify::Block block_at(const std::byte* data, std::size_t bytes) const;
  void record_offers(MPI_Comm comm);
  void put(std::size_t message);
  void write(const Message& message, const Offer* offers);
  void put_rows(const Message& message, const Offer* offers);

  std::vector<Message> messages_;
  std::size_t fields_count_;
  notify::Endpoint& endpoint_;
  Phases& phases_;
  std::int32_t region_;  // my offers, then those of every neighbour
  notify::Signal offered_, filled_;
  notify::Plan offer_;                    // to all who have columns for this rank
  std::vector<notify::Block> filled_of_;  // of each neighbour, what its signal is
  std::vector<notify::Slice> rows_;       // of one message
  std::span<const Columns> fields_;       // of the swap in flight
  std::int64_t swap_ = 0;
};

}  // namespace seafret
