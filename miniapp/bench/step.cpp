// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/step.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <memory>
#include <utility>

#include "miniapp/bench/points.hpp"
#include "miniapp/bench/step_coastal.hpp"
#include "miniapp/bench/step_swaps.hpp"
#include "miniapp/bench/timed_models.hpp"
#include "physics/atmosphere/components.hpp"
#include "physics/atmosphere/stratus.hpp"

namespace seafret {
namespace {

/// What a step is made of.
struct StepVariant {
  std::vector<std::string> components;
  int q_fields = 0, nz = 0;

  Work of_components() const {
    StratusSettings chosen;
    chosen.points[2] = nz;
    chosen.components.on = components;
    return chosen.components.work(chosen.levels_without_air());
  }
  /// What must move a cell and step between memory and processor where no field fits the cache, the
  /// pressure solver left out.  A tracer leaps in the sweep that carries it: past,
  /// present and next values are read, the latter two written.  Of theta, vapour and liquid water
  /// the sweep reads the past and changes the tendency; the leap reads and writes past, present and
  /// tendency.  The wind likewise, and it is projected, filtered twice and looked at for its
  /// divergence.
  double bytes_per_cell() const {
    constexpr double of_a_tracer = 5 * sizeof(double), of_another = 9 * sizeof(double),
                     of_the_wind = 53 * sizeof(double);
    return of_the_wind + 3 * of_another + of_a_tracer * (q_fields - 2) + of_components().bytes;
  }
  /// What it computes in a cell, by the schemes that are chosen where nobody says otherwise: each
  /// field leaps (2) and is filtered (5); the wind is carried (72), projected (10) and asked twice
  /// for its divergence (12).
  double flops_per_cell() const {
    const StratusSettings chosen;
    constexpr double leaps = 2 + 5, of_the_wind = 72 + 10 + 2 * 12 + 3 * leaps;
    const Work others = of_components();
    const double of_a_scalar =
        advection_schemes().at(chosen.advection).flops + leaps + others.flops_of_scalar;
    return of_the_wind + (1 + q_fields) * of_a_scalar + others.flops;
  }
};

struct StepCommand {
  std::string the_case = "stratus", points = "16x16x256", json;
  std::vector<std::string> settings;
  std::vector<int> q_fields = {25, 2};
  int blocks = 7, steps = 5;

  std::vector<StepVariant> variants() const {
    std::vector<StepVariant> all;
    const int nz = read_points("bench step", points)[2];
    for (const int q : q_fields) {
      all.push_back({{Buoyancy::name}, q, nz});
      all.push_back({ComponentOptions::names(), q, nz});
    }
    return all;
  }
  CaseFile file_of(const StepVariant& variant, int ranks) const;
};

/// As wide as long, or nearly so, of so many boxes.
std::array<int, 2> rows_and_columns(int boxes) {
  int rows = 1;
  for (int n = 2; n * n <= boxes; ++n)
    if (boxes % n == 0) rows = n;
  return {boxes / rows, rows};
}

CaseFile StepCommand::file_of(const StepVariant& variant, int ranks) const {
  const auto [nx, ny, nz] = read_points("bench step", points);
  const auto [along, across] = rows_and_columns(ranks);
  return file_to_step(
      "bench step",
      {"case.name=" + the_case,
       fmt::format("case.components=[{}]", fmt::join(variant.components, ", ")),
       fmt::format("case.q_fields={}", variant.q_fields),
       fmt::format("grid.points={}x{}x{}", nx * along, ny * across, nz), "time.dt=0.5"},
      settings);
}

struct StepTable {
  std::vector<StepVariant> variants;
  TimedModels timed;
  int ranks;
  StepSwaps swaps;

  double ns_per_cell_step(std::size_t row) const { return timed.models[row].ns_per_cell(ranks); }
  /// What its bytes take at the triad's rate, as a share of the time.
  double share_of_bound(std::size_t row) const {
    return 1e9 * variants[row].bytes_per_cell() / (timed.triad.rate() / ranks) /
           ns_per_cell_step(row);
  }
  std::size_t fields(std::size_t row) const {
    return timed.models[row].model->the_case().descriptions().size();
  }
};

StepTable bench_step(const StepCommand& line, const Communicator& comm) {
  const std::vector<StepVariant> variants = line.variants();
  const auto files = [&](int ranks) {
    std::vector<CaseFile> all;
    for (const StepVariant& variant : variants) all.push_back(line.file_of(variant, ranks));
    return all;
  };
  TimedModels timed = time_models(files, {.steps = line.steps, .blocks = line.blocks}, comm);
  const SteppingModel& first = *timed.models.front().model;
  StepSwaps swaps = time_swaps(first, line.steps * line.blocks, comm);
  return {variants, std::move(timed), comm.size(), std::move(swaps)};
}

std::string as_table(const StepTable& table) {
  std::string text =
      fmt::format("{:>8}{:>20}{:>9}{:>8}{:>8}{:>10}{:>8}  {}\n", "fields", "ns/cell and step",
                  "spread", "bytes", "flops", "of bound", "x one", "components");
  for (std::size_t row = 0; row < table.variants.size(); ++row)
    text += fmt::format("{:>8}{:>20.4g}{:>7.0f} %{:>8.0f}{:>8.0f}{:>8.0f} %{:>8}  {}\n",
                        table.fields(row), table.ns_per_cell_step(row),
                        100 * table.timed.models[row].spread, table.variants[row].bytes_per_cell(),
                        table.variants[row].flops_per_cell(), 100 * table.share_of_bound(row),
                        in_words(table.timed.models[row].one),
                        fmt::join(table.variants[row].components, ", "));
  return text + table.timed.foot_in_words() + "\nof the first row:\n" + in_words(table.swaps);
}

Json results_of(const StepTable& table, const StepCommand& line, const Communicator& comm) {
  Json json = table.timed.without_rows(line.blocks, comm);
  Json& rows = json["rows"] = Json::array();
  for (std::size_t row = 0; row < table.variants.size(); ++row) {
    rows.push_back({{"case", line.the_case},
                    {"points", line.points},
                    {"fields", table.fields(row)},
                    {"components", table.variants[row].components},
                    {"ns_per_cell_step", table.ns_per_cell_step(row)},
                    {"spread", table.timed.models[row].spread},
                    {"bytes_per_cell_step", table.variants[row].bytes_per_cell()},
                    {"flops_per_cell_step", table.variants[row].flops_per_cell()},
                    {"share_of_bound", table.share_of_bound(row)}});
    rows.back().update(to_json(table.timed.models[row]));
  }
  json.update(to_json(table.swaps));
  return json;
}

int run_step_benchmark(const StepCommand& line, const Communicator& comm) {
  if (line.the_case == "coastal")
    return bench_coastal_steps(
        {.settings = line.settings, .blocks = line.blocks, .steps = line.steps, .json = line.json},
        comm);
  const StepTable table = bench_step(line, comm);
  tell(as_table(table), results_of(table, line, comm), line.json, comm);
  return 0;
}

}  // namespace

Command::Execute declare_step_benchmark(CLI::App& app) {
  const auto line = std::make_shared<StepCommand>();
  app.add_option("--case", line->the_case, "stratus or coastal (stratus)")
      ->check(CLI::IsMember({"stratus", "coastal"}));
  app.add_option("--points", line->points,
                 "of stratus: columns in x and y, and levels, of each rank (16x16x256)");
  app.add_option("--q-fields", line->q_fields,
                 "of stratus: how many, with commas between them (25,2)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(2, 1000));
  app.add_option("--set", line->settings, "KEY=VALUE of a case file, as `seafret run` takes it")
      ->allow_extra_args(false);
  app.add_option("--blocks", line->blocks, "how often all are timed (7)")
      ->check(CLI::Range(1, 1000));
  app.add_option("--steps", line->steps, "in a block (5)")->check(CLI::Range(1, 10000));
  app.add_option("--json", line->json, "a file for the results");
  return [line](const Communicator& comm) { return run_step_benchmark(*line, comm); };
}

}  // namespace seafret
