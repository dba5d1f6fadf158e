// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/step.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <utility>

#include "miniapp/bench/points.hpp"
#include "miniapp/bench/step_coastal.hpp"
#include "miniapp/bench/step_swaps.hpp"
#include "miniapp/bench/timed_models.hpp"
#include "miniapp/cases/stratus.hpp"
#include "miniapp/command_line/option_values.hpp"

namespace seafret {
namespace {

/// What a step is made of, where --set does not say otherwise.
struct StepVariant {
  std::vector<std::string> components;
  int q_fields = 0;
};

/// What a step costs a cell, the pressure solver left out.
///
/// What must move between memory and processor where no field fits the cache: a tracer leaps in the
/// sweep that carries it, where past, present and next values are read, the latter two written;
/// unless that carries the present, which is read, and leaps afterwards.  Of theta, vapour and
/// liquid water the sweep reads the past and changes the tendency; the leap reads and writes past,
/// present and tendency.  The wind leaps likewise, and it is projected, filtered twice and looked
/// at for its divergence.
///
/// What is computed: each field leaps (2) and is filtered (5); the wind is projected (10) and asked
/// twice for its divergence (12).
Work work_of(const StratusSettings& chosen) {
  const ScalarAdvectionKind& scheme = advection_schemes().at(chosen.advection);
  const MomentumCost momentum = momentum_schemes().at(chosen.momentum).cost();
  const Work others = chosen.components.work(chosen.levels_without_air());
  constexpr double of_the_wind = 44, of_another = 9, leap = 2 + 5;
  const double of_a_tracer = scheme.promises.in_the_middle ? 8 : 5;
  const double moved = of_the_wind + 3 * of_another + of_a_tracer * (chosen.q_fields - 2);
  const double of_a_scalar = scheme.flops + leap + others.flops_of_scalar;
  return {.bytes = moved * sizeof(double) + momentum.bytes + others.bytes,
          .flops = momentum.flops + 10 + 2 * 12 + 3 * leap + (1 + chosen.q_fields) * of_a_scalar +
                   others.flops};
}

struct StepCommand {
  std::string the_case = "stratus", points = "16x16x256", json;
  std::vector<std::string> settings;
  std::vector<int> q_fields = {25, 2};
  int blocks = 7, steps = 5;

  std::vector<StepVariant> variants() const {
    std::vector<StepVariant> all;
    for (const int q : q_fields) {
      all.push_back({{Buoyancy::name}, q});
      all.push_back({ComponentOptions::names(), q});
    }
    return all;
  }
  CaseFile file_of(const StepVariant& variant, int ranks) const;
};

CaseFile StepCommand::file_of(const StepVariant& variant, int ranks) const {
  const auto [nx, ny, nz] = read_points("bench step", points);
  const auto [along, across] = boxes_in_x_and_y(ranks);
  return file_to_step(
      "bench step",
      {"case.name=" + the_case, fmt::format("case.q_fields={}", variant.q_fields),
       fmt::format("grid.points={}x{}x{}", std::int64_t{nx} * along, std::int64_t{ny} * across, nz),
       "time.dt=0.5"},
      settings, fmt::format("case.components=[{}]", fmt::join(variant.components, ", ")));
}

struct StepTable {
  TimedModels timed;
  int ranks;
  StepSwaps swaps;

  std::size_t rows() const { return timed.models.size(); }
  const StratusSettings& settings(std::size_t row) const {
    return dynamic_cast<const StratusCase&>(timed.models[row].model->the_case()).settings();
  }
  const std::vector<std::string>& components(std::size_t row) const {
    return settings(row).components.on;
  }
  Work work(std::size_t row) const { return work_of(settings(row)); }
  double ns_per_cell_step(std::size_t row) const { return timed.models[row].ns_per_cell(ranks); }
  /// What its bytes take at the triad's rate, as a share of the time.
  double share_of_bound(std::size_t row) const {
    return 1e9 * work(row).bytes / (timed.triad.rate() / ranks) / ns_per_cell_step(row);
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
  return {std::move(timed), comm.size(), std::move(swaps)};
}

std::string as_table(const StepTable& table) {
  std::string text =
      fmt::format("{:>8}{:>20}{:>9}{:>8}{:>8}{:>10}{:>8}  {}\n", "fields", "ns/cell and step",
                  "spread", "bytes", "flops", "of bound", "x one", "components");
  for (std::size_t row = 0; row < table.rows(); ++row)
    text += fmt::format(
        "{:>8}{:>20.4g}{:>7.0f} %{:>8.0f}{:>8.0f}{:>8.0f} %{:>8}  {}\n", table.fields(row),
        table.ns_per_cell_step(row), 100 * table.timed.models[row].spread, table.work(row).bytes,
        table.work(row).flops, 100 * table.share_of_bound(row),
        in_words(table.timed.models[row].one), fmt::join(table.components(row), ", "));
  return text + table.timed.foot_in_words() + "\nof the first row:\n" + in_words(table.swaps);
}

Json results_of(const StepTable& table, const StepCommand& line, const Communicator& comm) {
  Json json = table.timed.without_rows(line.blocks, comm);
  Json& rows = json["rows"] = Json::array();
  for (std::size_t row = 0; row < table.rows(); ++row) {
    rows.push_back({{"case", line.the_case},
                    {"points", line.points},
                    {"fields", table.fields(row)},
                    {"components", table.components(row)},
                    {"ns_per_cell_step", table.ns_per_cell_step(row)},
                    {"spread", table.timed.models[row].spread},
                    {"bytes_per_cell_step", table.work(row).bytes},
                    {"flops_per_cell_step", table.work(row).flops},
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
      ->check(one_of({"stratus", "coastal"}));
  app.add_option("--points", line->points,
                 "of stratus: columns in x and y, and levels, of each rank (16x16x256)");
  app.add_option("--q-fields", line->q_fields,
                 "of stratus: how many, with commas between them (25,2)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(whole_number(2, 1000));
  app.add_option("--set", line->settings, "KEY=VALUE of a case file, as `seafret run` takes it")
      ->allow_extra_args(false);
  app.add_option("--blocks", line->blocks, "how often all are timed (7)")
      ->check(whole_number(1, 1000));
  app.add_option("--steps", line->steps, "in a block (5)")->check(whole_number(1, 10000));
  app.add_option("--json", line->json, "a file for the results");
  return [line](const Communicator& comm) { return run_step_benchmark(*line, comm); };
}

}  // namespace seafret
