// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/solver.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <functional>
#include <memory>

#include "decomposition/fields/arena.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "miniapp/bench/beside_triad.hpp"
#include "miniapp/bench/blocks.hpp"
#include "miniapp/bench/line_solves.hpp"
#include "miniapp/bench/points.hpp"
#include "miniapp/bench/solver_problem.hpp"
#include "miniapp/bench/stream_triad.hpp"
#include "miniapp/command_line/option_values.hpp"
#include "physics/atmosphere/first_state.hpp"
#include "physics/columns.hpp"
#include "physics/poisson.hpp"

namespace seafret {
namespace {

struct SolverCommand {
  std::string points = "64x64x64", json;
  std::vector<std::string> solvers = {"all"};
  std::vector<double> spacing = {50, 50};
  double level = 0;  // m; 0: MONC's stretched levels
  PoissonOptions options{.tolerance = 1e-8, .most_iterations = 2000};
  BlockPlan plan{.blocks = 5, .repetitions = 1};
};

struct SolverRow {
  std::string solver;
  PoissonSolver::Result result = {};
  double bytes_per_cell = 0, flops_per_cell = 0;  // of an iteration
  Series series = {};
};

/// A solver with a pressure of its own, which is zero before each solve.
class SolverContestant {
 public:
  SolverContestant(const std::string& name, const Domain& domain, const VerticalGrid& vertical,
                   const PoissonOptions& options, FieldView<const double> source)
      : kind_(poisson_solvers().at(name)),
        arena_(kind_.held(domain, vertical.levels()).arena),
        source_(source),
        p_(domain.owned(), Halo::all(1), vertical.levels()),
        solver_(kind_.make({domain, vertical, options, {}, &arena_})),
        row_{.solver = name,
             .bytes_per_cell = kind_.bytes_per_cell,
             .flops_per_cell = kind_.flops_per_cell(domain.grid())} {}

  const SolverRow& row() const { return row_; }

  void solve() {
    const Box all = p_.view().box;
    for_each_column(
        all, [&](int i, int j) { std::fill_n(p_.view().column(i, j), p_.view().levels, 0.0); });
    row_.result = solver_->solve(source_, p_.view());
  }

 private:
  const PoissonSolverKind& kind_;
  Arena arena_;
  FieldView<const double> source_;
  Field<> p_;
  std::unique_ptr<PoissonSolver> solver_;
  SolverRow row_;
};

/// The line solves of the whole grid, on one layout.
struct LayoutRow {
  const char* layout;
  void (LineSolves::*solve)();
  Series series = {};
};

struct SolverTable {
  std::vector<SolverRow> rows = {};
  std::array<LayoutRow, 2> layouts = {
      {{"levels fastest", &LineSolves::levels_fastest}, {"x fastest", &LineSolves::x_fastest}}};
  double cells = 0;
  TriadFloor triad = {};

  /// What an iteration's counted bytes took at the triad's rate, as a share of its time.
  double share_of_triad(const SolverRow& row) const {
    const double bytes = row.bytes_per_cell * cells * std::max(1, row.result.iterations);
    return bytes / triad.rate() / median(row.series.seconds);
  }
  /// Against the same block's solve by `fft`; 0 where there is none.
  double ratio_to_fft(const SolverRow& row) const {
    const auto fft = std::ranges::find(rows, "fft", &SolverRow::solver);
    if (fft == rows.end()) return 0;
    std::vector<double> ratios;
    for (std::size_t n = 0; n < row.series.seconds.size(); ++n)
      ratios.push_back(row.series.seconds[n] / fft->series.seconds[n]);
    return median(ratios);
  }
};

SolverTable bench_solvers(const SolverCommand& line, const Communicator& comm) {
  const auto [nx, ny, nz] = read_points("bench solver", line.points);
  const Grid grid{.nx = nx, .ny = ny, .nz = nz, .dx = line.spacing[0], .dy = line.spacing[1]};
  const VerticalGrid vertical = stratus_grid(nz, line.level);
  const Decomposition decomposition(grid, partitioners().at("blocks")(grid, comm.size()));
  const Domain domain{decomposition, comm};
  const Field<> source = divergence_of_noise(grid, {vertical, grid.dx, grid.dy}, domain.owned());

  StreamTriad triad(comm.size());
  std::vector<std::unique_ptr<SolverContestant>> all;
  std::vector<std::function<void()>> timed{[&] { triad(); }};
  const bool every = line.solvers == std::vector<std::string>{"all"};
  for (const std::string& name : every ? poisson_solvers().names() : line.solvers) {
    PoissonOptions options = line.options;
    options.solver = name;
    all.push_back(
        std::make_unique<SolverContestant>(name, domain, vertical, options, source.view()));
    timed.emplace_back([&c = *all.back()] { c.solve(); });
  }
  SolverTable table{.cells = static_cast<double>(nx) * ny * nz,
                    .triad = {.bytes = triad.bytes(comm.size())}};
  LineSolves lines(PressureOperator(mesh_of(vertical, grid)), domain.owned());
  for (const LayoutRow& row : table.layouts)
    timed.emplace_back([&lines, solve = row.solve] { (lines.*solve)(); });
  const Measurement found = measure_in_blocks(timed, line.plan, comm);
  table.triad.seconds = median(found.series[0].seconds);
  for (std::size_t n = 0; n < all.size(); ++n) {
    table.rows.push_back(all[n]->row());
    table.rows.back().series = found.series[n + 1];
  }
  for (std::size_t n = 0; n < table.layouts.size(); ++n)
    table.layouts[n].series = found.series[all.size() + 1 + n];
  return table;
}

std::string as_table(const SolverTable& table) {
  std::string text = fmt::format("{:<16}{:>12}{:>10}{:>9}{:>9}{:>8}{:>8}{:>10}{:>11}{:>12}\n",
                                 "solver", "iterations", "ms", "spread", "ns/cell", "bytes",
                                 "flops", "of triad", "x fft", "residual");
  for (const SolverRow& row : table.rows) {
    const double seconds = median(row.series.seconds), ratio = table.ratio_to_fft(row);
    text += fmt::format(
        "{:<16}{:>12}{:>10.4g}{:>7.0f} %{:>9.3g}{:>8.0f}{:>8.0f}{:>8.0f} %{:>11}{:>12.3g}{}\n",
        row.solver, row.result.iterations, 1e3 * seconds, 100 * spread(row.series.seconds),
        1e9 * seconds / table.cells, row.bytes_per_cell, row.flops_per_cell,
        100 * table.share_of_triad(row), ratio > 0 ? fmt::format("{:.3g}", ratio) : "-",
        row.result.residual, row.result.converged ? "" : " NOT CONVERGED");
  }
  for (const LayoutRow& row : table.layouts)
    text += fmt::format("line solves, {:<15}{:>10.4g}{:>7.0f} %{:>9.3g}\n", row.layout,
                        1e3 * median(row.series.seconds), 100 * spread(row.series.seconds),
                        1e9 * median(row.series.seconds) / table.cells);
  return text + "bytes and flops of a cell and iteration\n" + table.triad.in_words();
}

Json row_as_json(const SolverTable& table, const SolverRow& row, const SolverCommand& line) {
  const double seconds = median(row.series.seconds), ratio = table.ratio_to_fft(row);
  return {{"solver", row.solver},
          {"points", line.points},
          {"iterations", row.result.iterations},
          {"ms", 1e3 * seconds},
          {"spread", spread(row.series.seconds)},
          {"ns_per_cell", 1e9 * seconds / table.cells},
          {"ratio_to_fft", ratio > 0 ? Json(ratio) : Json()},
          {"residual", row.result.residual},
          {"converged", row.result.converged},
          {"bytes_per_cell_iteration", row.bytes_per_cell},
          {"flops_per_cell_iteration", row.flops_per_cell},
          {"share_of_stream", table.share_of_triad(row)}};
}

Json results_of(const SolverTable& table, const SolverCommand& line, const Communicator& comm) {
  Json json = beside_triad("solver", make_provenance(comm), line.plan.blocks, table.triad);
  json["tolerance"] = line.options.tolerance;
  json["spacing_m"] = line.spacing;
  Json& rows = json["rows"] = Json::array();
  for (const SolverRow& row : table.rows) rows.push_back(row_as_json(table, row, line));
  Json& layouts = json["line_solves"] = Json::array();
  for (const LayoutRow& row : table.layouts)
    layouts.push_back({{"layout", row.layout},
                       {"ms", 1e3 * median(row.series.seconds)},
                       {"spread", spread(row.series.seconds)},
                       {"ns_per_cell", 1e9 * median(row.series.seconds) / table.cells}});
  return json;
}

int run_solver_benchmark(const SolverCommand& line, const Communicator& comm) {
  const SolverTable table = bench_solvers(line, comm);
  tell(as_table(table), results_of(table, line, comm), line.json, comm);
  const auto converged = [](const SolverRow& row) { return row.result.converged; };
  return std::ranges::all_of(table.rows, converged) ? 0 : 2;
}

}  // namespace

Command::Execute declare_solver_benchmark(CLI::App& app) {
  const auto line = std::make_shared<SolverCommand>();
  app.add_option("--points", line->points, "columns in x and y, and levels (64x64x64)");
  app.add_option("--solvers", line->solvers, "all, or names with commas between them")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--tolerance", line->options.tolerance, "share of the source (1e-8)")
      ->check(number({.low = 1e-300, .high = 1}));
  app.add_option("--most-iterations", line->options.most_iterations, "then give up (2000)")
      ->check(whole_number(1, 1000000));
  app.add_option("--spacing", line->spacing, "of the columns in x and y, m (50,50)")
      ->delimiter(',')
      ->expected(2)
      ->check(number({.above = 0}));
  app.add_option("--level", line->level, "levels all so thick, m; else a stratus's, stretched")
      ->check(number({.above = 0}));
  app.add_option("--blocks", line->plan.blocks, "how often all solvers are timed (5)")
      ->check(whole_number(1, 1000));
  app.add_option("--json", line->json, "a file for the results");
  return [line](const Communicator& comm) { return run_solver_benchmark(*line, comm); };
}

}  // namespace seafret
