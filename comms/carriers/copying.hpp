// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstring>
#include <vector>

#include "comms/carriers/plan.hpp"

namespace seafret {

/// Below this many bytes a copy is done before another thread has come to help; and even for one
/// thread a parallel region takes half a microsecond, which is more than a small message does.
inline constexpr std::size_t worth_threads = 1 << 17;

/// Calls move(patch) for every patch, on all threads where that is worth it.
template <class Move>
void for_each_patch(const std::vector<Patch>& patches, std::size_t bytes, Move move) {
  if (bytes < worth_threads) {
    for (const Patch& patch : patches) move(patch);
    return;
  }
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < patches.size(); ++n) move(patches[n]);
}

/// The columns of a row of a box lie side by side: they move as one run of bytes.
inline std::size_t run_of(const Columns& f, const Box& box) {
  return static_cast<std::size_t>(box.width()) * f.column_bytes;
}

/// Fills a piece of a halo from the field that holds it, be it the same or a node mate's.
inline void copy_piece(const Columns& to, const Columns& from, const Piece& piece) {
  const auto& [box, dx, dy] = piece;
  const std::size_t run = run_of(to, box);
  for (int j = box.y0; j < box.y1; ++j)
    std::memcpy(to.column(box.x0, j), from.column(box.x0 + dx, j + dy), run);
}

/// Copies across the periodic edges of a patch that is its own neighbour.
inline void copy_in_place(const Message& in_place, std::span<const Columns> fields) {
  for_each_patch(in_place.receive, in_place.receive_bytes, [&](const Patch& patch) {
    copy_piece(fields[patch.field], fields[patch.field], patch.piece);
  });
}

}  // namespace seafret
