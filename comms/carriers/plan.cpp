// SPDX-License-Identifier: BSD-3-Clause
#include "comms/carriers/plan.hpp"

#include <algorithm>
#include <utility>

#include "comms/base/job.hpp"

namespace seafret {
namespace {

/// A hull of all halos, so that one search finds the peers of every field.
Halo widest(std::span<const Swapped> fields) {
  Halo w{0, 0, 0, 0, false};
  for (const auto& [h, column_bytes, slices] : fields)
    w = {std::max(w.west, h.west), std::max(w.east, h.east), std::max(w.south, h.south),
         std::max(w.north, h.north), w.corners || h.corners};
  return w;
}

std::int64_t area_of(const std::vector<Piece>& pieces) {
  std::int64_t area = 0;
  for (const Piece& piece : pieces) area += piece.box.area();
  return area;
}

}  // namespace

std::vector<Swapped> columns_of(std::span<const FieldDescription> fields) {
  std::vector<Swapped> all;
  for (const FieldDescription& f : fields)
    all.push_back({f.halo, static_cast<std::size_t>(f.levels) * sizeof(double)});
  return all;
}

std::size_t FieldPiece::bytes() const {
  std::int64_t columns = mask == nullptr ? piece.box.area() : 0;
  if (mask != nullptr)
    for_each_wet_run(*mask, piece.source(), [&](const Box& run) { columns += run.area(); });
  return static_cast<std::size_t>(columns) * column_bytes;
}

std::vector<int> ranks_of(const std::vector<Message>& messages) {
  std::vector<int> ranks;
  for (const Message& m : messages) ranks.push_back(m.rank);
  return ranks;
}

std::vector<int> job_ranks_of(const std::vector<Message>& messages, MPI_Comm comm) {
  return job_ranks(comm, ranks_of(messages));
}

Part as_one(const std::vector<Part>& parts) {
  Part one;
  for (const Part& part : parts) {
    one.field_pieces.insert(one.field_pieces.end(), part.field_pieces.begin(),
                            part.field_pieces.end());
    one.bytes += part.bytes;
  }
  return one;
}

Plan make_plan(const Domain& domain, std::span<const Swapped> fields, std::size_t together,
               HaloPoints points) {
  const Decomposition& d = domain.decomposition;
  const int me = domain.comm.rank();
  const bool masked = points == HaloPoints::masked && d.grid().masked();
  const Grid* const mask = masked ? &d.grid() : nullptr;
  const auto parts = [&](int receiver, int sender) {
    std::vector<Part> all((fields.size() + together - 1) / together);
    for (std::size_t f = 0; f < fields.size(); ++f)
      for (const Piece& piece : pieces(d, receiver, sender, fields[f].halo, points)) {
        auto& [field_pieces, bytes] = all[f / together];
        field_pieces.push_back({f, fields[f].column_bytes, piece, bytes, mask});
        bytes += field_pieces.back().bytes();
      }
    return all;
  };
  Plan plan;
  for (const int other : d.neighbours(me, widest(fields))) {
    Message m{.rank = other, .send = parts(other, me), .receive = parts(me, other)};
    // A corner of the hull may be something that no field wants, and all may be dry.
    if (m.send_bytes() + m.receive_bytes() > 0) plan.messages.push_back(std::move(m));
  }
  plan.in_place = as_one(parts(me, me));
  return plan;
}

HaloColumns count_columns(const Domain& domain, std::span<const Swapped> fields) {
  const Decomposition& d = domain.decomposition;
  const int me = domain.comm.rank();
  HaloColumns sum;
  for (const int other : d.neighbours(me, widest(fields)))
    for (const Swapped& field : fields) {
      const auto columns = [&](HaloPoints points) {
        return area_of(pieces(d, other, me, field.halo, points));
      };
      const std::int64_t whole = columns(HaloPoints::all);
      sum.rectangles += whole;
      sum.clipped += columns(HaloPoints::clipped);
      sum.wet += columns(HaloPoints::wet);
      sum.bytes += whole * static_cast<std::int64_t>(field.column_bytes);
    }
  return sum;
}

}  // namespace seafret
