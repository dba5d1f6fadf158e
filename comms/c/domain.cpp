// SPDX-License-Identifier: BSD-3-Clause
#include "comms/c/domain.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "comms/base/together.hpp"
#include "decomposition/fields/field.hpp"
#include "decomposition/grid/turned.hpp"

namespace seafret {
namespace {

std::string in_words(const Box& b) {
  return fmt::format("columns {} to {} in x, {} to {} in y", b.x0, b.x1 - 1, b.y0, b.y1 - 1);
}

/// Throws the same on all ranks.
void check(const Grid& grid, std::span<const Box> boxes) {
  const BoxTree tree(boxes);
  for (std::size_t r = 0; r < boxes.size(); ++r) {
    if (boxes[r].empty()) continue;
    if (intersection(boxes[r], grid.box()) != boxes[r])
      throw InputError(fmt::format("rank {} owns {}, which are not all in the grid of {} x {}", r,
                                   in_words(boxes[r]), grid.nx, grid.ny));
    tree.for_each(boxes[r], [&](int other, const Box& both) {
      if (static_cast<std::size_t>(other) > r)
        throw InputError(fmt::format("ranks {} and {} both own {}", r, other, in_words(both)));
    });
  }
}

}  // namespace

void insist_alike(const std::string& wanted, const Communicator& comm) {
  std::string of_rank_0 = wanted;
  comm.broadcast(of_rank_0);
  together<InputError>(comm, [&] {
    if (wanted != of_rank_0)
      throw InputError(
          fmt::format("rank {} wants {}; rank 0 wants {}", comm.rank(), wanted, of_rank_0));
  });
}

}  // namespace seafret

using namespace seafret;

seafret_domain::seafret_domain(MPI_Comm comm, const Grid& grid, std::vector<Box> boxes,
                               std::span<const unsigned char> wet, SwapOptions options)
    : comm_(comm),
      options_(std::move(options)),
      decomposition_{(check(grid, boxes), grid), std::move(boxes)},
      wet_(wet.begin(), wet.end()),
      holes_(comm_.any(!wet.empty())) {
  if (holes_ && comm_.any(wet_.empty() && !owned().empty()))
    throw InputError("some ranks say which of their columns are wet, others do not");
}

SharedMemory& seafret_domain::shared() {
  if (!node_) node_.emplace(comm_.get(), options_.halo.with.cores_per_node);
  if (!shared_) shared_.emplace(*node_);
  return *shared_;
}

/// What each cell of a box round the owned one is.  The masks of the others come as a halo does.
std::vector<Cell> seafret_domain::cells_round(const Box& held) const {
  const Box& mine = owned();
  const Halo round{mine.x0 - held.x0, held.x1 - mine.x1, mine.y0 - held.y0, held.y1 - mine.y1};
  Field<unsigned char> field(mine, round, 1);
  const FieldView<unsigned char> wet = field.view();
  std::fill_n(wet.data, held.area(), static_cast<unsigned char>(Cell::dry));
  for (int j = mine.y0; j < mine.y1; ++j)
    for (int i = mine.x0; i < mine.x1; ++i)
      wet(i, j) =
          wet_[static_cast<std::size_t>(std::int64_t{j - mine.y0} * mine.width() + i - mine.x0)] !=
          0;
  auto exchange = std::make_unique<HaloExchange>(Domain{decomposition_, comm_},
                                                 std::vector{Swapped::of(wet, round)},
                                                 HaloOptions{.name = "holes"});
  try {
    exchange->start(std::vector<Columns>{wet});
    exchange->finish();
  } catch (const LostRank&) {
    static_cast<void>(exchange.release());  // MPI may still read what it sends
    throw;
  }
  std::vector<Cell> cells;
  for (std::int64_t n = 0; n < held.area(); ++n) cells.push_back(Cell{wet.data[n]});
  return cells;
}

Decomposition seafret_domain::decomposition(int width, bool turn) const {
  Grid grid = decomposition_.grid();
  std::vector<Box> boxes;
  for (int r = 0; r < comm_.size(); ++r) boxes.push_back(decomposition_.owned(r));
  if (holes_) {
    grid.part = owned().grown(width);
    grid.cells = cells_round(*grid.part);
    grid = grid.cut_to(*grid.part);  // no more than once round
  }
  if (!turn) return {std::move(grid), std::move(boxes)};
  return {turned(grid), turned(std::move(boxes))};
}
