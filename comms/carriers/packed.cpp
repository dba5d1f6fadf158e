// SPDX-License-Identifier: BSD-3-Clause
#include "comms/carriers/packed.hpp"

#include "comms/carriers/copying.hpp"

namespace seafret {
namespace {

std::vector<Peer> peers_of(const std::vector<Message>& messages) {
  std::vector<Peer> peers;
  for (const Message& m : messages) peers.push_back({m.rank, m.send_bytes, m.receive_bytes});
  return peers;
}

}  // namespace

PackedCarrier::PackedCarrier(std::vector<Message> messages, const TransportKind& transport,
                             MPI_Comm comm, const TransportOptions& options, Phases& phases)
    : comm_(comm),
      messages_(std::move(messages)),
      phases_(phases),
      awaited_(phases.swap, job_ranks_of(messages_, comm)),
      unpack_([this](int p, std::span<const std::byte> m) { unpack(p, m); }) {
  const Wait wait(awaited_);
  transport_ = transport.make(peers_of(messages_), comm_.get(), options);
}

PackedCarrier::~PackedCarrier() {
  const Wait wait(awaited_);
  transport_.reset();
}

void PackedCarrier::start(std::span<const Columns> fields) {
  fields_ = fields;
  {
    const Region region(phases_.pack, phases_.weight);
    for (std::size_t p = 0; p < messages_.size(); ++p) pack(p);
  }
  const Region region(phases_.start, phases_.weight);
  awaited_.begin();
  const Wait wait(awaited_);
  transport_->start();
}

void PackedCarrier::finish() {
  const Wait wait(awaited_);
  phases_.time_wait([&] { transport_->finish(unpack_); });
}

void PackedCarrier::pack(std::size_t peer) {
  const std::span<std::byte> message = transport_->send_buffer(static_cast<int>(peer));
  for_each_patch(messages_[peer].send, message.size(), [&](const Patch& patch) {
    const Columns& f = fields_[patch.field];
    const Box box = patch.piece.source();
    const std::size_t run = run_of(f, box);
    copy_rows(message.data() + patch.offset, run, f.column(box.x0, box.y0), f.row_bytes(),
              box.height(), run);
  });
}

void PackedCarrier::unpack(int peer, std::span<const std::byte> message) {
  const Region region(phases_.unpack, phases_.weight);
  awaited_.arrived(static_cast<std::size_t>(peer));
  const auto& patches = messages_[static_cast<std::size_t>(peer)].receive;
  for_each_patch(patches, message.size(), [&](const Patch& patch) {
    const Columns& f = fields_[patch.field];
    const Box& box = patch.piece.box;
    const std::size_t run = run_of(f, box);
    copy_rows(f.column(box.x0, box.y0), f.row_bytes(), message.data() + patch.offset, run,
              box.height(), run);
  });
}

}  // namespace seafret
