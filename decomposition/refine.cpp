// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/refine.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace seafret {
namespace {

constexpr std::int64_t whole = 1 << 24;  // shares of a cut that is being moved add up to about this

// No rank may come to another partition than the others: products and square roots are the same on
// every processor, powers need not be.
double fourth_power(double x) { return x * x * x * x; }

/// What a partition costs, and what each of its ranks does.
struct Judged {
  double cost = 0;
  std::vector<double> of_rank;
};

/// Where two cost the same, that with fewer ranks near the worst is better.
double with_others(double cost, const std::vector<double>& of_rank) {
  const double most = *std::ranges::max_element(of_rank);
  double crowd = 0;
  for (const double c : of_rank) crowd += fourth_power(fourth_power(c / most));
  return cost * (1 + 1e-4 * crowd / static_cast<double>(of_rank.size()));
}

std::optional<Judged> judge(PartitionSearch& search, const Section& section) {
  const auto boxes = search.boxes(section);
  if (!boxes) return {};
  const std::span<const Load> loads = search.loads(*boxes);
  Judged judged;
  for (const Load& load : loads) judged.of_rank.push_back(search.cost_of_rank(load));
  judged.cost = with_others(search.cost(loads), judged.of_rank);
  return judged;
}

void use_fine_shares(Section& section) {
  const std::int64_t sum =
      std::accumulate(section.shares.begin(), section.shares.end(), std::int64_t{0});
  for (std::int64_t& share : section.shares) share = share * whole / sum;
  for (Section& part : section.parts) use_fine_shares(part);
}

/// The fourth-power mean of the costs of a part's ranks, which begin at `first`; gives each part of
/// every cut a share the smaller the more it costs.
double shift_shares(Section& section, std::span<const double> of_rank, std::size_t& first) {
  if (section.parts.empty()) return fourth_power(of_rank[first++]);
  std::vector<double> means;
  double sum = 0, ranks = 0;
  for (Section& part : section.parts) {
    const auto parts_ranks = static_cast<double>(part.ranks());
    means.push_back(shift_shares(part, of_rank, first));
    sum += means.back() * parts_ranks;
    ranks += parts_ranks;
  }
  const double mean = sum / ranks;
  std::vector<double> wanted;
  for (std::size_t n = 0; n < means.size(); ++n)
    wanted.push_back(static_cast<double>(section.shares[n]) *
                     std::sqrt(std::sqrt(std::sqrt(mean / std::max(means[n], 1e-30)))));
  const double all = std::accumulate(wanted.begin(), wanted.end(), 0.0);
  for (std::size_t n = 0; n < means.size(); ++n)
    section.shares[n] = std::max<std::int64_t>(1, std::llround(wanted[n] / all * whole));
  return mean;
}

/// The cuts from the whole grid down to one rank: each with the part that the rank is in.
std::vector<std::pair<Section*, std::size_t>> way_to(Section& section, std::size_t rank) {
  std::vector<std::pair<Section*, std::size_t>> way;
  for (Section* here = &section; !here->parts.empty();) {
    std::size_t n = 0;
    for (; rank >= static_cast<std::size_t>(here->parts[n].ranks()); ++n)
      rank -= static_cast<std::size_t>(here->parts[n].ranks());
    way.emplace_back(here, n);
    here = &here->parts[n];
  }
  return way;
}

/// Tries to take a little from a part of a cut for one beside it.
class LineMover {
 public:
  LineMover(PartitionSearch& search, Section section, Judged judged)
      : search_(search), best_(std::move(section)), judged_(std::move(judged)) {}

  void run(int tries) {
    double step = 0.02;
    while (tries > 0 && step > 2e-4)
      if (!relieve_worst(step, tries)) step *= 0.6;
  }
  const Section& best() const { return best_; }

 private:
  bool relieve_worst(double step, int& tries) {
    const auto worst = std::ranges::max_element(judged_.of_rank) - judged_.of_rank.begin();
    const auto way = way_to(best_, static_cast<std::size_t>(worst));
    for (auto cut = way.rbegin(); cut != way.rend(); ++cut)
      for (const int side : {-1, 1}) {
        auto& [section, part] = *cut;
        const std::size_t other = part + static_cast<std::size_t>(side);  // wraps below zero
        if (other >= section->parts.size()) continue;
        --tries;
        if (gives(section->shares[part], section->shares[other], step)) return true;
      }
    return false;
  }
  bool gives(std::int64_t& from, std::int64_t& to, double step) {
    const auto amount = static_cast<std::int64_t>(step * static_cast<double>(from));
    from -= amount;
    to += amount;
    if (auto now = judge(search_, best_); now && now->cost < judged_.cost) {
      judged_ = std::move(*now);
      return true;
    }
    from += amount;
    to -= amount;
    return false;
  }

  PartitionSearch& search_;
  Section best_;
  Judged judged_;
};

}  // namespace

Section refined(PartitionSearch& search, const Section& section) {
  constexpr int rounds = 30, tries = 400;
  Section now = section;
  use_fine_shares(now);
  std::optional<Judged> judged = judge(search, now);
  if (!judged) return section;
  Section best = now;
  Judged best_judged = *judged;
  for (int n = 0; n < rounds && judged; ++n) {
    std::size_t first = 0;
    shift_shares(now, judged->of_rank, first);
    judged = judge(search, now);
    if (judged && judged->cost < best_judged.cost) {
      best = now;
      best_judged = *judged;
    }
  }
  LineMover mover(search, best, best_judged);
  mover.run(tries);
  return mover.best();
}

}  // namespace seafret
