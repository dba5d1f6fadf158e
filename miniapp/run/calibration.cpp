// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "comms/base/stopwatch.hpp"
#include "comms/exchange/halo_exchange.hpp"
#include "decomposition/partition/nodes.hpp"

namespace seafret {
namespace {

constexpr int repetitions = 7;  // of which the fastest counts

/// Values of a column that are carried from step to step, and those of them that are swapped.
struct ColumnSize {
  int carried = 0, swapped = 0;
};
ColumnSize size_of(std::span<const FieldDescription> fields) {
  ColumnSize size;
  for (const FieldDescription& f : fields) {
    if (!f.prognostic) continue;
    size.carried += f.levels;
    if (f.halo != Halo{}) size.swapped += f.levels;
  }
  return {std::max(1, size.carried), std::max(1, size.swapped)};
}

template <class Work>
double fastest(const Communicator& comm, Work work) {
  double best = std::numeric_limits<double>::infinity();
  for (int n = 0; n < repetitions; ++n) {
    comm.barrier();
    const Stopwatch stopwatch;
    work();
    best = std::min(best, comm.max(stopwatch.seconds()));
  }
  return best;
}

/// Seconds for a column, of which all or none are wet.  Each value comes from itself and four
/// neighbours, by a root and a division as friction and limiters have them.
double time_columns(int levels, Cell kind, const Communicator& comm) {
  constexpr std::size_t bytes = std::size_t{1} << 23, row = 64;  // no core's own cache holds them
  const auto depth = static_cast<std::size_t>(levels);
  const std::size_t columns = std::max(2 * row + 1, bytes / sizeof(double) / depth);
  const std::vector<double> from(columns * depth, 1);
  std::vector<double> to(columns * depth);
  const std::vector<Cell> cells(columns, kind);
  const double seconds = fastest(comm, [&] {
    for (std::size_t c = row; c < columns - row; ++c) {
      if (cells[c] != Cell::wet) continue;
      const double* const here = &from[c * depth];
      const double *const west = here - depth, *const east = here + depth;
      const double *const south = here - row * depth, *const north = here + row * depth;
      double* const next = &to[c * depth];
      for (std::size_t k = 0; k < depth; ++k)
        next[k] = here[k] + (west[k] + east[k] + south[k] + north[k] - 4 * here[k]) /
                                std::sqrt(1 + here[k] * here[k]);
    }
  });
  return seconds / static_cast<double>(columns - 2 * row);
}

/// Ranks that swap with each other.
using Pairs = std::vector<std::pair<int, int>>;

/// On one node: the first with the second, the third with the fourth...
Pairs pairs_on_node(const Nodes& nodes) {
  Pairs pairs;
  for (const std::vector<int>& mates : nodes.members())
    for (std::size_t k = 1; k < mates.size(); k += 2) pairs.emplace_back(mates[k - 1], mates[k]);
  return pairs;
}

/// Between the first node and the second, the third and the fourth...: those of the same place.
Pairs pairs_off_node(const Nodes& nodes) {
  Pairs pairs;
  const std::vector<std::vector<int>> ranks_of = nodes.members();
  for (std::size_t n = 1; n < ranks_of.size(); n += 2)
    for (std::size_t k = 0; k < std::min(ranks_of[n - 1].size(), ranks_of[n].size()); ++k)
      pairs.emplace_back(ranks_of[n - 1][k], ranks_of[n][k]);
  return pairs;
}

/// Seconds for a swap of so many columns, all pairs at the same time.
double time_swap(const Pairs& pairs, int columns, int levels, const Communicator& comm) {
  Grid grid{.nx = 2, .ny = 0, .nz = levels, .periodic_x = false, .periodic_y = false};
  std::vector<Box> owned(static_cast<std::size_t>(comm.size()));
  for (const auto& [a, b] : pairs) {
    const Box west{0, 1, grid.ny, grid.ny + columns};
    owned[static_cast<std::size_t>(a)] = west;
    owned[static_cast<std::size_t>(b)] = west.shifted(1, 0);
    grid.ny += columns + 1;  // nobody owns the row between
  }
  const Decomposition decomposition(grid, owned);
  const Domain domain{decomposition, comm};
  Field<> field(domain.owned(), Halo::all(1), levels, domain.memory());
  HaloExchange exchange(domain, {Swapped::of(field.view(), Halo::all(1))}, {.name = "calibration"});
  const std::vector<Columns> fields{field.view()};
  constexpr int swaps = 20;
  return fastest(comm,
                 [&] {
                   for (int n = 0; n < swaps; ++n) {
                     exchange.start(fields);
                     exchange.finish();
                   }
                 }) /
         swaps;
}

/// Seconds.
struct SwapTime {
  double message = 0, column = 0;
};

/// None where there are no pairs.
std::optional<SwapTime> time_swaps(const Pairs& pairs, int levels, const Communicator& comm) {
  if (pairs.empty()) return {};
  constexpr int few = 4, many = 260;
  const double little = time_swap(pairs, few, levels, comm),
               much = time_swap(pairs, many, levels, comm);
  const double column = std::max(0., much - little) / (many - few);
  return SwapTime{std::max(0., little - few * column), column};
}

}  // namespace

std::string calibrate(CostWeights& weights, std::span<const FieldDescription> fields,
                      const Node& node) {
  const Communicator& comm = node.everyone();
  const ColumnSize size = size_of(fields);
  const Nodes nodes(node.node_of_all());
  const double wet_s = time_columns(size.carried, Cell::wet, comm),
               dry_s = time_columns(size.carried, Cell::dry, comm);
  const SwapTime on = time_swaps(pairs_on_node(nodes), size.swapped, comm).value_or(SwapTime{});
  const SwapTime off = time_swaps(pairs_off_node(nodes), size.swapped, comm).value_or(on);
  weights.wet = 1;
  weights.dry = dry_s / wet_s;
  weights.on_node = on.column / wet_s;
  weights.message_on_node = on.message / wet_s;
  weights.off_node = off.column / wet_s;
  weights.message_off_node = off.message / wet_s;
  return fmt::format(
      "measured: a wet column takes {:.3g} us; in such columns a dry one {:.2g}, a halo column "
      "{:.2g} on its node and {:.2g} from another, a message {:.3g} and {:.3g}",
      1e6 * wet_s, weights.dry, weights.on_node, weights.off_node, weights.message_on_node,
      weights.message_off_node);
}

}  // namespace seafret
