// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo_exchange.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include "comms/timers.hpp"

namespace seafret {
namespace {

std::size_t bytes_of(const Box& box, const Swapped& field) {
  return static_cast<std::size_t>(box.area()) * field.column_bytes;
}

/// A hull of all halos, so that one search finds the peers of every field.
Halo widest(const std::vector<Swapped>& fields) {
  Halo w{0, 0, 0, 0, false};
  for (const auto& [h, column_bytes] : fields)
    w = {std::max(w.west, h.west), std::max(w.east, h.east), std::max(w.south, h.south),
         std::max(w.north, h.north), w.corners || h.corners};
  return w;
}

/// The columns of a row of a box lie side by side: they move as one run of bytes.
std::size_t run_of(const Columns& f, const Box& box) {
  return static_cast<std::size_t>(box.width()) * f.column_bytes;
}

/// Below this many bytes a copy is done before another thread has come to help; and even for one
/// thread a parallel region takes half a microsecond, which is more than a small message does.
constexpr std::size_t worth_threads = 1 << 17;

/// Calls move(patch) for every patch.
template <class Patches, class Move>
void for_each(const Patches& patches, std::size_t bytes, Move move) {
  if (bytes < worth_threads) {
    for (const auto& patch : patches) move(patch);
    return;
  }
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < patches.size(); ++n) move(patches[n]);
}

}  // namespace

HaloExchange::HaloExchange(const Domain& domain, std::vector<Swapped> fields,
                           std::string_view transport)
    : comm_(domain.comm.get()),
      owned_(domain.owned()),
      swapped_(std::move(fields)),
      unpack_([this](int p, std::span<const std::byte> m) { unpack(p, m); }) {
  const MakeTransport make = transports().at(transport);
  const Decomposition& d = domain.decomposition;
  const int me = comm_.rank();
  std::vector<Peer> peers;
  std::size_t longest = 0;
  for (const int other : d.neighbours(me, widest(swapped_))) {
    Message m;
    const Peer peer{other, add(m.send, d, other, me), add(m.receive, d, me, other)};
    if (peer.send + peer.receive == 0) continue;  // a corner of the hull that no field wants
    longest = std::max({longest, peer.send, peer.receive});
    peers.push_back(peer);
    messages_.push_back(std::move(m));
    traffic_.messages += peer.send > 0;
    traffic_.bytes += static_cast<std::int64_t>(peer.send);
  }
  // One rank alone must not throw: the others would wait for it.
  if (const auto bytes = comm_.max(static_cast<std::int64_t>(longest));
      bytes > std::numeric_limits<int>::max())
    throw InputError("a halo message of " + std::to_string(bytes) +
                     " bytes is more than MPI counts; use more ranks");
  traffic_.bytes_in_place = static_cast<std::int64_t>(add(in_place_, d, me, me));
  traffic_.neighbours = static_cast<int>(peers.size());
  fields_.resize(swapped_.size());
  transport_ = make(peers, comm_.get());
}

std::size_t HaloExchange::add(std::vector<Patch>& patches, const Decomposition& d, int receiver,
                              int sender) {
  std::size_t bytes = 0;
  for (std::size_t f = 0; f < swapped_.size(); ++f)
    for (const Piece& piece : pieces(d, receiver, sender, swapped_[f].halo)) {
      patches.push_back({f, piece, bytes});
      bytes += bytes_of(piece.box, swapped_[f]);
    }
  return bytes;
}

void HaloExchange::check(std::span<const Columns> fields) const {
  if (fields.size() != swapped_.size())
    throw std::logic_error("halo exchange: made for " + std::to_string(swapped_.size()) +
                           " fields, started with " + std::to_string(fields.size()));
  for (std::size_t f = 0; f < fields.size(); ++f)
    if (fields[f].column_bytes != swapped_[f].column_bytes ||
        hull(fields[f].box, owned_.grown(swapped_[f].halo)) != fields[f].box)
      throw std::logic_error("halo exchange: field " + std::to_string(f) +
                             " has other columns or a narrower halo than it was made for");
}

void HaloExchange::start(std::span<const Columns> fields) {
  check(fields);
  std::copy(fields.begin(), fields.end(), fields_.begin());
  {
    SEAFRET_REGION("halo/pack");
    for (int p = 0; p < traffic_.neighbours; ++p) pack(p);
  }
  transport_->start();
  copy_in_place();  // while the messages fly
}

void HaloExchange::finish() {
  SEAFRET_REGION("halo/finish");
  transport_->finish(unpack_);
  ++traffic_.swaps;
}

void HaloExchange::pack(int peer) {
  const auto& patches = messages_[static_cast<std::size_t>(peer)].send;
  const std::span<std::byte> message = transport_->send_buffer(peer);
  for_each(patches, message.size(), [&](const Patch& patch) {
    const Columns& f = fields_[patch.field];
    const Box box = patch.piece.box.shifted(patch.piece.dx, patch.piece.dy);
    const std::size_t run = run_of(f, box);
    std::byte* to = message.data() + patch.offset;
    for (int j = box.y0; j < box.y1; ++j, to += run) std::memcpy(to, f.column(box.x0, j), run);
  });
}

void HaloExchange::unpack(int peer, std::span<const std::byte> message) {
  const auto& patches = messages_[static_cast<std::size_t>(peer)].receive;
  for_each(patches, message.size(), [&](const Patch& patch) {
    const Columns& f = fields_[patch.field];
    const Box& box = patch.piece.box;
    const std::size_t run = run_of(f, box);
    const std::byte* from = message.data() + patch.offset;
    for (int j = box.y0; j < box.y1; ++j, from += run) std::memcpy(f.column(box.x0, j), from, run);
  });
}

void HaloExchange::copy_in_place() {
  for_each(in_place_, static_cast<std::size_t>(traffic_.bytes_in_place), [&](const Patch& patch) {
    const Columns& f = fields_[patch.field];
    const auto& [box, dx, dy] = patch.piece;
    const std::size_t run = run_of(f, box);
    for (int j = box.y0; j < box.y1; ++j)
      std::memcpy(f.column(box.x0, j), f.column(box.x0 + dx, j + dy), run);
  });
}

}  // namespace seafret
