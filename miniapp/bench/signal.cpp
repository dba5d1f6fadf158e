// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/signal.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "comms/base/together.hpp"
#include "miniapp/bench/calculation.hpp"
#include "miniapp/bench/messenger.hpp"
#include "miniapp/bench/ping_pong.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/run/report/provenance.hpp"

namespace seafret {
namespace {

constexpr const char *levels = "levels", *calculation = "calculation";  // beside messengers()

struct SignalCommand {
  std::vector<std::size_t> bytes = {8, 64, 512, 4096, 32768, 262144, 1048576, 4194304};
  std::vector<std::string> modes = {"all"};
  PingPongOptions how;
  std::string json;
};

/// What is measured, with the same numbers of bytes.
struct SignalSection {
  std::vector<PingPongMode> modes;
  std::vector<std::size_t> bytes;
};

std::vector<SignalSection> sections(const SignalCommand& line) {
  std::vector<std::string> names = line.modes;
  if (names == std::vector<std::string>{"all"}) {
    names = messengers().names();
    names.emplace_back(levels);
  }
  std::erase(names, calculation);
  std::vector<SignalSection> all;
  const bool with_levels = std::erase(names, levels) > 0;
  if (!names.empty()) all.push_back({ping_pong_modes(names), line.bytes});
  if (with_levels) all.push_back({level_modes(), {8, 65536}});
  return all;
}

std::string name_of(const PingPongMode& mode) {
  if (!mode.variant.empty()) return mode.channel + ", " + mode.variant;
  return mode.mode + (mode.channel.empty() ? "" : ", " + mode.channel) +
         (mode.origin_only ? " (origin only)" : "");
}

std::string in_microseconds(double seconds) { return fmt::format("{:>9.3g}", 1e6 * seconds); }

std::string cell(const PingPongRow& row) {
  if (row.correct) return in_microseconds(row.seconds);
  return fmt::format("{:>9}", row.refused.empty() ? "WRONG" : "-");
}

/// A line a mode, a column a number of bytes.
std::string as_table(const PingPongTable& table, const SignalSection& section) {
  std::string text = fmt::format("{:<34}", "us, half a round trip; bytes:");
  for (const std::size_t bytes : section.bytes) text += fmt::format("{:>9}", bytes);
  text += fmt::format("\n{:<34}", "(copy and addition alone)");
  for (const BareRow& bare : table.floors) text += in_microseconds(bare.seconds);
  std::string refused;
  for (std::size_t m = 0; m < section.modes.size(); ++m) {
    text += fmt::format("\n{:<34}", name_of(section.modes[m]));
    for (std::size_t i = m; i < table.rows.size(); i += section.modes.size())
      text += cell(table.rows[i]);
    if (const std::string& why = table.rows[m].refused; !why.empty())
      refused += fmt::format("{}: {}\n", name_of(section.modes[m]), why);
  }
  return text + fmt::format("\n{}({} blocks measured again)\n\n", refused, table.repeated);
}

Json row_as_json(const PingPongRow& row) {
  const auto figure = [&](double value) { return row.correct ? Json(value) : Json(nullptr); };
  const auto times = [&](double value) { return value > 0 ? figure(value) : Json(nullptr); };
  const auto word = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  const bool known = row.level >= 0;
  Json json{{"mode", row.mode.mode},
            {"channel", word(row.mode.channel)},
            {"variant", word(row.mode.variant)},
            {"level", known ? Json(row.level) : Json()},
            {"bits", known ? Json(row.bits) : Json()},
            {"what", word(row.what)},
            {"bytes", row.bytes},
            {"origin_only", row.mode.origin_only},
            {"half_round_trip_us", figure(1e6 * row.seconds)},
            {"spread", figure(row.spread)},
            {"x_bare", times(row.x_bare)},
            {"x_p2p", times(row.x_p2p)},
            {"told_apart", row.told_apart},
            {"correct", row.correct}};
  if (!row.refused.empty()) json["refused"] = row.refused;
  return json;
}

std::string as_json(const std::vector<PingPongTable>& tables, const SignalCommand& line,
                    const Provenance& provenance) {
  Json rows = Json::array(), floors = Json::array();
  int repeated = 0;
  for (const PingPongTable& table : tables) {
    for (const PingPongRow& row : table.rows) rows.push_back(row_as_json(row));
    for (const BareRow& bare : table.floors)
      floors.push_back(
          {{"bytes", bare.bytes}, {"bare_us", 1e6 * bare.seconds}, {"spread", bare.spread}});
    repeated += table.repeated;
  }
  const Json json{{"benchmark", "signal"},
                  {"provenance", to_json(provenance)},
                  {"ranks", provenance.ranks},
                  {"blocks", line.how.plan.blocks},
                  {"block_ms", line.how.block_ms},
                  {"blocks_repeated", repeated},
                  {"floors", floors},
                  {"rows", rows}};
  return json.dump(2) + "\n";
}

bool with_calculation(const SignalCommand& line) {
  return line.modes == std::vector<std::string>{"all"} ||
         std::ranges::count(line.modes, calculation) > 0;
}

std::string as_table(const std::vector<PingPongRow>& rows) {
  std::string text = "ms a message and the calculation upon it (256 KiB, model NICs)\n";
  for (const PingPongRow& row : rows)
    text += fmt::format("{:<34}{:>9.3g}{:>7.0f} %{}\n", row.mode.variant, 1e3 * row.seconds,
                        100 * row.spread, row.correct ? "" : " WRONG");
  return text;
}

/// Between four ranks.
std::vector<PingPongTable> run_calculation(const SignalCommand& line, const Communicator& comm) {
  PingPongTable table{.rows = bench_calculation(line.how.plan.blocks, comm)};
  if (comm.rank() == 0) fmt::print("{}", as_table(table.rows));
  return {std::move(table)};
}

/// Between two.
std::vector<PingPongTable> run_ping_pongs(const std::vector<SignalSection>& wanted,
                                          const SignalCommand& line, const Communicator& comm) {
  std::vector<PingPongTable> tables;
  for (const SignalSection& section : wanted) {
    tables.push_back(bench_ping_pong(section.modes, section.bytes, line.how, comm));
    if (comm.rank() == 0) fmt::print("{}", as_table(tables.back(), section));
  }
  if (with_calculation(line)) {
    tables.push_back({.rows = {refused_calculation()}});
    if (comm.rank() == 0) fmt::print("{}: {}\n", calculation, tables.back().rows.front().refused);
  }
  return tables;
}

int run_signal_benchmark(const SignalCommand& line, const Communicator& comm) {
  const std::vector<SignalSection> wanted = sections(line);
  const bool of_four = comm.size() == 4 && with_calculation(line);
  if (comm.size() != 2 && !of_four)
    throw InputError(
        fmt::format("bench signal: a ping-pong is between 2 ranks, with calculation "
                    "between 4, and here {} {}",
                    comm.size() == 1 ? "is" : "are", comm.size()));
  const Provenance provenance = make_provenance(comm);
  const std::vector<PingPongTable> tables =
      of_four ? run_calculation(line, comm) : run_ping_pongs(wanted, line, comm);
  together<InputError>(comm, [&] {
    if (comm.rank() == 0 && !line.json.empty())
      replace_text(line.json, as_json(tables, line, provenance));
  });
  const auto fine = [](const PingPongRow& row) { return row.correct || !row.refused.empty(); };
  const bool all = std::ranges::all_of(
      tables, [&](const PingPongTable& table) { return std::ranges::all_of(table.rows, fine); });
  return all ? 0 : 2;
}

}  // namespace

Command::Execute declare_signal_benchmark(CLI::App& app) {
  const auto line = std::make_shared<SignalCommand>();
  app.add_option("--modes", line->modes,
                 "all, or names with commas between them; levels: a model "
                 "NIC with few custom bits; calculation: on 4 ranks")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--bytes", line->bytes, "how many, with commas between them (8 to 4194304)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 30));
  app.add_option("--blocks", line->how.plan.blocks, "how often all modes are timed (21)")
      ->check(CLI::Range(1, 1000));
  app.add_option("--block-ms", line->how.block_ms, "how long a mode is timed in a block (2)")
      ->check(CLI::PositiveNumber);
  app.add_option("--json", line->json, "a file for the results");
  return [line](const Communicator& comm) { return run_signal_benchmark(*line, comm); };
}

}  // namespace seafret
