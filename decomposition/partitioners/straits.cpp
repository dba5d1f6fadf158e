// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partitioners/straits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "decomposition/partitioners/node_by_node.hpp"

namespace seafret {
namespace {

std::pair<Box, Box> halves(const Box& box, bool along_x, int line) {
  Box low = box, high = box;
  (along_x ? low.x1 : low.y1) = (along_x ? high.x0 : high.y0) = line;
  return {low, high};
}

/// About how many points so many nodes in a box will exchange: as if its sea were spread evenly and
/// cut into equal oblongs.
double expected_exchange(const Box& box, double wet, double nodes) {
  if (box.empty()) return 0;
  const double width = box.width(), height = box.height();
  const double in_x = std::clamp(std::sqrt(nodes * width / height), 1.0, nodes);
  return 2 * wet * ((nodes / in_x - 1) / height + (in_x - 1) / width);
}

/// A line between two groups of nodes.
struct Border {
  double promise = 0;          // points exchanged across it, and those expected on either side
  std::int64_t exchanged = 0;  // points, across it
  bool along_x = true;
  int line = 0;
  std::size_t nodes = 0;  // on the lower side
};

/// Cuts a sea among nodes so that few points are exchanged.
class Straits {
 public:
  /// A node may have so much less or more of the sea than its share.
  Straits(const LoadCounter& count, std::span<const int> ranks_of_node, double tolerance)
      : count_(count),
        ranks_(ranks_of_node),
        wet_of_rank_(static_cast<double>(count.wet()(count.grid().box())) / ranks_in(ranks_)),
        tolerance_(tolerance) {}

  /// Points exchanged, and the cuts.
  struct Found {
    std::int64_t exchanged = 0;
    Section cuts = {};
  };
  std::optional<Found> best(const Box& box, std::size_t first, std::size_t last, std::size_t depth,
                            std::size_t choice) const {
    if (last - first == 1) return Found{};
    std::vector<Border> all;
    for (double tolerance = tolerance_; all.empty() && tolerance < 1; tolerance *= 2)
      all = promising(count_.wet().trimmed(box), first, last, tolerance);
    constexpr std::array<std::size_t, 3> breadth{1, 3, 2};
    const std::size_t tries = depth < breadth.size() ? breadth[depth] : 1;
    std::optional<Found> least;
    for (std::size_t n = choice; n < std::min(choice + tries, all.size()); ++n) {
      auto found = with(all[n], box, first, last, depth);
      if (found && (!least || found->exchanged < least->exchanged)) least = std::move(found);
    }
    return least;
  }

 private:
  static double ranks_in(std::span<const int> nodes) {
    return std::reduce(nodes.begin(), nodes.end(), 0.0);
  }
  std::optional<Found> with(const Border& border, const Box& box, std::size_t first,
                            std::size_t last, std::size_t depth) const {
    const auto [low, high] = halves(box, border.along_x, border.line);
    auto below = best(low, first, first + border.nodes, depth + 1, 0);
    if (!below) return {};
    auto above = best(high, first + border.nodes, last, depth + 1, 0);
    if (!above) return {};
    return Found{border.exchanged + below->exchanged + above->exchanged,
                 {border.along_x,
                  {std::move(below->cuts), std::move(above->cuts)},
                  {count_.wet()(low), count_.wet()(high)}}};
  }

  /// The borders that a box may have between its nodes, the most promising first.
  std::vector<Border> promising(const Box& box, std::size_t first, std::size_t last,
                                double tolerance) const {
    std::vector<Border> all;
    for (const bool along_x : {true, false}) {
      const auto [from, to] = along_x ? std::pair(box.x0, box.x1) : std::pair(box.y0, box.y1);
      std::vector<Border> here;
      for (int line = from + 3; line <= to - 3; ++line)
        add(box, along_x, line, first, last, tolerance, here);
      std::ranges::stable_sort(here, {}, &Border::promise);
      const int apart = std::max(2, (to - from) / (4 * static_cast<int>(last - first)));
      std::vector<Border> kept;
      for (const Border& b : here) {
        if (kept.size() == 8) break;
        if (std::ranges::none_of(kept, [&](const Border& k) {
              return k.nodes == b.nodes && std::abs(k.line - b.line) < apart;
            }))
          kept.push_back(b);
      }
      all.insert(all.end(), kept.begin(), kept.end());
    }
    std::ranges::stable_sort(all, {}, &Border::promise);
    return all;
  }
  void add(const Box& box, bool along_x, int line, std::size_t first, std::size_t last,
           double tolerance, std::vector<Border>& all) const {
    const auto [low, high] = halves(box, along_x, line);
    const auto below = static_cast<double>(count_.wet()(low)),
               above = static_cast<double>(count_.wet()(high));
    const auto ranks = ranks_.subspan(first, last - first);
    const double fair = below / (below + above) * static_cast<double>(ranks.size());
    const auto nearest = static_cast<std::size_t>(fair + 0.5);
    for (std::size_t n = std::max<std::size_t>(nearest, 2) - 1; n <= nearest + 1; ++n) {
      if (n >= ranks.size()) break;
      if (!fits(below, ranks.first(n), tolerance) || !fits(above, ranks.subspan(n), tolerance))
        continue;
      const std::int64_t exchanged = count_.exchanged(low, high);
      const auto& wet = count_.wet();
      all.push_back(
          {static_cast<double>(exchanged) +
               expected_exchange(wet.trimmed(low), below, static_cast<double>(n)) +
               expected_exchange(wet.trimmed(high), above, static_cast<double>(ranks.size() - n)),
           exchanged, along_x, line, n});
    }
  }
  bool fits(double wet, std::span<const int> nodes, double tolerance) const {
    const double share = wet_of_rank_ * ranks_in(nodes);
    return std::abs(wet - share) <= tolerance * share;
  }

  const LoadCounter& count_;
  std::span<const int> ranks_;
  double wet_of_rank_, tolerance_;
};

constexpr std::array tolerances{0.02, 0.05, 0.08};
constexpr std::int64_t choices = 8;

}  // namespace

Candidates straits(int ranks, int cores_per_node) {
  const NodeByNode nodes(ranks, cores_per_node);
  return {.size = nodes.nodes() == 1 ? 1 : choices * std::ssize(tolerances),
          .at = [nodes](PartitionSearch& search, std::int64_t i,
                        double limit) -> std::optional<Section> {
            const Straits cuts(search.count(), nodes.ranks_of_node(),
                               tolerances[static_cast<std::size_t>(i / choices)]);
            auto found = cuts.best(search.grid().box(), 0, nodes.ranks_of_node().size(), 0,
                                   static_cast<std::size_t>(i % choices));
            if (!found) return {};
            return nodes.among_cores(search, std::move(found->cuts), limit);
          },
          .ordering =
              [](std::int64_t i) {
                return fmt::format("straits {}, {} %", i % choices + 1,
                                   100 * tolerances[static_cast<std::size_t>(i / choices)]);
              }};
}

}  // namespace seafret
