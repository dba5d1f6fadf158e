// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/advection.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "decomposition/partition/partitioner.hpp"
#include "miniapp/bench/beside_triad.hpp"
#include "miniapp/bench/blocks.hpp"
#include "miniapp/bench/points.hpp"
#include "miniapp/bench/stream_triad.hpp"
#include "miniapp/command_line/option_values.hpp"
#include "physics/advection.hpp"
#include "physics/atmosphere/first_state.hpp"
#include "physics/atmosphere/stretched_grid.hpp"
#include "physics/columns.hpp"

namespace seafret {
namespace {

struct AdvectionCommand {
  std::string points = "64x64x64", json;
  std::vector<std::string> schemes = {"all"};
  int fields = 29;  // theta, qv, qc and the paper's tracers, and one for each component of the wind
  int blocks = 5;

  /// The smaller the problem, the more often it is repeated: the first time finds in no cache what
  /// it needs, because the triad has just been there.
  BlockPlan plan(double cell_fields) const {
    constexpr double enough = 1 << 24, most = 10;
    return {blocks, static_cast<int>(std::min(std::ceil(enough / cell_fields), most))};
  }
};

struct AdvectionRow {
  /// What must move at least: a scalar is read, its tendency read and written.
  static constexpr int bytes_per_cell_field = 3 * sizeof(double);

  std::string scheme;
  Series series = {};
  int flops_per_cell_field() const { return advection_schemes().at(scheme).flops; }
};

struct AdvectionTable {
  std::vector<AdvectionRow> rows = {};
  double cell_fields = 0;
  TriadFloor triad = {};

  double ns_per_cell_field(const AdvectionRow& row) const {
    return 1e9 * median(row.series.seconds) / cell_fields;
  }
  double gflops(const AdvectionRow& row) const {
    return row.flops_per_cell_field() / ns_per_cell_field(row);
  }
  /// What its bytes take at the triad's rate, as a share of the time.
  double share_of_triad(const AdvectionRow& row) const {
    return 1e9 * row.bytes_per_cell_field / triad.rate() / ns_per_cell_field(row);
  }
};

/// Scalars in a wind of up to 1 m/s, on cells of 50 x 50 x 20 m.
class AdvectionProblem {
 public:
  AdvectionProblem(const Grid& grid, const Box& owned, int fields)
      : owned_(owned), levels_(stretched_grid(grid.nz, 20.0 * grid.nz, {}, 0)) {
    for (std::uint64_t c = 0; c < 3; ++c)
      memory_.push_back(noise_field(grid, owned, Halo::all(2), c));
    wind_ = {memory_[0].view(), memory_[1].view(), memory_[2].view()};
    for (int f = 0; f < fields; ++f) {
      memory_.push_back(noise_field(grid, owned, Halo::all(2), 3 + static_cast<std::uint64_t>(f)));
      scalars_.push_back(memory_.back().view());
      memory_.emplace_back(owned, Halo{}, grid.nz);
      const FieldView<double> t = tendencies_.emplace_back(memory_.back().view());
      for_each_column(owned, [&](int i, int j) { std::fill_n(t.column(i, j), t.levels, 0.); });
    }
  }

  std::unique_ptr<ScalarAdvection> make(const std::string& scheme) const {
    return advection_schemes().at(scheme).make(
        {.mesh = {levels_, 50, 50}, .owned = owned_, .fields = static_cast<int>(scalars_.size())});
  }
  void advect(ScalarAdvection& scheme) const {
    scheme.advect(owned_, wind_, 1, scalars_, tendencies_);
  }

 private:
  Box owned_;
  VerticalGrid levels_;
  std::vector<Field<>> memory_;
  Wind wind_;
  std::vector<FieldView<const double>> scalars_;
  std::vector<FieldView<double>> tendencies_;
};

AdvectionTable bench_advection(const AdvectionCommand& line, const Communicator& comm) {
  const auto [nx, ny, nz] = read_points("bench advection", line.points);
  const Grid grid{.nx = nx, .ny = ny, .nz = nz, .dx = 50, .dy = 50};
  const Decomposition decomposition(grid, partitioners().at("blocks")(grid, comm.size()));
  const AdvectionProblem problem(grid, decomposition.owned(comm.rank()), line.fields);

  StreamTriad triad(comm.size());
  AdvectionTable table{.cell_fields = static_cast<double>(nx) * ny * nz * line.fields,
                       .triad = {.bytes = triad.bytes(comm.size())}};
  std::vector<std::unique_ptr<ScalarAdvection>> all;
  std::vector<std::function<void()>> timed{[&] { triad(); }};
  const bool every = line.schemes == std::vector<std::string>{"all"};
  for (const std::string& name : every ? advection_schemes().names() : line.schemes) {
    table.rows.push_back({name});
    all.push_back(problem.make(name));
    timed.emplace_back([&problem, &scheme = *all.back()] { problem.advect(scheme); });
  }
  const Measurement found = measure_in_blocks(timed, line.plan(table.cell_fields), comm);
  table.triad.seconds = median(found.series[0].seconds);
  for (std::size_t n = 0; n < table.rows.size(); ++n) table.rows[n].series = found.series[n + 1];
  return table;
}

std::string as_table(const AdvectionTable& table) {
  std::string text =
      fmt::format("{:<12}{:>20}{:>9}{:>8}{:>8}{:>9}{:>10}\n", "scheme", "ns/cell and field",
                  "spread", "bytes", "flops", "Gflop/s", "of triad");
  for (const AdvectionRow& row : table.rows)
    text += fmt::format("{:<12}{:>20.3g}{:>7.0f} %{:>8}{:>8}{:>9.3g}{:>8.0f} %\n", row.scheme,
                        table.ns_per_cell_field(row), 100 * spread(row.series.seconds),
                        row.bytes_per_cell_field, row.flops_per_cell_field(), table.gflops(row),
                        100 * table.share_of_triad(row));
  return text + table.triad.in_words();
}

Json results_of(const AdvectionTable& table, const AdvectionCommand& line,
                const Communicator& comm) {
  Json json = beside_triad("advection", make_provenance(comm), line.blocks, table.triad);
  Json& rows = json["rows"] = Json::array();
  for (const AdvectionRow& row : table.rows)
    rows.push_back({{"scheme", row.scheme},
                    {"points", line.points},
                    {"fields", line.fields},
                    {"ns_per_cell_field", table.ns_per_cell_field(row)},
                    {"spread", spread(row.series.seconds)},
                    {"bytes_per_cell_field", row.bytes_per_cell_field},
                    {"flops_per_cell_field", row.flops_per_cell_field()},
                    {"gflops", table.gflops(row)},
                    {"share_of_stream", table.share_of_triad(row)}});
  return json;
}

int run_advection_benchmark(const AdvectionCommand& line, const Communicator& comm) {
  const AdvectionTable table = bench_advection(line, comm);
  tell(as_table(table), results_of(table, line, comm), line.json, comm);
  return 0;
}

}  // namespace

Command::Execute declare_advection_benchmark(CLI::App& app) {
  const auto line = std::make_shared<AdvectionCommand>();
  app.add_option("--points", line->points, "columns in x and y, and levels (64x64x64)");
  app.add_option("--schemes", line->schemes, "all, or names with commas between them")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--fields", line->fields, "scalars that are carried together (29)")
      ->check(whole_number(1, 1000));
  app.add_option("--blocks", line->blocks, "how often all schemes are timed (5)")
      ->check(whole_number(1, 1000));
  app.add_option("--json", line->json, "a file for the results");
  return [line](const Communicator& comm) { return run_advection_benchmark(*line, comm); };
}

}  // namespace seafret
