// SPDX-License-Identifier: BSD-3-Clause
#include "decomposition/partition/costs.hpp"

#include <vector>

namespace seafret {
namespace {

using Weights = CostWeights;

double real(std::int64_t columns) { return static_cast<double>(columns); }

/// The columns that a rank computes, weighed; those outside the model count as dry ones.
double column_cost(const Load& load, const Weights& w) {
  return w.wet * real(load.wet) + w.dry * real(load.dry + load.outside);
}

/// The columns that it receives, weighed.
double halo_cost(const Load& load, const Weights& w) {
  return w.off_node * real(load.halo_off) + w.on_node * real(load.halo_on);
}

double message_cost(const Load& load, const Weights& w) {
  return w.message_off_node * load.messages_off + w.message_on_node * load.messages_on;
}

/// Pickles, section 4.
double paper_cost(const Load& load, const Weights& w) {
  return column_cost(load, w) + halo_cost(load, w);
}

double latency_cost(const Load& load, const Weights& w) {
  return halo_cost(load, w) + message_cost(load, w);
}

/// What a step takes: with the weights that a run measures when it begins.
double measured_cost(const Load& load, const Weights& w) {
  return column_cost(load, w) + halo_cost(load, w) + message_cost(load, w);
}

/// A two-dimensional exchange costs its messages, a three-dimensional one its columns: the best
/// partitions for them differ, and what counts is how often a step has each.
double mix_cost(const Load& load, const Weights& w) {
  const double columns = w.exchanges_3d + w.exchanges_2d / w.levels;
  const double messages = w.exchanges_3d + w.exchanges_2d;
  return column_cost(load, w) + columns * halo_cost(load, w) + messages * message_cost(load, w);
}

double wet_cost(const Load& load, const Weights&) { return real(load.wet); }
double dry_cost(const Load& load, const Weights&) { return real(load.dry + load.outside); }
double off_cost(const Load& load, const Weights&) { return real(load.halo_off); }
double on_cost(const Load& load, const Weights&) { return real(load.halo_on); }

/// What the slowest rank cannot see: the columns that come in through the network adapter of the
/// busiest node, and those of all nodes (as the partitioner of NEMO has it, after Pickles).
double adapters_cost(std::span<const Load> loads, std::span<const int> node_of, const Weights& w) {
  std::vector<double> received(1);
  double total = 0;
  for (std::size_t r = 0; r < loads.size(); ++r) {
    const auto node = static_cast<std::size_t>(node_of[r]);
    received.resize(std::max(received.size(), node + 1));
    received[node] += real(loads[r].halo_off);
    total += real(loads[r].halo_off);
  }
  return w.node * *std::ranges::max_element(received) + w.total * total;
}

/// Every way of judging a partition.  To add one, add a line.
Registry<Cost> all_costs() {
  Registry<Cost> all("cost");
  all.add("comms", {"halo columns of the slowest rank", halo_cost});
  all.add("dry", {"columns of the slowest rank that are not wet", dry_cost});
  all.add("latency", {"halo columns and messages of the slowest rank", latency_cost});
  all.add("measured", {"columns, halo columns and messages of the slowest rank, as a run measures",
                       measured_cost});
  all.add("mix",
          {"columns and all exchanges of a step, 2-D and 3-D ones, of the slowest rank", mix_cost});
  all.add("node", {"as paper, and columns received by the busiest node and by all", paper_cost,
                   adapters_cost});
  all.add("off", {"halo columns from other nodes of the slowest rank", off_cost});
  all.add("on", {"halo columns from its own node of the slowest rank", on_cost});
  all.add("paper", {"wet, dry and halo columns of the slowest rank", paper_cost});
  all.add("wet", {"wet columns of the slowest rank", wet_cost});
  return all;
}

}  // namespace

const Registry<Cost>& costs() {
  static const Registry<Cost> all = all_costs();
  return all;
}

}  // namespace seafret
