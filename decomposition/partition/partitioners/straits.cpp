// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/partitioners/straits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "decomposition/base/first_where.hpp"
#include "decomposition/partition/partitioners/node_by_node.hpp"

namespace seafret {
namespace {

std::pair<Box, Box> halves(const Box& box, bool along_x, int line) {
  Box low = box, high = box;
  (along_x ? low.x1 : low.y1) = (along_x ? high.x0 : high.y0) = line;
  return {low, high};
}

/// About how many columns so many nodes in a box will exchange: as if its sea were spread evenly
/// and cut into equal oblongs.
double expected_exchange(const Box& box, double wet, double nodes) {
  if (box.empty()) return 0;
  const double width = box.width(), height = box.height();
  const double in_x = std::clamp(std::sqrt(nodes * width / height), 1.0, nodes);
  return 2 * wet * ((nodes / in_x - 1) / height + (in_x - 1) / width);
}

/// A line between two groups of nodes.
struct Border {
  double promise = 0;          // columns exchanged across it, and those expected on either side
  std::int64_t exchanged = 0;  // columns, across it
  bool along_x = true;
  int line = 0;
  std::size_t nodes = 0;  // below it
};

using Rooms = std::span<const int>;  // how many ranks each of some nodes has

double ranks_in(Rooms nodes) { return std::reduce(nodes.begin(), nodes.end(), 0.0); }

/// Cuts a sea among nodes so that few columns are exchanged.
class Straits {
 public:
  /// A node may have so much less or more of the sea than its share.
  Straits(const LoadCounter& count, Rooms all, double tolerance)
      : count_(count),
        wet_of_rank_(static_cast<double>(count.wet()(count.grid().box())) / ranks_in(all)),
        nodes_(all.size()),
        tolerance_(tolerance) {}

  struct Cuts {
    std::int64_t exchanged = 0;
    Section section = {};
  };
  /// Begins with the border that is the n-th in promise.
  std::optional<Cuts> beginning_with(std::size_t n, const Box& box, Rooms nodes) const {
    if (nodes.size() == 1) return Cuts{};
    const std::vector<Border> all = borders(box, nodes);
    if (n >= all.size()) return {};
    return with(all[n], box, nodes, 1);
  }

 private:
  /// The best of those that begin with one of the most promising borders.
  std::optional<Cuts> best(const Box& box, Rooms nodes, std::size_t depth) const {
    if (nodes.size() == 1) return Cuts{};
    constexpr std::array<std::size_t, 3> breadth{1, 3, 2};
    const std::size_t tries = nodes_ <= 256 && depth < breadth.size() ? breadth[depth] : 1;
    std::optional<Cuts> least;
    const std::vector<Border> all = borders(box, nodes);
    for (std::size_t n = 0; n < std::min(tries, all.size()); ++n)
      if (auto cuts = with(all[n], box, nodes, depth + 1);
          cuts && (!least || cuts->exchanged < least->exchanged))
        least = std::move(cuts);
    return least;
  }
  std::optional<Cuts> with(const Border& border, const Box& box, Rooms nodes,
                           std::size_t depth) const {
    const auto [low, high] = halves(box, border.along_x, border.line);
    auto below = best(low, nodes.first(border.nodes), depth);
    if (!below) return {};
    auto above = best(high, nodes.subspan(border.nodes), depth);
    if (!above) return {};
    return Cuts{border.exchanged + below->exchanged + above->exchanged,
                {border.along_x,
                 {std::move(below->section), std::move(above->section)},
                 {wet()(low), wet()(high)}}};
  }

  /// Where a box may be cut in two, the most promising first.
  std::vector<Border> borders(const Box& box, Rooms nodes) const {
    const Box sea = wet().trimmed(box);
    const std::size_t step = std::max<std::size_t>(1, nodes.size() / 8);
    std::vector<Border> all;
    for (double tolerance = tolerance_; all.empty() && tolerance < 1; tolerance *= 2)
      for (const bool along_x : {true, false})
        for (std::size_t n = step; n < nodes.size(); n += step)
          if (const auto b = narrowest(sea, along_x, nodes.first(n), nodes.subspan(n), tolerance))
            all.push_back(*b);
    std::ranges::stable_sort(all, {}, &Border::promise);
    return all;
  }

  /// Of the lines that give either side its share, within the tolerance, that which the fewest
  /// columns are exchanged across.
  std::optional<Border> narrowest(const Box& sea, bool along_x, Rooms low, Rooms high,
                                  double tolerance) const {
    const auto all = static_cast<double>(wet()(sea));
    const double below = wet_of_rank_ * ranks_in(low), above = wet_of_rank_ * ranks_in(high);
    const double least = std::max(below * (1 - tolerance), all - above * (1 + tolerance)),
                 most = std::min(below * (1 + tolerance), all - above * (1 - tolerance));
    const auto first_with = [&](double enough) {
      return first_where(along_x ? sea.x0 + 1 : sea.y0 + 1, along_x ? sea.x1 : sea.y1,
                         [&](int line) {
                           const Box part = halves(sea, along_x, line).first;
                           return static_cast<double>(wet()(part)) >= enough;
                         });
    };
    const int from = first_with(least), to = first_with(most);
    std::optional<Border> best;
    for (int line = from; line < to; line += 1 + (to - from) / 32) {
      const auto [a, b] = halves(sea, along_x, line);
      const std::int64_t exchanged = count_.exchanged(a, b);
      if (!best || exchanged < best->exchanged) best = {0, exchanged, along_x, line, low.size()};
    }
    if (best) best->promise = promise(sea, *best, low.size(), high.size());
    return best;
  }
  double promise(const Box& sea, const Border& border, std::size_t nodes_below,
                 std::size_t nodes_above) const {
    const auto [low, high] = halves(sea, border.along_x, border.line);
    return static_cast<double>(border.exchanged) + expected_inside(low, nodes_below) +
           expected_inside(high, nodes_above);
  }
  double expected_inside(const Box& box, std::size_t nodes) const {
    if (nodes == 1) return 0;
    return expected_exchange(wet().trimmed(box), static_cast<double>(wet()(box)),
                             static_cast<double>(nodes));
  }
  const CellCount& wet() const { return count_.wet(); }

  const LoadCounter& count_;
  double wet_of_rank_;
  std::size_t nodes_;
  double tolerance_;
};

constexpr std::array tolerances{0.02, 0.05, 0.08};

}  // namespace

Candidates straits(const Nodes& nodes) {
  // So many borders are tried as the first one; fewer where there are many ranks, so that a search
  // always comes to an end soon.
  const std::int64_t choices = std::clamp((1 << 14) / nodes.ranks(), 1, 8);
  const auto tolerance = [choices](std::int64_t i) {
    return tolerances[static_cast<std::size_t>(i / choices)];
  };
  const auto at = [=, rooms = nodes.rooms(), node_by_node = NodeByNode(nodes)](
                      PartitionJudge& judge, std::int64_t i,
                      double limit) -> std::optional<Section> {
    const Straits cuts(judge.count(), rooms, tolerance(i));
    auto found =
        cuts.beginning_with(static_cast<std::size_t>(i % choices), judge.grid().box(), rooms);
    if (!found) return {};
    return node_by_node.among_cores(judge, std::move(found->section), limit);
  };
  const auto ordering = [=](std::int64_t i) {
    return fmt::format("border {}, {} %", i % choices + 1, 100 * tolerance(i));
  };
  return {nodes.count() == 1 ? 1 : choices * std::ssize(tolerances), at, ordering};
}

}  // namespace seafret
