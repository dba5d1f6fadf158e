// SPDX-License-Identifier: BSD-3-Clause
#include "comms/carriers/direct.hpp"

#include "comms/base/progress.hpp"
#include "comms/carriers/copying.hpp"

namespace seafret {

DirectCarrier::DirectCarrier(std::vector<Message> messages, std::size_t fields,
                             const SharedMemory& memory, Phases& phases)
    : messages_(std::move(messages)),
      memory_(memory),
      phases_(phases),
      awaited_(phases.swap, job_ranks_of(messages_, memory.node().everyone().get())),
      board_(memory.node(), fields * sizeof(Published)) {
  for (Message& m : messages_) {
    mates_.push_back(memory.node().mate(m.rank));
    is_read_ = is_read_ || m.send_bytes() > 0;
    m.receive = {as_one(m.receive)};
  }
  pending_.reserve(messages_.size());
}

const DirectCarrier::Published* DirectCarrier::published(int mate) const {
  return reinterpret_cast<const Published*>(board_.content_of(mate));
}

void DirectCarrier::start(std::span<const Columns> fields) {
  const Region region(phases_.start, phases_.weight);
  fields_ = fields;
  auto* const mine = reinterpret_cast<Published*>(board_.content());
  if (is_read_)
    for (std::size_t f = 0; f < fields.size(); ++f)
      mine[f] = {memory_.place(fields[f].data), fields[f]};
  board_.mine().ready.store(++swap_, std::memory_order_release);
}

/// Calls work(message) once for every mate with whom bytes are exchanged that way, as soon as its
/// counter has come to this swap.
template <class Work>
void DirectCarrier::once_each(std::atomic<std::int64_t> NodeBoard::Counters::*counter,
                              std::size_t (Message::*bytes)() const, Work work) {
  pending_.clear();
  awaited_.begin();
  const Wait wait(awaited_);
  for (std::size_t m = 0; m < messages_.size(); ++m) {
    if ((messages_[m].*bytes)() > 0)
      pending_.push_back(m);
    else
      awaited_.arrived(m);
  }
  const auto work_if_ready = [&](std::size_t m) {
    if ((board_.of(mates_[m]).*counter).load(std::memory_order_acquire) < swap_) return false;
    awaited_.arrived(m);
    work(m);
    return true;
  };
  poll(pending_, memory_.node().everyone().get(), work_if_ready);
}

void DirectCarrier::finish() {
  phases_.time(phases_.wait, phases_.unpack, [&] {
    once_each(&NodeBoard::Counters::ready, &Message::receive_bytes,
              [&](std::size_t m) { copy_from(m); });
    board_.mine().done.store(swap_, std::memory_order_release);
  });
}

void DirectCarrier::await_readers() {
  const Region region(phases_.wait, phases_.weight);
  once_each(&NodeBoard::Counters::done, &Message::send_bytes, [](std::size_t) {});
}

Columns DirectCarrier::field_of(int mate, std::size_t field) const {
  const Published& p = published(mate)[field];
  Columns c = p.columns;
  c.data = memory_.at(mate, p.place);
  return c;
}

void DirectCarrier::copy_from(std::size_t message) {
  const Region region(phases_.unpack, phases_.weight);
  const int mate = mates_[message];
  for_each_field_piece(messages_[message].receive.front(), [&](const FieldPiece& field_piece) {
    copy_piece(fields_[field_piece.field], field_of(mate, field_piece.field), field_piece.piece);
  });
}

}  // namespace seafret
