// SPDX-License-Identifier: BSD-3-Clause
// Fluxes through the faces between boxes, worked out once and sent to the west.
#include <doctest/doctest.h>

#include "decomposition/partition/partitioner.hpp"
#include "stratus_runs.hpp"

namespace seafret {
namespace {

constexpr FluxMode swaps[] = {FluxMode::swap, FluxMode::wrap_only};

int owner(const Decomposition& d, int i, int j) {
  const int x = (i + d.grid().nx) % d.grid().nx;
  for (int rank = 0; rank < d.ranks(); ++rank)
    if (d.owned(rank).contains(x, j)) return rank;
  return -1;
}

/// Calls visit(boxes, box, columns, column) for every rank of many partitions.
template <class Visit>
void for_every_patch(FluxMode mode, Visit visit) {
  const Grid grid{.nx = 29, .ny = 23, .nz = 4};
  for (const std::string& partitioner : partitioners().names())
    for (int ranks = 1; ranks <= 24; ++ranks) {
      const Decomposition boxes(grid, partitioners().at(partitioner)(grid, ranks));
      const Decomposition columns = FluxSwap::columns(boxes, mode);
      CAPTURE(partitioner);
      CAPTURE(ranks);
      for (int rank = 0; rank < ranks; ++rank)
        visit(boxes, boxes.owned(rank), columns, columns.owned(rank));
    }
}

TEST_CASE("beside the columns of fluxes lie those of the eastern neighbours") {
  for_every_patch(FluxMode::swap,
                  [](const auto& boxes, const Box& box, const auto& columns, const Box& column) {
                    CHECK(column.empty() == (box.width() == boxes.grid().nx));
                    for (int j = column.y0; j < column.y1; ++j) {
                      const int east = owner(boxes, box.x1, j);
                      CHECK(owner(columns, column.x1, j) == east);
                      CHECK(columns.owned(east).x0 == column.x1 % columns.grid().nx);
                    }
                  });
}

TEST_CASE("a block has one column of fluxes, and one beside it") {
  const Grid grid{.nx = 32, .ny = 16, .nz = 4};
  const Decomposition boxes(grid, partitioners().at("blocks")(grid, 8));
  for (int rank = 0; rank < 8; ++rank)
    CHECK(FluxSwap::columns(boxes, FluxMode::swap).owned(rank).width() == 1);
}

TEST_CASE("with wrap_only fluxes cross nothing but the edge of the grid") {
  for_every_patch(FluxMode::wrap_only, [](const auto& boxes, const Box& box, const auto& columns,
                                          const Box& column) {
    const bool at_west = box.x0 == 0, at_east = box.x1 == boxes.grid().nx;
    CHECK(column.empty() == (at_west == at_east));  // at neither, or at both, with nobody between
    for (int j = column.y0; j < column.y1; ++j)
      CHECK(owner(columns, column.x1, j) == (at_east ? owner(boxes, box.x1, j) : -1));
  });
}

TEST_CASE("the same bits whether fluxes are swapped or worked out twice") {
  const Communicator world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  SmallStratus small;
  small.settings.flux_swap = FluxMode::recompute;
  StratusRun alone(small, self);
  alone.step(4);
  for (const FluxMode mode : swaps)
    for (const bool overlap : {false, true})
      for (const std::string& partitioner : partitioners().names()) {
        CAPTURE(static_cast<int>(mode));
        CAPTURE(overlap);
        CAPTURE(partitioner);
        small.settings.flux_swap = mode;
        small.stepping.overlap = overlap;
        StratusRun together(small, world, partitioner);
        together.step(4);
        check_same_bits(together, alone);
      }
}

TEST_CASE("the same bits by every scheme, in a deep halo too") {
  const Communicator world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  for (const std::string& scheme : advection_schemes().names()) {
    CAPTURE(scheme);
    SmallStratus small;
    small.settings.advection = scheme;
    small.settings.components.on = ComponentOptions::names();  // mixing looks into the halo, too
    small.settings.williams = 0.53;  // then theta's filter is not that of q
    StratusRun alone(small, self);
    alone.step(4);
    small.stepping.depth = 3;
    StratusRun together(small, world, "k_section");
    together.step(4);
    check_same_bits(together, alone);
  }
}

TEST_CASE("the same bits on boxes of one column") {
  const Communicator world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  SmallStratus small;
  small.settings.points = {4, 3, 16};
  small.settings.flux_swap = FluxMode::recompute;
  StratusRun alone(small, self);
  alone.step(3);
  for (const FluxMode mode : swaps) {
    small.settings.flux_swap = mode;
    StratusRun together(small, world);
    together.step(3);
    check_same_bits(together, alone);
  }
}

TEST_CASE("what is swapped is one column of all scalars, one way, in one message") {
  const Communicator world(MPI_COMM_WORLD);
  SmallStratus small;
  small.settings.q_fields = 7;
  const StratusRun run(small, world);
  const Exchange& exchange = *run.model.swaps()[1];
  CHECK(exchange.name() == "tvd column");
  const Box owned = run.domain.owned();
  const bool alone = owned.width() == small.settings.points[0];
  const std::int64_t bytes = std::int64_t{owned.height()} * small.settings.points[2] * 8 * (1 + 7);
  const Traffic& traffic = exchange.traffic();
  CHECK(traffic.bytes == (alone ? 0 : bytes));
  CHECK(traffic.x_faces == traffic.bytes);
  CHECK(traffic.messages == (alone ? 0 : 1));
  CHECK(traffic.bytes_in_place == 0);
}

TEST_CASE("where fluxes are recomputed nothing is swapped") {
  const Communicator world(MPI_COMM_WORLD);
  SmallStratus small;
  CHECK(StratusRun(small, world).model.swaps().size() == 4);
  small.settings.flux_swap = FluxMode::recompute;
  CHECK(StratusRun(small, world).model.swaps().size() == 3);
}

}  // namespace
}  // namespace seafret
