// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/signal_report.hpp"

#include <fmt/format.h>

namespace seafret {
namespace {

std::string name_of(const PingPongMode& mode) {
  if (!mode.variant.empty()) return mode.channel + ", " + mode.variant;
  return mode.mode + (mode.channel.empty() ? "" : ", " + mode.channel) +
         (mode.puts.recorded ? ", plan" : "") + (mode.origin_only ? " (origin only)" : "");
}

std::string in_microseconds(double seconds) { return fmt::format("{:>9.3g}", 1e6 * seconds); }

std::string cell(const PingPongRow& row) {
  if (row.correct) return in_microseconds(row.seconds);
  return fmt::format("{:>9}", row.refused.empty() ? "WRONG" : "-");
}

Json row_as_json(const PingPongRow& row) {
  const auto figure = [&](double value) { return row.correct ? Json(value) : Json(nullptr); };
  const auto times = [&](double value) { return value > 0 ? figure(value) : Json(nullptr); };
  const auto word = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  const bool known = row.level >= 0, step = row.bytes == 0;
  Json json{{"mode", row.mode.mode},
            {"channel", word(row.mode.channel)},
            {"variant", word(row.mode.variant)},
            {"recorded", row.mode.puts.recorded},
            {"level", known ? Json(row.level) : Json()},
            {"bits", known ? Json(row.bits) : Json()},
            {"what", word(row.what)},
            {"bytes", step ? Json() : Json(row.bytes)},
            {"origin_only", row.mode.origin_only},
            {"half_round_trip_us", step ? Json() : figure(1e6 * row.seconds)},
            {"spread", figure(row.spread)},
            {"x_bare", times(row.x_bare)},
            {"x_p2p", times(row.x_p2p)},
            {"told_apart", row.told_apart},
            {"correct", row.correct}};
  if (step) json["step_us"] = figure(1e6 * row.seconds);
  if (!row.refused.empty()) json["refused"] = row.refused;
  return json;
}

}  // namespace

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

std::string as_list(const std::string& heading, double unit, const PingPongTable& table) {
  std::string text = heading + '\n', refused;
  for (const PingPongRow& row : table.rows) {
    const std::string& name = row.mode.variant.empty() ? row.mode.mode : row.mode.variant;
    text += fmt::format("{:<42}", name);
    if (row.correct)
      text += fmt::format("{:>9.3g}{:>7.0f} %", row.seconds / unit, 100 * row.spread);
    else
      text += fmt::format("{:>9}", row.refused.empty() ? "WRONG" : "-");
    if (row.x_p2p > 0) text += fmt::format("{:>7.2f} x p2p", row.x_p2p);
    text += '\n';
    if (!row.refused.empty() && refused.find(row.refused) == std::string::npos)
      refused += fmt::format("{}: {}\n", name, row.refused);
  }
  return text + refused;
}

std::string gains(const PingPongTable& table) {
  std::string text;
  for (std::size_t n = 0; n + 1 < table.rows.size(); n += 2) {
    const PingPongRow &each = table.rows[n], &shared = table.rows[n + 1];
    if (each.correct && shared.correct)
      text += fmt::format("{}: {:+.1f} % by sharing\n", each.mode.variant,
                          100 * (each.seconds / shared.seconds - 1));
  }
  return text + '\n';
}

std::string as_json(const std::vector<PingPongTable>& tables, const PingPongOptions& options,
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
                  {"blocks", options.plan.blocks},
                  {"block_ms", options.block_ms},
                  {"blocks_repeated", repeated},
                  {"floors", floors},
                  {"rows", rows}};
  return text_of(json);
}

}  // namespace seafret
