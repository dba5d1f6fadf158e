// SPDX-License-Identifier: BSD-3-Clause
#include "comms/transpose/transpose.hpp"

#include <doctest/doctest.h>

#include "decomposition/partition/partitioner.hpp"
#include "tests/transports_here.hpp"

namespace seafret {
namespace {

using Bricks = std::vector<Brick>;

/// The grid as a partitioner shares it out, all levels with their column.
Bricks boxes(const std::string& partitioner, const Grid& g, int ranks) {
  Bricks all;
  for (const Box& box : partitioners().at(partitioner)(g, ranks)) all.push_back({box, 0, g.nz});
  return all;
}

/// Lines along x, or along y: each rank has some of them, at some of the levels.
Bricks lines(bool along_x, const Grid& g, int ranks, int level_shares) {
  Bricks all;
  const int line_shares = (ranks + level_shares - 1) / level_shares;
  for (int r = 0; r < ranks; ++r) {
    const auto [first, end] = share_of(along_x ? g.ny : g.nx, r / level_shares, line_shares);
    const int shares = std::min(level_shares, ranks - r / level_shares * level_shares);
    const auto [bottom, top] = share_of(g.nz, r % level_shares, shares);
    all.push_back({along_x ? Box{0, g.nx, first, end} : Box{first, end, 0, g.ny}, bottom, top});
  }
  return all;
}

/// All on one rank.
Bricks hoarded(const Grid& g, int ranks, int by) {
  Bricks all(static_cast<std::size_t>(ranks));
  all[static_cast<std::size_t>(by)] = {g.box(), 0, g.nz};
  return all;
}

Field<> memory_for(const Brick& brick, const Halo& halo) {
  return {brick.columns, halo, brick.levels()};
}

double value(int turn, int i, int j, int k) { return turn + 1e2 * i + 1e5 * j + 1e8 * k; }

template <class Visit>
void for_each_point(const Brick& brick, Visit visit) {
  for (int j = brick.columns.y0; j < brick.columns.y1; ++j)
    for (int i = brick.columns.x0; i < brick.columns.x1; ++i)
      for (int k = brick.bottom; k < brick.top; ++k) visit(i, j, k);
}

/// How many points are wrong on this rank after some runs from one way of sharing to another, the
/// memory at the end one column wider than the brick: there nothing may change.
std::int64_t wrong_points(const Communicator& comm, const Bricks& from, const Bricks& to,
                          const std::string& transport) {
  const Brick &mine = from[static_cast<std::size_t>(comm.rank())],
              &wanted = to[static_cast<std::size_t>(comm.rank())];
  Field<> before = memory_for(mine, Halo{}), after = memory_for(wanted, Halo::all(1));
  Transpose transpose(comm, from, to, transport, {});
  std::int64_t wrong = 0;
  for (int turn = 1; turn <= 3; ++turn) {
    for_each_point(mine, [&](int i, int j, int k) {
      before.view()(i, j, k - mine.bottom) = value(turn, i, j, k);
    });
    transpose.run(before.view(), after.view());
    std::int64_t written = 0;
    for (const double& x :
         std::span(after.view().data,
                   static_cast<std::size_t>(after.view().box.area() * wanted.levels())))
      written += x == x;  // fresh memory is not a number
    wrong += std::abs(written - wanted.volume());
    for_each_point(wanted, [&](int i, int j, int k) {
      wrong += after.view()(i, j, k - wanted.bottom) != value(turn, i, j, k);
    });
  }
  return wrong;
}

const std::vector<Grid> grids{
    {.nx = 13, .ny = 11, .nz = 9}, {.nx = 7, .ny = 2, .nz = 5}, {.nx = 2, .ny = 9, .nz = 3}};

}  // namespace

TEST_CASE("every point comes to who wants it, by every transport, from boxes to lines and back") {
  const Communicator comm(MPI_COMM_WORLD);
  for (const std::string& transport : transports_here())
    for (const Grid& g : grids) {
      CAPTURE(transport);
      CAPTURE(g.nx);
      const int ranks = comm.size();
      const Bricks owned = boxes("blocks", g, ranks), x = lines(true, g, ranks, 2),
                   y = lines(false, g, ranks, 2);
      CHECK(wrong_points(comm, owned, x, transport) == 0);
      CHECK(wrong_points(comm, x, y, transport) == 0);
      CHECK(wrong_points(comm, y, owned, transport) == 0);
    }
}

TEST_CASE("any way of sharing may follow any other, also where ranks have nothing") {
  const Communicator comm(MPI_COMM_WORLD);
  const int ranks = comm.size();
  for (const Grid& g : grids) {
    CAPTURE(g.nx);
    std::vector<Bricks> ways{hoarded(g, ranks, 0), hoarded(g, ranks, ranks - 1),
                             lines(true, g, ranks, 1), lines(false, g, ranks, 3)};
    for (const std::string& name : partitioners().names())
      if (name == "blocks" || g.nx * g.ny > 100)  // others may find no columns for a rank
        ways.push_back(boxes(name, g, ranks));
    for (const Bricks& from : ways)
      for (const Bricks& to : ways) CHECK(wrong_points(comm, from, to, "p2p") == 0);
  }
}

TEST_CASE("what stays where it is sends nothing") {
  const Communicator comm(MPI_COMM_WORLD);
  const Bricks x = lines(true, grids[0], comm.size(), 1);
  CHECK(Transpose(comm, x, x, "p2p", {}).traffic().bytes == 0);
  const Bricks all = hoarded(grids[0], comm.size(), 0);
  const auto mine = x[static_cast<std::size_t>(comm.rank())].volume();
  CHECK(Transpose(comm, x, all, "p2p", {}).traffic().bytes == (comm.rank() == 0 ? 0 : 8 * mine));
}

TEST_CASE("shares are as even as can be and leave nothing out") {
  for (const int n : {0, 1, 5, 12})
    for (const int shares : {1, 2, 3, 7}) {
      int end = 0;
      for (int s = 0; s < shares; ++s) {
        const auto [first, after] = share_of(n, s, shares);
        CHECK(first == end);
        CHECK(after - first >= n / shares);
        CHECK(after - first <= (n + shares - 1) / shares);
        end = after;
      }
      CHECK(end == n);
    }
}

}  // namespace seafret
