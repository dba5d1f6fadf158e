// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "decomposition/partition/search.hpp"

namespace seafret {
namespace {

// The shares of a cut that is being moved add up to about this.
constexpr std::int64_t all_shares = 1 << 24;

// No rank may come to another partition than the others: products and square roots are the same on
// every processor, powers need not be.
double fourth_power(double x) { return x * x * x * x; }

/// Where two cost the same, that with fewer ranks near the worst is better.
double with_others(double cost, std::span<const double> of_rank) {
  const double most = *std::ranges::max_element(of_rank);
  if (most <= 0) return cost;
  double crowd = 0;
  for (const double c : of_rank) crowd += fourth_power(fourth_power(c / most));
  return cost * (1 + 1e-4 * crowd / static_cast<double>(of_rank.size()));
}

/// What a partition costs, and what its ranks have to do.
struct Rated {
  std::vector<Box> boxes;
  std::vector<Load> loads = {};
  std::vector<double> of_rank = {};
  double cost = 0;
};

void rate(const PartitionJudge& judge, Rated& rated) {
  rated.cost = with_others(judge.cost(rated.loads), rated.of_rank);
}

std::optional<Rated> rate(PartitionJudge& judge, const Section& section) {
  auto boxes = judge.boxes(section);
  if (!boxes) return {};
  Rated rated{std::move(*boxes)};
  for (const Load& load : judge.loads(rated.boxes)) {
    rated.loads.push_back(load);
    rated.of_rank.push_back(judge.cost_of_rank(load));
  }
  rate(judge, rated);
  return rated;
}

void use_fine_shares(Section& section) {
  const std::int64_t sum =
      std::accumulate(section.shares.begin(), section.shares.end(), std::int64_t{0});
  for (std::int64_t& share : section.shares) share = share * all_shares / sum;
  for (Section& part : section.parts) use_fine_shares(part);
}

/// The fourth-power mean of the costs of a part's ranks, which begin at `first`; gives each part of
/// every cut a share the smaller the more it costs.
double shift_shares(Section& section, std::span<const double> of_rank, std::size_t& first) {
  if (section.parts.empty()) return fourth_power(of_rank[first++]);
  std::vector<double> means;
  double sum = 0, ranks = 0;
  for (Section& part : section.parts) {
    const std::size_t begin = first;
    means.push_back(shift_shares(part, of_rank, first));
    const auto parts_ranks = static_cast<double>(first - begin);
    sum += means.back() * parts_ranks;
    ranks += parts_ranks;
  }
  const double mean = sum / ranks;
  std::vector<double> wanted;
  for (std::size_t n = 0; n < means.size(); ++n)
    wanted.push_back(static_cast<double>(section.shares[n]) *
                     std::sqrt(std::sqrt(std::sqrt(mean / std::max(means[n], 1e-30)))));
  const double all = std::accumulate(wanted.begin(), wanted.end(), 0.0);
  for (std::size_t n = 0; all > 0 && n < means.size(); ++n)
    section.shares[n] = std::max<std::int64_t>(1, std::llround(wanted[n] / all * all_shares));
  return mean;
}

/// One of the cuts above a rank.
struct Step {
  Section* cut;
  std::size_t part;   // that the rank is in
  Box box;            // what is cut
  std::size_t first;  // rank in it
};

/// The cuts from the whole grid down to one rank.
std::vector<Step> way_to(const CellCount& wet, const Box& all, Section& section, std::size_t rank) {
  std::vector<Step> way;
  Box box = all;
  std::size_t first = 0;
  for (Section* here = &section; !here->parts.empty();) {
    std::size_t n = 0, next = first;
    for (auto ranks = static_cast<std::size_t>(here->parts[n].ranks()); rank >= next + ranks;
         ranks = static_cast<std::size_t>(here->parts[n].ranks())) {
      next += ranks;
      ++n;
    }
    way.push_back({here, n, box, first});
    box = parts_of(wet, box, *here)[n];
    first = next;
    here = &here->parts[n];
  }
  return way;
}

/// Tries to take a little from a part of a cut for one beside it.
class LineMover {
 public:
  LineMover(PartitionJudge& judge, Section section, Rated rated)
      : judge_(judge),
        best_(std::move(section)),
        rated_(std::move(rated)),
        touched_(rated_.boxes.size()) {
    judge_.count().look_at(rated_.boxes, judge_.node_of());
  }

  void run(int tries) {
    double step = 0.02;
    while (tries > 0 && step > 2e-4)
      if (!relieve_worst(step, tries)) step *= 0.6;
  }
  const Section& best() const { return best_; }

 private:
  bool relieve_worst(double step, int& tries) {
    const auto worst = std::ranges::max_element(rated_.of_rank) - rated_.of_rank.begin();
    const auto way =
        way_to(judge_.wet(), judge_.grid().box(), best_, static_cast<std::size_t>(worst));
    for (auto cut = way.rbegin(); cut != way.rend(); ++cut)
      for (const int side : {-1, 1}) {
        const std::size_t other = cut->part + static_cast<std::size_t>(side);  // wraps below zero
        if (other >= cut->cut->parts.size()) continue;
        --tries;
        if (gives(*cut, cut->part, other, step)) return true;
      }
    return false;
  }
  bool gives(const Step& at, std::size_t part, std::size_t other, double step) {
    std::int64_t &from = at.cut->shares[part], &to = at.cut->shares[other];
    const auto amount = static_cast<std::int64_t>(step * static_cast<double>(from));
    from -= amount;
    to += amount;
    std::vector<Box> boxes = divide(judge_.wet(), at.box, *at.cut);
    if (judge_.is_feasible(boxes)) {
      trim(judge_.wet(), boxes);
      if (costs_less(at.first, boxes)) return true;
    }
    from += amount;
    to -= amount;
    return false;
  }

  /// Whether these boxes from rank `first` on make the partition better; if not, all is as before.
  bool costs_less(std::size_t first, std::vector<Box>& boxes) {
    const auto mine = std::span(rated_.boxes).subspan(first, boxes.size());
    const std::vector<std::size_t> touched = swap_in(mine, boxes, first);
    std::vector<Load> before;
    for (const std::size_t r : touched)
      before.push_back(std::exchange(rated_.loads[r], judge_.count().load(r)));
    const double cost = rated_.cost;
    rate_again(touched);
    if (rated_.cost < cost) return true;
    swap_in(mine, boxes, first);
    for (std::size_t n = 0; n < touched.size(); ++n) rated_.loads[touched[n]] = before[n];
    rate_again(touched);
    return false;
  }
  void rate_again(const std::vector<std::size_t>& touched) {
    for (const std::size_t r : touched) rated_.of_rank[r] = judge_.cost_of_rank(rated_.loads[r]);
    rate(judge_, rated_);
  }
  /// Returns the ranks whose boxes differ, and those beside them.
  std::vector<std::size_t> swap_in(std::span<Box> mine, std::span<Box> others, std::size_t first) {
    std::vector<std::size_t> moved, touched;
    for (std::size_t n = 0; n < mine.size(); ++n)
      if (mine[n] != others[n]) moved.push_back(n);
    const auto touch = [&](int r) {
      if (touched_[static_cast<std::size_t>(r)]) return;
      touched_[static_cast<std::size_t>(r)] = true;
      touched.push_back(static_cast<std::size_t>(r));
    };
    for (const std::size_t n : moved) judge_.count().for_each_in(mine[n].grown(1), touch);
    for (const std::size_t n : moved) judge_.count().move(first + n, others[n]);
    for (const std::size_t n : moved) judge_.count().for_each_in(others[n].grown(1), touch);
    for (const std::size_t n : moved) std::swap(mine[n], others[n]);
    for (const std::size_t r : touched) touched_[r] = false;
    return touched;
  }

  PartitionJudge& judge_;
  Section best_;
  Rated rated_;
  std::vector<bool> touched_;
};

}  // namespace

Section refined(PartitionJudge& judge, const Section& section) {
  const int ranks = section.ranks();
  // Fewer where there are many ranks, so that it always comes to an end soon.
  const int rounds = std::clamp((1 << 17) / ranks, 4, 30),
            tries = std::clamp((1 << 20) / ranks, 30, 400);
  Section now = section;
  use_fine_shares(now);
  std::optional<Rated> rated = rate(judge, now);
  if (!rated || rated->cost <= 0) return section;  // nothing may cost less than nothing
  Section best = now;
  Rated best_rated = *rated;
  for (int n = 0; n < rounds && rated; ++n) {
    std::size_t first = 0;
    shift_shares(now, rated->of_rank, first);
    rated = rate(judge, now);
    if (rated && rated->cost < best_rated.cost) {
      best = now;
      best_rated = *rated;
    }
  }
  LineMover mover(judge, best, best_rated);
  mover.run(tries);
  return mover.best();
}

}  // namespace seafret
