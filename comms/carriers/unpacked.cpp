// SPDX-License-Identifier: BSD-3-Clause
#include "comms/carriers/unpacked.hpp"

#include <algorithm>

#include "comms/base/mail.hpp"
#include "comms/base/wait.hpp"
#include "comms/carriers/copying.hpp"

namespace seafret {
namespace {

/// Of all messages the one with most, or 0; no matter whether they need a sub-message each.
std::int64_t most_rows(const std::vector<Message>& messages) {
  std::int64_t most = 0;
  for (const Message& message : messages) {
    std::int64_t rows = 0;
    for (const Part& part : message.send)
      for (const FieldPiece& f : part.field_pieces) rows += f.piece.box.height();
    most = std::max(most, rows);
  }
  return most;
}

}  // namespace

UnpackedCarrier::UnpackedCarrier(std::vector<Message> messages, std::size_t fields,
                                 notify::Endpoint& endpoint, MPI_Comm comm, Phases& phases)
    : messages_(std::move(messages)),
      fields_count_(fields),
      endpoint_(endpoint),
      phases_(phases),
      region_(endpoint.add_region((messages_.size() + 1) * fields * sizeof(Offer))),
      offered_(endpoint.signals(), {.name = phases.swap + ": offers",
                                    .events = endpoint.countable(phases.swap + ": offers",
                                                                 events(&Message::send_bytes)),
                                    .peers = job_ranks_of(messages_, comm)}),
      filled_(endpoint.signals(),
              {.name = phases.swap,
               .events = endpoint.countable(phases.swap, events(&Message::receive_bytes),
                                            std::max(std::int64_t{1}, most_rows(messages_))),
               .peers = job_ranks_of(messages_, comm)}),
      offer_(endpoint) {
  for (Message& m : messages_) m.send = {as_one(m.send)};
  rows_.reserve(static_cast<std::size_t>(most_rows(messages_)));
  const Awaited neighbours(phases.swap, job_ranks_of(messages_, comm));
  const Wait wait(neighbours);
  record_offers(comm);
}

UnpackedCarrier::~UnpackedCarrier() { endpoint_.drop_region(region_); }

/// One of each neighbour who takes part that way; a signal without events cannot be.
std::int64_t UnpackedCarrier::events(std::size_t (Message::*bytes)() const) const {
  return std::max(
      std::ranges::count_if(messages_, [&](const Message& m) { return (m.*bytes)() > 0; }),
      std::ptrdiff_t{1});
}

void UnpackedCarrier::record_offers(MPI_Comm comm) {
  const std::size_t bytes = fields_count_ * sizeof(Offer);
  struct Blocks {
    notify::Block offers, filled;
  };
  std::vector<Blocks> mine;
  for (std::size_t m = 0; m < messages_.size(); ++m)
    mine.push_back({endpoint_.block(region_, (m + 1) * bytes, bytes, nullptr, &offered_),
                    endpoint_.block(region_, 0, 0, nullptr, &filled_)});
  const std::vector<Blocks> theirs = mail(ranks_of(messages_), mine, comm);
  for (std::size_t m = 0; m < messages_.size(); ++m) {
    filled_of_.push_back(theirs[m].filled);
    if (messages_[m].receive_bytes() > 0)
      offer_.put(endpoint_.block(region_, 0, bytes), theirs[m].offers);
  }
}

const UnpackedCarrier::Offer* UnpackedCarrier::offers_of(std::size_t message) const {
  return reinterpret_cast<const Offer*>(offers()) + (message + 1) * fields_count_;
}

notify::Block UnpackedCarrier::block_at(const std::byte* data, std::size_t bytes) const {
  return endpoint_.block_at(reinterpret_cast<std::uintptr_t>(data), bytes);
}

void UnpackedCarrier::start(std::span<const Columns> fields) {
  const Region region(phases_.start, phases_.weight);
  fields_ = fields;
  auto* const mine = reinterpret_cast<Offer*>(offers());
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const Columns& c = fields[f];
    const std::size_t bytes = static_cast<std::size_t>(c.box.area()) * c.column_bytes;
    mine[f] = {block_at(c.data, bytes), c.box};
  }
  offer_.start();
}

void UnpackedCarrier::finish() {
  const Region region(phases_.wait, phases_.weight);
  const auto awaited = [&](std::size_t (Message::*bytes)() const) {
    return std::ranges::any_of(messages_, [&](const Message& m) { return (m.*bytes)() > 0; });
  };
  if (awaited(&Message::send_bytes)) {
    offered_.wait();
    offered_.reset();  // before the puts, by which neighbours know that they may offer anew
    for (std::size_t m = 0; m < messages_.size(); ++m)
      if (messages_[m].send_bytes() > 0) put(m);
  }
  if (awaited(&Message::receive_bytes)) {
    filled_.wait();
    filled_.reset();
  }
  endpoint_.quiet();
  ++swap_;
}

void UnpackedCarrier::put(std::size_t message) {
  const Offer* const offers = offers_of(message);
  if (endpoint_.mapped(offers[0].block) == nullptr) return put_rows(messages_[message], offers);
  write(messages_[message], offers);
  endpoint_.notify(filled_of_[message], swap_);
}

/// Straight into memory that is mapped.
void UnpackedCarrier::write(const Message& message, const Offer* offers) {
  for_each_field_piece(message.send.front(), [&](const FieldPiece& f) {
    const auto& [block, box] = offers[f.field];
    const Columns there(endpoint_.mapped(block), box, f.column_bytes);
    copy_piece(there, fields_[f.field], f.piece);
  });
}

void UnpackedCarrier::put_rows(const Message& message, const Offer* offers) {
  rows_.clear();
  for (const FieldPiece& f : message.send.front().field_pieces) {
    const Columns& from = fields_[f.field];
    const auto& [block, box] = offers[f.field];
    const Box& to = f.piece.box;
    const std::size_t run = static_cast<std::size_t>(to.width()) * from.column_bytes;
    for (int j = to.y0; j < to.y1; ++j) {
      const auto column =
          static_cast<std::size_t>(std::int64_t{j - box.y0} * box.width() + to.x0 - box.x0);
      rows_.push_back({block_at(from.column(to.x0 + f.piece.dx, j + f.piece.dy), run),
                       block.slice(column * f.column_bytes, run)});
    }
  }
  endpoint_.put(rows_, filled_of_[static_cast<std::size_t>(&message - messages_.data())], swap_);
}

}  // namespace seafret
