// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/search.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <limits>
#include <map>
#include <memory>

#include "comms/base/together.hpp"
#include "decomposition/partition/cut_orders.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "miniapp/bench/general_partitioner.hpp"
#include "miniapp/command_line/option_values.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/files/mask_file.hpp"
#include "miniapp/run/report/provenance.hpp"

namespace seafret {
namespace {

/// What `seafret bench search` is asked for.
struct SearchBenchOptions {
  std::string mask = "inputs/masks/hrcs.h5";
  std::vector<int> ranks = {192, 768};
  int cores_per_node = 12;
  bool compare = false;  ///< with general partitioners, on nodes of several sizes
  std::string json;      ///< a file for the results, if any
};

/// One core looks at all candidates of a space, or moves the lines of the best.
struct SearchRow {
  int ranks = 0;
  std::string space;
  std::int64_t candidates = 0;
  double setup_ms = 0, ms = 0;
  double cost = 0;  ///< of the best; infinite where none is feasible
  /// What one of as many searchers as ranks has to do.
  double ms_of_a_searcher() const {
    const auto turns = (candidates + ranks - 1) / ranks;
    return setup_ms + ms / static_cast<double>(candidates) * static_cast<double>(turns);
  }
};

/// How good a partition is, by Pickles' cost (the slowest rank) and by what nodes receive.
struct Compared {
  int ranks = 0, cores_per_node = 0;
  std::string partitioner;
  double cost = 0;
  std::int64_t off_node = 0;
};

/// Processor time, so that a busy machine does little harm: the least of three, of long work of
/// one.
template <class Work>
double least_ms(Work work) {
  double least = std::numeric_limits<double>::infinity(), total = 0;
  for (int n = 0; n < 3 && total < 500; ++n) {
    const std::clock_t start = std::clock();
    work();
    const double ms = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    least = std::min(least, ms);
    total += ms;
  }
  return least;
}

struct Space {
  const char *name, *partitioner;
};
constexpr std::array spaces{Space{"eq1", "k_section_search"}, Space{"footnote3", "footnote3"},
                            Space{"two_level", "two_level"}, Space{"straits", "straits"}};

Compared judged(std::span<const Load> loads, const Nodes& nodes, const std::string& name) {
  Compared result{nodes.ranks(), nodes.rooms().front(), name};
  for (const Load& load : loads) {
    result.cost = std::max(result.cost, costs().at("paper").of_rank(load, {}));
    result.off_node += load.halo_off;
  }
  return result;
}

/// Adds a row for each space, and for moving the lines of the best of the last one; false where no
/// candidate is feasible.
bool search_every_space(const Grid& grid, const Nodes& nodes, std::vector<SearchRow>& rows) {
  const double setup_ms = least_ms([&] { PartitionJudge(grid, nodes, {}); });
  PartitionJudge judge(grid, nodes, {});
  std::optional<Section> best;
  for (const Space& space : spaces) {
    const Candidates all = partitioners().at(space.partitioner).candidates(nodes);
    std::optional<Found> found;
    const double ms = least_ms([&] { found = best_of(judge, all); });
    rows.push_back(
        {nodes.ranks(), space.name, all.size, setup_ms, ms, found ? found->cost : no_limit});
    if (found) best = all.at(judge, found->number, no_limit);
  }
  if (!best) return false;
  Section moved;
  const double ms = least_ms([&] { moved = refined(judge, *best); });
  rows.push_back(
      {nodes.ranks(), "refine", 1, setup_ms, ms, judge.cost(judge.loads(*judge.boxes(moved)))});
  return true;
}

void compare_every_partitioner(const Grid& grid, const Nodes& nodes, std::vector<Compared>& all) {
  for (const Space& space : spaces)
    for (const bool refine : {false, true}) {
      const PartitionOptions asked{.refine = refine};
      PartitionJudge judge(grid, nodes, asked);
      const auto boxes = partitioners().at(space.partitioner)(grid, nodes, asked);
      all.push_back(
          judged(judge.loads(boxes), nodes, std::string(space.name) + (refine ? ", refined" : "")));
    }
  for (const auto& [name, partitioner] : general_partitioners())
    all.push_back(judged(loads_of_owners(grid, partitioner(grid, nodes), nodes), nodes, name));
}

/// Ours and all general partitioners that there are, where ranks fill several nodes evenly.
std::vector<Compared> compare_partitioners(const Grid& grid, const SearchBenchOptions& options) {
  std::vector<Compared> all;
  for (const int ranks : options.ranks)
    for (const int cores : {4, 12, 24, 64, 128})
      if (ranks % cores == 0 && ranks != cores)
        compare_every_partitioner(grid, {ranks, cores}, all);
  return all;
}

/// How many orders of cuts there are (figure 7 of the paper).
Json counts() {
  Json all = Json::array();
  for (int ranks = 1; ranks <= 2048; ++ranks)
    all.push_back({{"ranks", ranks},
                   {"eq1", TurnByTurn(ranks).size()},
                   {"footnote3", orders_of_footnote_3(ranks)}});
  return all;
}

std::string as_table(const std::vector<SearchRow>& rows) {
  std::string text = fmt::format("{:>6}  {:<10}{:>11}{:>10}{:>10}{:>14}{:>10}\n", "ranks", "space",
                                 "candidates", "set-up ms", "ms", "ms a searcher", "cost");
  for (const SearchRow& r : rows)
    text += fmt::format("{:>6}  {:<10}{:>11}{:>10.1f}{:>10.1f}{:>14.1f}{:>10.0f}\n", r.ranks,
                        r.space, r.candidates, r.setup_ms, r.ms, r.ms_of_a_searcher(), r.cost);
  return text;
}

/// The geometric means of what each partitioner's cost and traffic come to against `reference`.
std::string as_table(const std::vector<Compared>& all, const std::string& reference) {
  struct Ratios {
    double cost = 0, off_node = 0;  // sums of logarithms
    int cases = 0;
  };
  std::map<std::string, Ratios> ratios;
  for (const Compared& theirs : all)
    for (const Compared& c : all) {
      const bool same_case = c.ranks == theirs.ranks && c.cores_per_node == theirs.cores_per_node;
      if (theirs.partitioner != reference || !same_case) continue;
      Ratios& r = ratios[c.partitioner];
      r.cost += std::log(c.cost / theirs.cost);
      r.off_node +=
          std::log(static_cast<double>(c.off_node) / static_cast<double>(theirs.off_node));
      ++r.cases;
    }
  std::string text = fmt::format("\n{:<22}{:>7}{:>12}{:>12}  (geometric means; {} = 1)\n",
                                 "partitioner", "cases", "cost", "off node", reference);
  for (const auto& [name, r] : ratios)
    text += fmt::format("{:<22}{:>7}{:>12.3f}{:>12.3f}\n", name, r.cases,
                        std::exp(r.cost / r.cases), std::exp(r.off_node / r.cases));
  return text;
}

std::string as_json(const std::vector<SearchRow>& rows, const std::vector<Compared>& compared,
                    const SearchBenchOptions& options, const Provenance& provenance) {
  Json json{{"benchmark", "search"},       {"provenance", to_json(provenance)},
            {"floors", Json::object()},    {"rows", Json::array()},
            {"comparison", Json::array()}, {"counts", counts()}};
  for (const SearchRow& r : rows)
    json["rows"].push_back({{"mask", options.mask},
                            {"ranks", r.ranks},
                            {"cores_per_node", options.cores_per_node},
                            {"space", r.space},
                            {"candidates", r.candidates},
                            {"setup_ms", r.setup_ms},
                            {"ms", r.ms},
                            {"ms_of_a_searcher", r.ms_of_a_searcher()},
                            {"cost", r.cost}});
  for (const Compared& c : compared)
    json["comparison"].push_back({{"ranks", c.ranks},
                                  {"cores_per_node", c.cores_per_node},
                                  {"partitioner", c.partitioner},
                                  {"cost", c.cost},
                                  {"off_node", c.off_node}});
  return text_of(json);
}

int run_search_benchmark(const SearchBenchOptions& options, const Communicator& comm) {
  const Grid grid = read_mask(options.mask, {}, comm).grid;
  const Provenance provenance = make_provenance(comm);
  together<InputError>(comm, [&] {
    if (comm.rank() != 0) return;
    std::vector<SearchRow> rows;
    std::vector<int> too_many;
    for (const int ranks : options.ranks)
      if (!search_every_space(grid, {ranks, options.cores_per_node}, rows))
        too_many.push_back(ranks);
    fmt::print("{}", as_table(rows));
    std::vector<Compared> compared;
    if (options.compare) {
      compared = compare_partitioners(grid, options);
      const auto general = general_partitioners().names();
      const bool has_metis = std::ranges::find(general, "metis_two_level") != general.end();
      fmt::print("{}", as_table(compared, has_metis ? "metis_two_level" : "two_level"));
    }
    if (!options.json.empty())
      replace_text(options.json, as_json(rows, compared, options, provenance));
    if (!too_many.empty())
      throw InputError(fmt::format(
          "bench search: no candidate gives each of {} ranks a box of three columns or more either "
          "way with something wet in it",
          fmt::join(too_many, " or ")));
  });
  return 0;
}

}  // namespace

Command::Execute declare_search_benchmark(CLI::App& app) {
  const auto o = std::make_shared<SearchBenchOptions>();
  app.add_option("--mask", o->mask, "a mask file (inputs/masks/hrcs.h5)");
  app.add_option("--ranks", o->ranks, "numbers of ranks, with commas between them (192,768)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(whole_number(1, 1000000));
  app.add_option("--cores-per-node", o->cores_per_node, "ranks fill nodes of so many (12)")
      ->check(whole_number(1));
  app.add_flag("--compare", o->compare,
               "with general partitioners too, on nodes of 4, 12, 24, 64 and 128 cores");
  app.add_option("--json", o->json, "a file for the results");
  return [o](const Communicator& comm) { return run_search_benchmark(*o, comm); };
}

}  // namespace seafret
