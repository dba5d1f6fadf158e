// SPDX-License-Identifier: BSD-3-Clause
#include "comms/carriers/plan.hpp"

#include <algorithm>
#include <utility>

namespace seafret {
namespace {

/// A hull of all halos, so that one search finds the peers of every field.
Halo widest(std::span<const Swapped> fields) {
  Halo w{0, 0, 0, 0, false};
  for (const auto& [h, column_bytes] : fields)
    w = {std::max(w.west, h.west), std::max(w.east, h.east), std::max(w.south, h.south),
         std::max(w.north, h.north), w.corners || h.corners};
  return w;
}

}  // namespace

std::size_t bytes_of(const Box& box, std::size_t column_bytes) {
  return static_cast<std::size_t>(box.area()) * column_bytes;
}

Plan make_plan(const Domain& domain, std::span<const Swapped> fields, std::size_t first) {
  const Decomposition& d = domain.decomposition;
  const int me = domain.comm.rank();
  const auto patches = [&](int receiver, int sender) {
    std::pair<std::vector<Patch>, std::size_t> found;
    auto& [all, bytes] = found;
    for (std::size_t f = 0; f < fields.size(); ++f)
      for (const Piece& piece : pieces(d, receiver, sender, fields[f].halo)) {
        all.push_back({first + f, piece, bytes});
        bytes += bytes_of(piece.box, fields[f].column_bytes);
      }
    return found;
  };
  Plan plan;
  for (const int other : d.neighbours(me, widest(fields))) {
    Message m{.rank = other};
    std::tie(m.send, m.send_bytes) = patches(other, me);
    std::tie(m.receive, m.receive_bytes) = patches(me, other);
    // A corner of the hull may be something that no field wants.
    if (m.send_bytes + m.receive_bytes > 0) plan.messages.push_back(std::move(m));
  }
  plan.in_place.rank = me;
  std::tie(plan.in_place.receive, plan.in_place.receive_bytes) = patches(me, me);
  return plan;
}

}  // namespace seafret
