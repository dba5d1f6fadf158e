// SPDX-License-Identifier: BSD-3-Clause
// How much of the halos of a real sea is land: HRCS, cut for more ranks than there are.
#include <doctest/doctest.h>

#include "decomposition/grid/decomposition.hpp"
#include "decomposition/partition/section.hpp"
#include "miniapp/files/mask_file.hpp"

namespace seafret {
namespace {

/// What all ranks together exchange in one field, and between how many pairs data go one way only.
struct Halos {
  std::int64_t columns = 0, boxes = 0, one_way_pairs = 0;
};

Halos halos_of(const Decomposition& d, int width, HaloPoints points) {
  Halos sum;
  const Halo halo = Halo::all(width);
  for (int receiver = 0; receiver < d.ranks(); ++receiver)
    for (const int sender : d.neighbours(receiver, halo)) {
      const std::vector<Piece> found = pieces(d, receiver, sender, halo, points);
      for (const Piece& piece : found) sum.columns += piece.box.area();
      sum.boxes += static_cast<std::int64_t>(found.size());
      sum.one_way_pairs += !found.empty() && pieces(d, sender, receiver, halo, points).empty();
    }
  return sum;
}

const Grid& hrcs() {
  static const Grid grid =
      read_basin(SEAFRET_SOURCE_DIR "/inputs/masks/hrcs.h5", Communicator(MPI_COMM_WORLD)).grid;
  return grid;
}

/// By the default order of cuts, with the land at the edges of the boxes or without.
Decomposition cut(int ranks, bool trimmed) {
  const CellCount wet(hrcs(), Cell::wet);
  std::vector<Box> boxes = divide(wet, hrcs().box(), equal_sections(default_cuts(ranks)));
  if (trimmed) trim(wet, boxes);
  return {hrcs(), boxes};
}

double share(std::int64_t part, std::int64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

TEST_CASE("a quarter of the halo points of HRCS and more are dry") {
  for (const int ranks : {24, 96, 384}) {
    const Decomposition whole = cut(ranks, false), trimmed = cut(ranks, true);
    for (const int width : {1, 2}) {
      const Halos rectangles = halos_of(whole, width, HaloPoints::all),
                  clipped = halos_of(whole, width, HaloPoints::clipped),
                  wet = halos_of(whole, width, HaloPoints::wet),
                  less = halos_of(trimmed, width, HaloPoints::all),
                  used = halos_of(trimmed, width, HaloPoints::wet);
      MESSAGE(ranks << " ranks, halo " << width << ": " << rectangles.columns
                    << " points of whole boxes; of these clipped "
                    << share(clipped.columns, rectangles.columns) << ", trimmed boxes "
                    << share(less.columns, rectangles.columns) << ", wet "
                    << share(wet.columns, rectangles.columns) << " in "
                    << share(used.boxes, less.boxes) << " boxes a rectangle; one-way pairs "
                    << used.one_way_pairs);
      CHECK(share(wet.columns, rectangles.columns) <= 0.75);
      CHECK(used.columns <= wet.columns);
      CHECK(clipped.columns < rectangles.columns);
      CHECK(less.columns < rectangles.columns);
    }
  }
}

TEST_CASE("land makes one-way pairs of HRCS's many ranks, none of its few") {
  const auto one_way_pairs = [](int ranks) {
    return halos_of(cut(ranks, true), 2, HaloPoints::wet).one_way_pairs;
  };
  CHECK(one_way_pairs(6) == 0);
  CHECK(one_way_pairs(24) == 0);
  CHECK(one_way_pairs(96) > 0);
  CHECK(one_way_pairs(384) > 0);
}

}  // namespace seafret
