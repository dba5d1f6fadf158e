// SPDX-License-Identifier: BSD-3-Clause
// What every transport is asked.  A question is a function that puts a transport to use and
// returns how many values were wrong, on this rank; a new one is a line in questions().
#pragma once
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "decomposition/partition/partitioner.hpp"
#include "tests/conformance/swap.hpp"
#include "tests/decomposition/random_cases.hpp"

namespace seafret::conformance {

inline std::int64_t depths_and_corners(const Communicator& comm) {
  std::int64_t wrong = 0;
  for (const int depth : {1, 2, 3})
    for (const bool corners : {true, false})
      wrong +=
          swap(comm, odd_blocks(comm.size()), all_kinds({depth, depth, depth, depth, corners}), 3);
  return wrong;
}

inline std::int64_t open_and_periodic_edges(const Communicator& comm) {
  std::int64_t wrong = 0;
  for (const bool x : {true, false})
    for (const bool y : {true, false})
      wrong += swap(comm, odd_blocks(comm.size(), x, y), all_kinds(Halo::all(2)), 3);
  return wrong;
}

inline std::int64_t widths_that_differ(const Communicator& comm) {
  std::int64_t wrong = 0;
  for (const Halo& halo : {Halo{2, 1, 0, 3, true}, Halo{0, 3, 1, 2, false}, Halo{1, 0, 0, 0, false},
                           Halo{0, 2, 0, 0, true}, Halo{0, 0, 0, 1, false}, Halo{2, 0, 2, 0, true}})
    for (const bool periodic : {true, false})
      wrong += swap(comm, odd_blocks(comm.size(), periodic, periodic), all_kinds(halo), 3);
  return wrong;
}

inline std::int64_t a_halo_for_each_field(const Communicator& comm) {
  std::vector<Kind> kinds{{7, Halo::all(3), false},        {1, {1, 0, 0, 0, false}, false},
                          {4, {0, 0, 1, 1, true}, true},   {1, Halo{}, false},
                          {2, {0, 3, 2, 0, false}, false}, {1, {1, 0, 1, 0, false}, true}};
  std::int64_t wrong = 0;
  for (int turn = 0; turn < 2; ++turn, std::reverse(kinds.begin(), kinds.end()))
    for (const bool periodic : {true, false})
      wrong += swap(comm, odd_blocks(comm.size(), periodic, true), kinds, 3) +
               swap(comm, row_of_patches(comm.size(), 2, periodic, false), kinds, 3);
  return wrong;
}

/// So many that they do not all go together; some go nowhere, others one way.
inline std::int64_t more_fields_than_go_together(const Communicator& comm) {
  std::vector<Kind> kinds;
  for (int n = 0; n < 17; ++n)
    kinds.push_back({1 + n % 4, {n % 3, (n + 1) % 2, n % 2, n % 5 > 0, n % 3 > 0}, n % 4 == 1});
  for (int n = 7; n < 14; ++n) kinds[static_cast<std::size_t>(n)].halo = {1, 0, 0, 0, false};
  kinds[3].halo = {};
  return swap(comm, odd_blocks(comm.size()), kinds, 3) +
         swap(comm, row_of_patches(comm.size(), 2, false, false), kinds, 5);
}

/// One field has neighbours that another has not, and that lie beyond the next rank.
inline std::int64_t wide_and_narrow_halos(const Communicator& comm) {
  const Decomposition row = row_of_patches(comm.size(), 2, false, false), column = turned(row);
  std::int64_t wrong = 0;
  for (const Halo& wide : {Halo{3, 0, 0, 0, false}, Halo{0, 3, 0, 0, false},
                           Halo{0, 0, 3, 0, false}, Halo{0, 0, 0, 3, true}})
    for (const Halo& narrow : {Halo{1, 0, 0, 0, false}, Halo{0, 0, 0, 1, false}})
      for (const Decomposition& d : {row, column})
        wrong += swap(comm, d, {{1, wide, false}, {2, narrow, false}}, 2) +
                 swap(comm, d, {{1, narrow, true}, {2, wide, false}}, 2);
  return wrong;
}

/// The halo reaches beyond the next rank.
inline std::int64_t boxes_thinner_than_the_halo(const Communicator& comm) {
  std::int64_t wrong = 0;
  for (const bool x : {true, false})
    for (const bool y : {true, false})
      for (const bool corners : {true, false}) {
        const Decomposition row = row_of_patches(comm.size(), 1, x, y);
        const std::vector<Kind> kinds = all_kinds({3, 2, 1, 3, corners});
        wrong += swap(comm, row, kinds, 2) + swap(comm, turned(row), kinds, 2);
      }
  return wrong;
}

/// Land that nobody owns, and boxes of all shapes.
inline std::int64_t a_coast(const Communicator& comm) {
  std::int64_t wrong = 0;
  for (const std::uint32_t seed : {1u, 2u}) {
    Random random(seed);
    const Grid g{31, 26, 1, 1, 1, false, seed == 2, coast(31, 26, random)};
    const Decomposition d(g, partitioners().at("k_section")(g, comm.size()));
    wrong += swap(comm, d, all_kinds(Halo::all(1)), 3) + swap(comm, d, all_kinds(Halo::all(3)), 3);
  }
  return wrong;
}

/// Calls ask() for each way of leaving out dry points that goes with the rest of the mode.
inline std::int64_t for_all_points(auto ask) {
  const HaloPoints as_it_was = in_question.points;
  std::int64_t wrong = 0;
  for (const auto& [name, points] : names_of<HaloPoints>) {
    in_question.points = points;
    if (!conflict(in_question)) wrong += ask();
  }
  in_question.points = as_it_was;
  return wrong;
}

/// Land and sea mixed, also across periodic edges, in fields of all kinds and widths.
inline std::int64_t dry_points_left_out(const Communicator& comm) {
  Random random(3);
  Grid g{17, 14, 1, 1, 1, true, false, random_mask(17, 14, 60, random)};
  const Decomposition d(g, partitioners().at("blocks")(g, comm.size()));
  const int many = omp_get_max_threads() > 1 ? 900 : 40;  // so many that all threads help
  const std::vector<Kind> kinds{{6, Halo::all(1), false},
                                {1, Halo::all(3), false},
                                {1, {0, 2, 1, 0, false}, true},
                                {many, {2, 0, 2, 1, true}, false}};
  return for_all_points([&] { return swap(comm, d, kinds, 2); });
}

/// The mask alone makes the data go one way, and nothing holds back the writers.
inline std::int64_t one_way_past_land(const Communicator& comm) {
  const Decomposition d = land_in_the_west(comm.size());
  const bool is_one_way = one_way_pairs(d, Halo::all(1)) == comm.size() - 1;
  in_question.points = HaloPoints::wet;
  meanwhile = {comm.size() - 1, lateness, false};
  return swap(comm, d, {{3, Halo::all(1), false}}, 8) + !is_one_way;
}

/// The last rank has no neighbour, but takes part.
inline std::int64_t a_lonely_rank(const Communicator& comm) {
  const int ranks = comm.size();
  const Grid g{3 * ranks + 4, 2, 1, 1, 1, false, false, {}};
  std::vector<Box> boxes;
  for (int r = 0; r < ranks; ++r) boxes.push_back({3 * r, 3 * r + 3, 0, 2});
  boxes.back() = boxes.back().shifted(4, 0);
  return swap(comm, {g, boxes}, all_kinds(Halo::all(2)), 5);
}

/// More than any library sends at once without asking.
inline std::int64_t large_messages(const Communicator& comm) {
  return swap(comm, odd_blocks(comm.size()),
              {{700, Halo::all(2), false}, {700, Halo::all(3), true}}, 3);
}

inline std::int64_t fifty_steps(const Communicator& comm) {
  return swap(comm, odd_blocks(comm.size()), {{3, Halo::all(2), false}}, 50);
}

/// Every rank is late now and then.
inline std::int64_t readers_late_at_random(const Communicator& comm) {
  meanwhile = {-1, std::chrono::milliseconds(3), true};
  return swap(comm, odd_blocks(comm.size()), all_kinds(Halo::all(2)), 12);
}

/// Each rank in turn is so late that the others run ahead as far as they can.
inline std::int64_t one_slow_reader(const Communicator& comm) {
  std::int64_t wrong = 0;
  for (int slow = 0; slow < comm.size(); ++slow) {
    meanwhile = {slow, lateness, false};
    wrong += swap(comm, odd_blocks(comm.size()), {{3, Halo::all(2), false}}, 4);
  }
  return wrong;
}

/// Nothing comes back from the reader, so nothing but the transport holds back the writers.
inline std::int64_t one_way_to_a_slow_reader(const Communicator& comm) {
  const Decomposition line = row_of_patches(comm.size(), 2, false, false);
  std::int64_t wrong = 0;
  meanwhile = {comm.size() - 1, lateness, false};
  wrong += swap(comm, line, {{3, {1, 0, 0, 0, false}, false}}, 12);
  meanwhile.slow_rank = 0;
  wrong += swap(comm, line, {{3, {0, 2, 0, 0, false}, false}}, 12);
  return wrong;
}

inline std::int64_t two_alike_in_flight(const Communicator& comm) {
  const Decomposition d = odd_blocks(comm.size());
  std::deque<Swap> swaps;
  for (int n = 0; n < 2; ++n) swaps.emplace_back(comm, d, all_kinds(Halo::all(2)), n);
  return in_order(swaps, "ABabABbaABbaBAbaABaAbBab");
}

inline std::int64_t three_in_flight(const Communicator& comm) {
  const Decomposition d = odd_blocks(comm.size()), open = odd_blocks(comm.size(), false, false);
  std::deque<Swap> swaps;
  swaps.emplace_back(comm, d, all_kinds(Halo::all(1)), 0);
  swaps.emplace_back(comm, open, all_kinds({0, 1, 2, 0, false}), 1);
  swaps.emplace_back(comm, d, all_kinds({3, 0, 1, 1, true}), 2);
  return in_order(swaps, "ABCcbaCABbacABaCAbacBb");
}

struct Question {
  std::string text;
  std::int64_t (*wrong_values)(const Communicator& comm);
};

inline std::vector<Question> questions() {
  return {{"depths 1 to 3, with corners and without", depths_and_corners},
          {"open and periodic edges", open_and_periodic_edges},
          {"widths that differ from side to side", widths_that_differ},
          {"a halo for each field", a_halo_for_each_field},
          {"more fields than go together", more_fields_than_go_together},
          {"wide and narrow halos together", wide_and_narrow_halos},
          {"boxes thinner than the halo", boxes_thinner_than_the_halo},
          {"a coast, and land that nobody owns", a_coast},
          {"dry points left out", dry_points_left_out},
          {"data one way past land, to a slow reader", one_way_past_land},
          {"a lonely rank", a_lonely_rank},
          {"large messages", large_messages},
          {"fifty steps", fifty_steps},
          {"readers late at random", readers_late_at_random},
          {"one slow reader", one_slow_reader},
          {"data one way, to a slow reader", one_way_to_a_slow_reader},
          {"two exchanges of one kind in flight", two_alike_in_flight},
          {"three exchanges in flight", three_in_flight}};
}

/// The endpoint of all exchanges that are notified between nodes, as long as it is there: to open a
/// network takes longer than a question.  Within one that is there already it does nothing.
class EndpointInCommon {
 public:
  EndpointInCommon(const HaloOptions& mode, const Communicator& comm)
      : node_(comm.get(), mode.with.cores_per_node) {
    if (common_endpoint == nullptr && mode.transport == "notified" && mode.with.cores_per_node > 0)
      common_endpoint = &endpoint_.emplace(node_, mode.with.notify);
  }
  ~EndpointInCommon() {
    if (endpoint_) common_endpoint = nullptr;
  }
  EndpointInCommon(const EndpointInCommon&) = delete;
  EndpointInCommon& operator=(const EndpointInCommon&) = delete;

 private:
  Node node_;
  std::optional<notify::Endpoint> endpoint_;
};

/// The wrong values and broken promises of all ranks, swapping as `mode` says; the messages move by
/// the transport of that name, or by any other that `make` makes.
inline std::int64_t ask(const Question& question, HaloOptions mode, const Communicator& comm,
                        MakeTransport make = nullptr) {
  const EndpointInCommon endpoint(mode, comm);
  if (mode.packing == HaloOptions::Packing::packed) {
    Watched::in_question = make != nullptr ? make : transports().at(mode.transport).make;
    mode.transport = Watched::name;
  }
  in_question = mode;
  swaps_asked_for = 0;
  meanwhile = {};
  broken_promises = 0;
  const std::int64_t wrong = question.wrong_values(comm);
  meanwhile = {};
  return comm.sum(wrong + broken_promises);
}

}  // namespace seafret::conformance
