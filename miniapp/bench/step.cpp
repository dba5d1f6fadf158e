// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/step.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <memory>

#include "miniapp/bench/beside_triad.hpp"
#include "miniapp/bench/blocks.hpp"
#include "miniapp/bench/points.hpp"
#include "miniapp/bench/stream_triad.hpp"
#include "miniapp/run/setup.hpp"
#include "physics/atmosphere/components.hpp"

namespace seafret {
namespace {

struct StepCommand {
  std::string the_case = "stratus", points = "16x16x256", json;
  std::vector<int> q_fields = {25, 2};
  std::vector<std::string> settings = {};
  int blocks = 7, steps = 5;
};

/// What a step is made of.
struct StepVariant {
  std::vector<std::string> components;
  int q_fields = 0;
};

/// "[a, b]"
std::string listed(const std::vector<std::string>& words) {
  return fmt::format("[{}]", fmt::join(words, ", "));
}

/// As wide as long, or nearly so, of so many boxes.
std::array<int, 2> rows_and_columns(int boxes) {
  int rows = 1;
  for (int n = 2; n * n <= boxes; ++n)
    if (boxes % n == 0) rows = n;
  return {boxes / rows, rows};
}

/// A model that has begun, and steps on.
class SteppingModel {
 public:
  SteppingModel(const StepCommand& line, StepVariant variant, const Communicator& comm)
      : variant_(std::move(variant)),
        read_(read_case(file_of(line, variant_, comm.size()), comm)),
        setup_(read_.config, std::move(read_.the_case), comm) {
    setup_.the_case->begin(setup_.start);
    for (int n = 0; n < warm_up; ++n) step();
  }

  void step() { setup_.the_case->step(); }
  const StepVariant& variant() const { return variant_; }
  std::size_t fields() const { return setup_.the_case->descriptions().size(); }
  double cells() const { return static_cast<double>(setup_.the_case->cells()); }

  /// What must move a cell and step between memory and processor where no field fits the cache,
  /// pressure solver and components left out.  A tracer leaps in the sweep that carries it: past,
  /// present and next values are read, the latter two written.  Of theta, vapour and liquid water
  /// the sweep reads the past and changes the tendency; the leap reads and writes past, present and
  /// tendency.  The wind likewise, and it is projected, filtered twice and looked at for its
  /// divergence.
  double bytes_per_cell() const {
    constexpr double of_a_tracer = 5 * sizeof(double), of_another = 9 * sizeof(double),
                     of_the_wind = 53 * sizeof(double);
    return of_the_wind + 3 * of_another + of_a_tracer * (variant_.q_fields - 2);
  }

 private:
  static constexpr int warm_up = 3;

  static CaseFile file_of(const StepCommand& line, const StepVariant& variant, int ranks) {
    const auto [nx, ny, nz] = read_points("bench step", line.points);
    const auto [along, across] = rows_and_columns(ranks);
    std::vector<std::string> settings{
        "case.name=" + line.the_case, "case.components=" + listed(variant.components),
        fmt::format("case.q_fields={}", variant.q_fields),
        fmt::format("grid.points={}x{}x{}", nx * along, ny * across, nz), "time.dt=0.5"};
    settings.insert(settings.end(), line.settings.begin(), line.settings.end());
    return CaseFile::parse("bench step", "time: {steps: 1}\n", settings);
  }

  StepVariant variant_;
  ReadCase read_;
  Setup setup_;
};

struct StepRow {
  const SteppingModel* model;
  Series series = {};
};

struct StepTable {
  std::vector<StepRow> rows = {};
  int steps = 1, ranks = 1;
  TriadFloor triad = {};

  double ns_per_cell_step(const StepRow& row) const {
    return 1e9 * median(row.series.seconds) / steps / row.model->cells() * ranks;
  }
  /// What its bytes take at the triad's rate, as a share of the time.
  double share_of_bound(const StepRow& row) const {
    return 1e9 * row.model->bytes_per_cell() / (triad.rate() / ranks) / ns_per_cell_step(row);
  }
};

std::vector<std::unique_ptr<SteppingModel>> all_variants(const StepCommand& line,
                                                         const Communicator& comm) {
  std::vector<std::unique_ptr<SteppingModel>> all;
  for (const int q : line.q_fields)
    for (const auto& components :
         {std::vector<std::string>{Buoyancy::name}, ComponentOptions::names()})
      all.push_back(std::make_unique<SteppingModel>(line, StepVariant{components, q}, comm));
  return all;
}

StepTable bench_step(const StepCommand& line,
                     const std::vector<std::unique_ptr<SteppingModel>>& models,
                     const Communicator& comm) {
  StreamTriad triad(comm.size());
  std::vector<std::function<void()>> timed{[&] { triad(); }};
  for (const auto& model : models)
    timed.emplace_back([&model = *model, steps = line.steps] {
      for (int n = 0; n < steps; ++n) model.step();
    });
  const Measurement found = measure_in_blocks(timed, {line.blocks, 1}, comm);
  StepTable table{.steps = line.steps,
                  .ranks = comm.size(),
                  .triad = {median(found.series[0].seconds), triad.bytes(comm.size())}};
  for (std::size_t n = 0; n < models.size(); ++n)
    table.rows.push_back({models[n].get(), found.series[n + 1]});
  return table;
}

std::string as_table(const StepTable& table) {
  std::string text = fmt::format("{:>8}{:>20}{:>9}{:>8}{:>10}  {}\n", "fields", "ns/cell and step",
                                 "spread", "bytes", "of bound", "components");
  for (const StepRow& row : table.rows)
    text += fmt::format("{:>8}{:>20.4g}{:>7.0f} %{:>8.0f}{:>8.0f} %  {}\n", row.model->fields(),
                        table.ns_per_cell_step(row), 100 * spread(row.series.seconds),
                        row.model->bytes_per_cell(), 100 * table.share_of_bound(row),
                        fmt::join(row.model->variant().components, ", "));
  return text + table.triad.in_words();
}

Json results_of(const StepTable& table, const StepCommand& line, const Communicator& comm) {
  Json json = beside_triad("step", make_provenance(comm), line.blocks, table.triad);
  Json& rows = json["rows"] = Json::array();
  for (const StepRow& row : table.rows)
    rows.push_back({{"case", line.the_case},
                    {"points", line.points},
                    {"fields", row.model->fields()},
                    {"components", row.model->variant().components},
                    {"ns_per_cell_step", table.ns_per_cell_step(row)},
                    {"spread", spread(row.series.seconds)},
                    {"bytes_per_cell_step", row.model->bytes_per_cell()},
                    {"share_of_bound", table.share_of_bound(row)}});
  return json;
}

int run_step_benchmark(const StepCommand& line, const Communicator& comm) {
  const auto models = all_variants(line, comm);
  const StepTable table = bench_step(line, models, comm);
  tell(as_table(table), results_of(table, line, comm), line.json, comm);
  return 0;
}

}  // namespace

Command::Execute declare_step_benchmark(CLI::App& app) {
  const auto line = std::make_shared<StepCommand>();
  app.add_option("--case", line->the_case, "stratus")->check(CLI::IsMember({"stratus"}));
  app.add_option("--points", line->points,
                 "columns in x and y, and levels, of each rank (16x16x256)");
  app.add_option("--q-fields", line->q_fields, "how many, with commas between them (25,2)")
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
