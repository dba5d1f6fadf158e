// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/signal.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "comms/base/together.hpp"
#include "miniapp/bench/calculation.hpp"
#include "miniapp/bench/messenger.hpp"
#include "miniapp/bench/signal_report.hpp"
#include "miniapp/bench/steps.hpp"
#include "miniapp/command_line/option_values.hpp"
#include "miniapp/files/files.hpp"

namespace seafret {
namespace {

constexpr const char *of_levels = "levels", *of_calculation = "calculation",
                     *of_steps = "steps";  // beside messengers()

struct SignalCommand {
  std::vector<std::size_t> bytes = {8, 64, 512, 4096, 32768, 262144, 1048576, 4194304};
  std::vector<std::string> modes = {"all"}, rails = {};
  PingPongOptions how;
  std::string mask = StepsOptions().mask, json = {};
};

struct SignalPlan {
  std::vector<SignalSection> ping_pongs = {};
  bool calculation = false, steps = false;

  /// Ping-pongs are left out on four ranks, calculation tells two that it is.
  bool fits(int ranks) const {
    if (ranks == 4 && calculation) return true;
    return ranks == 2 || (ranks > 2 && ping_pongs.empty() && !calculation);
  }
};

std::vector<std::string> all_modes() {
  std::vector<std::string> names = messengers().names();
  for (const char* const name : {of_levels, of_calculation, of_steps}) names.emplace_back(name);
  return names;
}
std::vector<std::string> all_words() {
  std::vector<std::string> words = all_modes();
  words.emplace_back("all");
  return words;
}

SignalPlan plan(const SignalCommand& line) {
  std::vector<std::string> names = line.modes;
  if (std::ranges::count(names, "all") > 0) names = all_modes();
  const auto take = [&](const char* name) { return std::erase(names, name) > 0; };
  SignalPlan plan{.calculation = take(of_calculation), .steps = take(of_steps)};
  const bool with_levels = take(of_levels);
  if (!names.empty()) plan.ping_pongs.push_back({ping_pong_modes(names, line.rails), line.bytes});
  if (with_levels) plan.ping_pongs.push_back({level_modes(), {8, 65536}});
  return plan;
}

/// All that so many ranks can measure.  What is found is printed as soon as it is.
class SignalRun {
 public:
  SignalRun(const SignalCommand& line, const Communicator& comm) : line_(line), comm_(comm) {}

  void ping_pong(const SignalSection& section) {
    tables_.push_back(bench_ping_pong(section.modes, section.bytes, line_.how, comm_));
    print(as_table(tables_.back(), section));
  }
  void calculate() {
    tables_.push_back({.rows = bench_calculation({line_.how.plan.blocks, line_.rails}, comm_)});
    print(as_list("ms a message and the calculation upon it (256 KiB)", 1e-3, tables_.back()) +
          gains(tables_.back()));
  }
  void step() {
    tables_.push_back(bench_steps({line_.how.plan.blocks, line_.how.block_ms, line_.mask}, comm_));
    print(as_list("us a step", 1e-6, tables_.back()) +
          fmt::format("({} blocks measured again)\n\n", tables_.back().repeated));
  }
  const std::vector<PingPongTable>& tables() const { return tables_; }

 private:
  void print(const std::string& text) const {
    if (comm_.rank() != 0) return;
    fmt::print("{}", text);
    std::fflush(stdout);
  }

  const SignalCommand& line_;
  const Communicator& comm_;
  std::vector<PingPongTable> tables_;
};

bool all_fine(const std::vector<PingPongTable>& tables) {
  const auto fine = [](const PingPongRow& row) { return row.correct || !row.refused.empty(); };
  return std::ranges::all_of(
      tables, [&](const PingPongTable& table) { return std::ranges::all_of(table.rows, fine); });
}

int run_signal_benchmark(const SignalCommand& line, const Communicator& comm) {
  const SignalPlan wanted = plan(line);
  if (!wanted.fits(comm.size()))
    throw InputError(
        fmt::format("bench signal: a ping-pong is between 2 ranks, with calculation "
                    "between 4, steps are of 2 or more, and here {} {}",
                    comm.size() == 1 ? "is" : "are", comm.size()));
  const Provenance provenance = make_provenance(comm);
  SignalRun run(line, comm);
  if (comm.size() == 2)
    for (const SignalSection& section : wanted.ping_pongs) run.ping_pong(section);
  if (wanted.calculation) run.calculate();
  if (wanted.steps) run.step();
  together<RunError>(comm, [&] {
    if (comm.rank() == 0 && !line.json.empty())
      replace_text(line.json, as_json(run.tables(), line.how, provenance));
  });
  return all_fine(run.tables()) ? 0 : 2;
}

}  // namespace

Command::Execute declare_signal_benchmark(CLI::App& app) {
  const auto line = std::make_shared<SignalCommand>();
  app.add_option("--modes", line->modes,
                 "all, or names with commas between them; levels: a model "
                 "NIC with few custom bits; calculation: on 4 ranks; steps: of stratus and coastal")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(one_of(all_words()));
  app.add_option("--rails", line->rails,
                 "of libfabric, with commas between them: interfaces or networks (10.0.0.0/24); "
                 "messages are cut for them, and calculation goes over two")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--bytes", line->bytes, "how many, with commas between them (8 to 4194304)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(whole_number(1, 1 << 30));
  app.add_option("--blocks", line->how.plan.blocks, "how often all modes are timed (21)")
      ->check(whole_number(1, 1000));
  app.add_option("--block-ms", line->how.block_ms, "how long a mode is timed in a block (2)")
      ->check(number({.above = 0}));
  app.add_option("--mask", line->mask, "of the sea whose steps are timed (inputs/masks/ggui28.h5)");
  app.add_option("--json", line->json, "a file for the results");
  return [line](const Communicator& comm) { return run_signal_benchmark(*line, comm); };
}

}  // namespace seafret
