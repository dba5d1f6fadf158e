// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/partitions.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "comms/base/together.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "decomposition/partition/survey.hpp"
#include "miniapp/bench/halo_bench.hpp"
#include "miniapp/bench/halo_fields.hpp"
#include "miniapp/command_line/option_values.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/files/mask_file.hpp"
#include "miniapp/run/report/provenance.hpp"
#include "miniapp/run/setup.hpp"

namespace seafret {
namespace {

struct PartitionsOptions {
  std::string mask, partitioner = "k_section_search", transport = "p2p", json;
  int levels = 34, cores_per_node = 0;
  BlockPlan plan{.blocks = 5, .repetitions = 20};
};

/// One candidate, and what its exchanges took, in seconds, block by block: two fields of one level,
/// one of all, and all three in the same messages.
struct Candidate {
  std::string ordering;
  std::vector<Box> boxes;
  Verdict verdict;
  std::vector<double> flat = {}, deep = {}, all = {};
};

std::vector<Candidate> feasible_candidates(const Grid& grid, const PartitionsOptions& options,
                                           int ranks) {
  const Partitioner& partitioner = partitioners().at(options.partitioner);
  if (partitioner.candidates == nullptr)
    throw InputError("bench partitions: " + options.partitioner + " has one partition only");
  const Nodes nodes(ranks, options.cores_per_node);
  const Candidates proposed = partitioner.candidates(nodes);
  PartitionJudge judge(grid, nodes, {});
  std::vector<Candidate> feasible;
  for_each_feasible(judge, proposed, [&](std::int64_t i, const std::vector<Box>& boxes) {
    feasible.push_back({proposed.ordering(i), boxes, verdict(judge, i, boxes)});
    return no_limit;
  });
  return feasible;
}

/// Makes the three exchanges, times each, and forgets them: of a large sea there is no room for the
/// fields of all candidates at once.
void time_once(Candidate& c, const Grid& grid, const PartitionsOptions& options,
               const Communicator& comm) {
  const Decomposition decomposition(grid, c.boxes);
  const Domain domain{decomposition, comm};
  const auto time = [&](const std::vector<int>& levels) {
    HaloFields fields(domain, levels, 1);
    fields.set(0);
    HaloOptions how{.transport = options.transport};
    how.with.cores_per_node = options.cores_per_node;
    HaloExchange exchange(domain, fields.swapped(), how);
    const std::vector<std::function<void()>> swap{[&] {
      exchange.start(fields.columns());
      exchange.finish();
    }};
    const Measurement found =
        measure_in_blocks(swap, {.blocks = 1, .repetitions = options.plan.repetitions}, comm);
    return found.series[0].seconds[0];
  };
  c.flat.push_back(time({1, 1}));
  c.deep.push_back(time({options.levels}));
  c.all.push_back(time({1, 1, options.levels}));
}

std::string as_text(const std::vector<Candidate>& candidates) {
  std::string text = fmt::format("{:<28}{:>10}{:>10}{:>12}{:>12}{:>12}{:>10}\n", "order of cuts",
                                 "paper", "comms", "two 2-D, us", "3-D, us", "all, us", "spread");
  for (const Candidate& c : candidates)
    text +=
        fmt::format("{:<28}{:>10.0f}{:>10.0f}{:>12.1f}{:>12.1f}{:>12.1f}{:>8.0f} %\n", c.ordering,
                    c.verdict.costs.at("paper"), c.verdict.costs.at("comms"), 1e6 * median(c.flat),
                    1e6 * median(c.deep), 1e6 * median(c.all), 100 * spread(c.all));
  return text;
}

std::string as_json(const std::vector<Candidate>& candidates, const PartitionsOptions& options,
                    const Provenance& provenance, int ranks) {
  Json rows = Json::array();
  for (const Candidate& c : candidates) {
    Json row{{"ordering", c.ordering}};
    for (const auto& [name, value] : c.verdict.costs) row[name] = value;
    row["us_2d"] = 1e6 * median(c.flat);
    row["us_3d"] = 1e6 * median(c.deep);
    row["us_all"] = 1e6 * median(c.all);
    row["spread"] = spread(c.all);
    rows.push_back(row);
  }
  const Json json{{"benchmark", "partitions"},
                  {"provenance", to_json(provenance)},
                  {"mask", options.mask},
                  {"ranks", ranks},
                  {"cores_per_node", options.cores_per_node},
                  {"levels", options.levels},
                  {"transport", options.transport},
                  {"partitioner", options.partitioner},
                  {"blocks", options.plan.blocks},
                  {"repetitions", options.plan.repetitions},
                  {"rows", rows}};
  return text_of(json);
}

int run_benchmark(const PartitionsOptions& options, const Communicator& comm) {
  transports().at(options.transport);
  const Grid grid = read_mask(options.mask, {}, comm).grid;
  const Provenance provenance = make_provenance(comm);
  std::vector<Candidate> candidates = feasible_candidates(grid, options, comm.size());
  if (candidates.empty())
    throw InputError(fmt::format("bench partitions: no candidate of {} is feasible for {} ranks",
                                 options.partitioner, comm.size()));
  for (int n = 0; n < options.plan.blocks; ++n)
    for (Candidate& c : candidates) time_once(c, grid, options, comm);
  std::ranges::sort(candidates, {}, [](const Candidate& c) { return median(c.all); });
  together<RunError>(comm, [&] {
    if (comm.rank() != 0) return;
    fmt::print("{}", as_text(candidates));
    if (!options.json.empty())
      replace_text(options.json, as_json(candidates, options, provenance, comm.size()));
  });
  return 0;
}

}  // namespace

Command::Execute declare_partitions_benchmark(CLI::App& app) {
  const auto o = std::make_shared<PartitionsOptions>();
  app.add_option("--mask", o->mask, "the sea: HDF5, netCDF-4, PGM or plain text")->required();
  app.add_option("--levels", o->levels, "of a field in three dimensions (34)")
      ->check(whole_number(1, 1000));
  app.add_option("--partitioner", o->partitioner, "whose candidates (k_section_search)");
  app.add_option("--transport", o->transport, "what carries the messages (p2p)");
  app.add_option("--cores-per-node", o->cores_per_node, "pretend nodes of so many ranks")
      ->check(whole_number(0));
  app.add_option("--blocks", o->plan.blocks, "how often all candidates are timed (5)")
      ->check(whole_number(1, 1000));
  app.add_option("--swaps", o->plan.repetitions, "swaps of each in a block (20)")
      ->check(whole_number(1, 1000000));
  app.add_option("--json", o->json, "a file for the results");
  return [o](const Communicator& comm) { return run_benchmark(*o, comm); };
}

}  // namespace seafret
