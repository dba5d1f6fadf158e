// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/search.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "comms/base/together.hpp"
#include "miniapp/bench/general_partitioner.hpp"
#include "miniapp/bench/search_bench.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/files/mask_file.hpp"

namespace seafret {
namespace {

struct SearchCommand {
  SearchBenchOptions options;
  std::string json;
};

int run_search_benchmark(const SearchCommand& line, const Communicator& comm) {
  const SearchBenchOptions& options = line.options;
  const Grid grid = read_mask(options.mask, {}, comm).grid;
  const Provenance provenance = make_provenance(comm);
  together<InputError>(comm, [&] {
    if (comm.rank() != 0) return;
    const std::vector<SearchRow> rows = bench_search(grid, options);
    fmt::print("{}", as_table(rows));
    std::vector<Compared> compared;
    if (options.compare) {
      compared = compare_partitioners(grid, options);
      const auto general = general_partitioners().names();
      const bool has_metis = std::ranges::find(general, "metis_two_level") != general.end();
      fmt::print("{}", as_table(compared, has_metis ? "metis_two_level" : "two_level"));
    }
    if (line.json.empty()) return;
    replace_text(line.json, as_json(rows, compared, options, provenance));
  });
  return 0;
}

}  // namespace

Command::Execute declare_search_benchmark(CLI::App& app) {
  const auto line = std::make_shared<SearchCommand>();
  SearchBenchOptions& o = line->options;
  app.add_option("--mask", o.mask, "a mask file (inputs/masks/hrcs.h5)");
  app.add_option("--ranks", o.ranks, "numbers of ranks, with commas between them (192,768)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(1, 1000000));
  app.add_option("--cores-per-node", o.cores_per_node, "ranks fill nodes of so many (12)")
      ->check(CLI::PositiveNumber);
  app.add_flag("--compare", o.compare,
               "with general partitioners too, on nodes of 4, 12, 24, 64 and 128 cores");
  app.add_option("--json", line->json, "a file for the results");
  return [line](const Communicator& comm) { return run_search_benchmark(*line, comm); };
}

}  // namespace seafret
