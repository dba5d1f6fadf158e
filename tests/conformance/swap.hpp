// SPDX-License-Identifier: BSD-3-Clause
// What the questions are made of: partitions, fields, and the exchange that swaps them.
#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "comms/notify/registered_memory.hpp"
#include "comms/transports/availability.hpp"
#include "decomposition/fields/arena.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "tests/conformance/known_fields.hpp"
#include "tests/conformance/watched.hpp"

namespace seafret::conformance {

/// How the exchanges of a question swap.
inline HaloOptions in_question;
/// What those of `notified` have in common; without it each has its own.
inline notify::Endpoint* common_endpoint = nullptr;

/// A few fields and the exchange that swaps them.
class Swap {
 public:
  /// Exchanges with other numbers swap other values.
  Swap(const Communicator& comm, const Decomposition& d, const std::vector<Kind>& kinds,
       int number = 0)
      : rank_(comm.rank()),
        node_(comm.get(), in_question.with.cores_per_node),
        shared_(node_),
        arena_(room_for(kinds, d.owned(rank_)), memory()) {
    for (const Kind& kind : kinds)
      fields_.emplace_back(d, rank_, kind, 100 * number + static_cast<int>(fields_.size()),
                           in_question.points, &arena_);
    std::vector<Swapped> swapped;
    for (const KnownField& f : fields_) swapped.push_back(f.swapped());
    exchange_.emplace(Domain{d, comm, is_direct() ? &shared_ : nullptr,
                             endpoint_ ? &*endpoint_ : common_endpoint},
                      swapped, in_question);
  }

  void start() {
    ++step_;
    std::vector<Columns> columns;
    for (KnownField& f : fields_) {
      f.set(step_);
      columns.push_back(f.columns(step_));
    }
    exchange_->start(columns);
  }
  /// Returns the number of wrong values.
  std::int64_t finish() {
    pause(rank_);
    exchange_->finish();
    std::int64_t wrong = 0;
    for (KnownField& f : fields_) wrong += f.wrong(step_);
    return wrong;
  }

 private:
  static bool is_direct() { return in_question.on_node == HaloOptions::OnNode::direct; }
  static bool is_unpacked() { return in_question.packing == HaloOptions::Packing::unpacked; }
  std::pmr::memory_resource* memory() {
    if (!is_unpacked()) return is_direct() ? &shared_ : std::pmr::get_default_resource();
    if (common_endpoint == nullptr) endpoint_.emplace(node_, in_question.with.notify, &shared_);
    return &registered_.emplace(endpoint_ ? *endpoint_ : *common_endpoint);
  }
  static std::size_t room_for(const std::vector<Kind>& kinds, const Box& owned) {
    std::size_t bytes = 0;
    for (const Kind& kind : kinds) {
      FieldDescription field{"", "", ""};
      field.time_levels = KnownField::copies;
      field.levels = kind.levels;
      field.halo = KnownField::held(kind);
      bytes += Arena::room_for(field, owned);
    }
    return bytes;
  }

  int rank_, step_ = -1;
  Node node_;
  SharedMemory shared_;
  std::optional<notify::Endpoint> endpoint_;
  std::optional<notify::RegisteredMemory> registered_;
  Arena arena_;
  std::vector<KnownField> fields_;
  std::optional<HaloExchange> exchange_;
};

/// MPICH polls while it waits, so that with more ranks than cores every message takes a time slice.
inline bool crawls(const Communicator& comm) {
  return is_mpich() && comm.size() > static_cast<int>(std::thread::hardware_concurrency());
}

/// How often the question has swapped.
inline int swaps_asked_for = 0;

/// Swaps so many times; returns the number of wrong values.  Where it crawls it does so every third
/// time only, and not more than four times.
inline std::int64_t swap(const Communicator& comm, const Decomposition& d,
                         const std::vector<Kind>& kinds, int steps) {
  if (crawls(comm) && swaps_asked_for++ % 3 != 0) return 0;
  Swap s(comm, d, kinds);
  std::int64_t wrong = 0;
  for (int step = 0; step < (crawls(comm) ? std::min(steps, 4) : steps); ++step) {
    s.start();
    wrong += s.finish();
  }
  return wrong;
}

/// Blocks of a grid whose sides no number of ranks up to eight divides.
inline Decomposition odd_blocks(int ranks, bool periodic_x = true, bool periodic_y = true) {
  const Grid g{13, 11, 1, 1, 1, periodic_x, periodic_y, {}};
  return {g, partitioners().at("blocks")(g, ranks)};
}

/// Boxes of `width` x 2 columns in a row, from west to east.
inline Decomposition row_of_patches(int ranks, int width, bool periodic_x, bool periodic_y) {
  const Grid g{width * ranks, 2, 1, 1, 1, periodic_x, periodic_y, {}};
  std::vector<Box> boxes;
  for (int r = 0; r < ranks; ++r) boxes.push_back({r * width, (r + 1) * width, 0, 2});
  return {g, boxes};
}

/// The same with x for y, so that a row becomes a column, from south to north.
inline Decomposition turned(const Decomposition& d) {
  const Grid& g = d.grid();
  std::vector<Box> boxes;
  for (int r = 0; r < d.ranks(); ++r)
    boxes.push_back({d.owned(r).y0, d.owned(r).y1, d.owned(r).x0, d.owned(r).x1});
  return {{g.ny, g.nx, 1, 1, 1, g.periodic_y, g.periodic_x, {}}, boxes};
}

/// Boxes in a row, each with land along its western edge: without dry points, data go from west
/// to east only.
inline Decomposition land_in_the_west(int ranks) {
  const Decomposition row = row_of_patches(ranks, 3, false, false);
  Grid g = row.grid();
  for (int n = 0; n < g.nx * g.ny; ++n) g.cells.push_back(n % 3 == 0 ? Cell::dry : Cell::wet);
  std::vector<Box> boxes;
  for (int r = 0; r < ranks; ++r) boxes.push_back(row.owned(r));
  return {g, boxes};
}

/// Pairs of ranks of which only one has a wet point in the other's halo.
inline int one_way_pairs(const Decomposition& d, const Halo& halo) {
  int pairs = 0;
  for (int a = 0; a < d.ranks(); ++a)
    for (int b = 0; b < a; ++b)
      pairs += pieces(d, a, b, halo, HaloPoints::wet).empty() !=
               pieces(d, b, a, halo, HaloPoints::wet).empty();
  return pairs;
}

/// Two- and three-dimensional fields of both types.
inline std::vector<Kind> all_kinds(const Halo& halo) {
  return {{5, halo, false}, {1, halo, false}, {1, halo, true}, {3, halo, true}};
}

/// Starts and finishes exchanges as told: a capital letter starts one, a small one finishes it.
inline std::int64_t in_order(std::deque<Swap>& swaps, const std::string& order) {
  std::int64_t wrong = 0;
  for (const char letter : order)
    if (letter < 'a')
      swaps.at(static_cast<std::size_t>(letter - 'A')).start();
    else
      wrong += swaps.at(static_cast<std::size_t>(letter - 'a')).finish();
  return wrong;
}

}  // namespace seafret::conformance
