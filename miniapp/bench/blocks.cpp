// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/blocks.hpp"

#include <algorithm>
#include <cmath>

#include "comms/base/stopwatch.hpp"

namespace seafret {
namespace {

constexpr double noisy_floor = 1.5;  // a block that took so much longer than the best is repeated

double percentile(const std::vector<double>& sorted, double share) {
  return sorted[static_cast<std::size_t>(
      std::lround(share * static_cast<double>(sorted.size() - 1)))];
}

}  // namespace

double time_one(const std::function<void()>& contestant, int repetitions,
                const Communicator& comm) {
  comm.barrier();
  const Stopwatch stopwatch;
  for (int n = 0; n < repetitions; ++n) contestant();
  return comm.max(stopwatch.seconds() / repetitions);
}

Measurement measure_in_blocks(std::span<const std::function<void()>> contestants,
                              const BlockPlan& plan, const Communicator& comm) {
  std::vector<std::function<double()>> timed;
  for (const auto& contestant : contestants) {
    time_one(contestant, 2, comm);  // warm up
    timed.emplace_back([&] { return time_one(contestant, plan.repetitions, comm); });
  }
  return measure_in_blocks(timed, plan.blocks);
}

Measurement measure_in_blocks(std::span<const std::function<double()>> contestants, int wanted) {
  std::vector<std::vector<double>> blocks;
  Measurement result;
  const int most = 2 * wanted;  // where it never calms down, what was seen must do
  for (int n = 0; n < most && static_cast<int>(blocks.size()) < wanted; ++n) {
    auto& block = blocks.emplace_back();
    for (const auto& contestant : contestants) block.push_back(contestant());
    double best = block[0];
    for (const auto& b : blocks) best = std::min(best, b[0]);
    const bool last_chance = n + wanted >= most;
    if (!last_chance)
      result.repeated += static_cast<int>(
          std::erase_if(blocks, [&](const auto& b) { return b[0] > noisy_floor * best; }));
  }
  result.series.resize(contestants.size());
  for (const auto& block : blocks)
    for (std::size_t c = 0; c < block.size(); ++c) {
      result.series[c].seconds.push_back(block[c]);
      result.series[c].ratio.push_back(block[c] / block[0]);
    }
  return result;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return percentile(values, 0.5);
}

double spread(std::vector<double> values) {
  std::ranges::sort(values);
  return 0.5 * (percentile(values, 0.9) - percentile(values, 0.1)) / percentile(values, 0.5);
}

}  // namespace seafret
