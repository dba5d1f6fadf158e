// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/step.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <optional>

#include "comms/base/gathering.hpp"
#include "miniapp/bench/beside_triad.hpp"
#include "miniapp/bench/blocks.hpp"
#include "miniapp/bench/step_coastal.hpp"
#include "miniapp/bench/step_swaps.hpp"
#include "miniapp/bench/stream_triad.hpp"
#include "physics/atmosphere/components.hpp"

namespace seafret {
namespace {

struct StepCommand : StepSettings {
  std::string json;
  std::vector<int> q_fields = {25, 2};
  int blocks = 7, steps = 5;
};

using Models = std::vector<std::unique_ptr<SteppingModel>>;

struct StepRow {
  const SteppingModel* model;
  Series series = {};
  double alone_s = 0;  ///< of one rank with one thread, if there are more
};

struct StepTable {
  std::vector<StepRow> rows = {};
  int steps = 1, ranks = 1;
  TriadFloor triad = {}, triad_alone = {};
  StepSwaps swaps = {};

  bool is_alone() const { return triad_alone.seconds == 0; }
  double ns_per_cell_step(const StepRow& row) const {
    return 1e9 * median(row.series.seconds) / steps / row.model->cells() * ranks;
  }
  /// What its bytes take at the triad's rate, as a share of the time.
  double share_of_bound(const StepRow& row) const {
    return 1e9 * row.model->bytes_per_cell() / (triad.rate() / ranks) / ns_per_cell_step(row);
  }
  /// How many times as much all ranks and threads do as one; memory, at the triad.
  double times_one(const StepRow& row) const {
    return row.alone_s * ranks / median(row.series.seconds);
  }
  double triad_times_one() const { return triad.rate() / triad_alone.rate(); }
};

Models all_variants(const StepCommand& line, const Communicator& comm) {
  Models all;
  for (const int q : line.q_fields)
    for (const auto& components :
         {std::vector<std::string>{Buoyancy::name}, ComponentOptions::names()})
      all.push_back(std::make_unique<SteppingModel>(line, StepVariant{components, q}, comm));
  return all;
}

/// What rank 0 does with one thread while the others wait: as many points, and the triad.
class Alone {
 public:
  Alone(const StepCommand& line, const Communicator& all) : acts_(all.rank() == 0), comm_(alone()) {
    act([&] {
      models_ = all_variants(line, comm_);
      triad_.emplace(1);
    });
  }
  void triad() {
    act([&] { (*triad_)(); });
  }
  void step(std::size_t model, int times) const {
    act([&] {
      for (int n = 0; n < times; ++n) models_[model]->step();
    });
  }

 private:
  template <class Work>
  void act(Work work) const {
    if (!acts_) return;
    const int threads = omp_get_max_threads();
    omp_set_num_threads(1);
    work();
    omp_set_num_threads(threads);
  }

  bool acts_;
  Communicator comm_;
  Models models_;
  std::optional<StreamTriad> triad_;
};

StepTable bench_step(const StepCommand& line, const Models& models, const Communicator& comm) {
  StreamTriad triad(comm.size());
  std::vector<std::function<void()>> timed{[&] { triad(); }};
  for (const auto& model : models)
    timed.emplace_back([&model = *model, steps = line.steps] {
      for (int n = 0; n < steps; ++n) model.step();
    });
  std::optional<Alone> one;
  if (comm.size() * omp_get_max_threads() > 1) {
    one.emplace(line, comm);
    timed.emplace_back([&] { one->triad(); });
    for (std::size_t n = 0; n < models.size(); ++n)
      timed.emplace_back([&, n] { one->step(n, line.steps); });
  }
  const Measurement found = measure_in_blocks(timed, {line.blocks, 1}, comm);
  const auto seconds = [&](std::size_t n) { return median(found.series[n].seconds); };
  StepTable table{
      .steps = line.steps, .ranks = comm.size(), .triad = {seconds(0), triad.bytes(comm.size())}};
  const std::size_t alone = models.size() + 1;
  if (one) table.triad_alone = {seconds(alone), table.triad.bytes};
  for (std::size_t n = 0; n < models.size(); ++n)
    table.rows.push_back({models[n].get(), found.series[n + 1], one ? seconds(alone + 1 + n) : 0});
  table.swaps = time_swaps(*models.front(), line.steps * line.blocks, comm);
  return table;
}

std::string as_table(const StepTable& table) {
  std::string text =
      fmt::format("{:>8}{:>20}{:>9}{:>8}{:>10}{:>8}  {}\n", "fields", "ns/cell and step", "spread",
                  "bytes", "of bound", "x one", "components");
  for (const StepRow& row : table.rows)
    text +=
        fmt::format("{:>8}{:>20.4g}{:>7.0f} %{:>8.0f}{:>8.0f} %{:>8}  {}\n", row.model->fields(),
                    table.ns_per_cell_step(row), 100 * spread(row.series.seconds),
                    row.model->bytes_per_cell(), 100 * table.share_of_bound(row),
                    table.is_alone() ? "-" : fmt::format("{:.2f}", table.times_one(row)),
                    fmt::join(row.model->variant().components, ", "));
  text += table.triad.in_words();
  if (!table.is_alone())
    text +=
        fmt::format("{:.2f} x what one rank with one thread gets of it\n", table.triad_times_one());
  return text + "\nof the first row:\n" + in_words(table.swaps);
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
                    {"share_of_bound", table.share_of_bound(row)},
                    {"times_one", table.is_alone() ? Json() : Json(table.times_one(row))}});
  json["triad_times_one"] = table.is_alone() ? Json() : Json(table.triad_times_one());
  json.update(to_json(table.swaps));
  return json;
}

int run_step_benchmark(const StepCommand& line, const Communicator& comm) {
  if (line.the_case == "coastal")
    return bench_coastal_steps(
        {.settings = line.settings, .blocks = line.blocks, .steps = line.steps, .json = line.json},
        comm);
  const auto models = all_variants(line, comm);
  const StepTable table = bench_step(line, models, comm);
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
