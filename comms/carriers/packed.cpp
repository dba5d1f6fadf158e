// SPDX-License-Identifier: BSD-3-Clause
#include "comms/carriers/packed.hpp"

#include "comms/carriers/copying.hpp"

namespace seafret {
namespace {

PartSizes sizes_of(const std::vector<Part>& parts) {
  PartSizes sizes;
  for (const Part& part : parts) sizes.add(part.bytes);
  return sizes;
}

std::vector<Peer> peers_of(const std::vector<Message>& messages) {
  std::vector<Peer> peers;
  for (const Message& m : messages)
    peers.push_back({m.rank, sizes_of(m.send), sizes_of(m.receive)});
  return peers;
}

}  // namespace

PackedCarrier::PackedCarrier(std::vector<Message> messages, const TransportKind& transport,
                             MPI_Comm comm, const TransportOptions& options, Phases& phases)
    : comm_(comm),
      messages_(std::move(messages)),
      parts_(messages_.empty() ? 0 : messages_.front().send.size()),
      phases_(phases),
      awaited_(phases.swap, job_ranks_of(messages_, comm)),
      arrivals_(awaited_, messages_),
      unpack_([this](int p, int part, std::span<const std::byte> b) { unpack(p, part, b); }) {
  const Wait wait(awaited_);
  transport_ = transport.make(peers_of(messages_), comm_.get(), options);
}

PackedCarrier::~PackedCarrier() {
  const Wait wait(awaited_);
  transport_.reset();
}

void PackedCarrier::start(std::span<const Columns> fields) {
  fields_ = fields;
  arrivals_.begin();
  const Wait wait(awaited_);
  phases_.time(phases_.start, phases_.pack, [&] {
    transport_->begin();
    for (std::size_t part = 0; part < parts_; ++part) {
      {
        const Region region(phases_.pack, phases_.weight);
        for (std::size_t p = 0; p < messages_.size(); ++p) pack(p, part);
      }
      for (std::size_t p = 0; p < messages_.size(); ++p)
        transport_->packed(static_cast<int>(p), static_cast<int>(part));
    }
    transport_->start();
  });
}

void PackedCarrier::finish() {
  const Wait wait(awaited_);
  phases_.time(phases_.wait, phases_.unpack, [&] { transport_->finish(unpack_); });
}

void PackedCarrier::pack(std::size_t peer, std::size_t part) {
  const auto bytes = transport_->send_buffer(static_cast<int>(peer), static_cast<int>(part));
  for_each_field_piece(messages_[peer].send[part], [&](const FieldPiece& field_piece) {
    const Columns& f = fields_[field_piece.field];
    const Box box = field_piece.piece.source();
    copy_box({f, box, bytes.data() + field_piece.offset}, {f, box}, box, f.slices, f.slice_bytes());
  });
}

void PackedCarrier::unpack(int peer, int part, std::span<const std::byte> bytes) {
  const Region region(phases_.unpack, phases_.weight);
  const auto p = static_cast<std::size_t>(peer);
  arrivals_.came(p);
  const Part& what = messages_[p].receive[static_cast<std::size_t>(part)];
  for_each_field_piece(what, [&](const FieldPiece& field_piece) {
    const Columns& f = fields_[field_piece.field];
    const Box& box = field_piece.piece.box;
    copy_box({f, box}, {f, box, bytes.data() + field_piece.offset}, box, f.slices, f.slice_bytes());
  });
}

}  // namespace seafret
