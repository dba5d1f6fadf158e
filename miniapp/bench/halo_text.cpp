// SPDX-License-Identifier: BSD-3-Clause
// What the halo benchmark says.
#include <fmt/format.h>

#include <algorithm>

#include "miniapp/bench/halo_bench.hpp"
#include "miniapp/run/report/json.hpp"

namespace seafret {
namespace {

bool are_of_several_points(const std::vector<HaloRow>& rows) {
  return std::ranges::any_of(
      rows, [&](const HaloRow& row) { return row.mode.points != rows.front().mode.points; });
}

std::string name_of(const HaloMode& mode, bool with_points) {
  std::string name = mode.on_node == "direct" ? "direct" : mode.transport;
  if (mode.packing == "datatype") name += ", datatypes";
  if (mode.combine != "true") name += ", combine " + mode.combine;
  if (with_points) name += ", " + mode.points;
  if (!mode.window.empty()) name += ", " + mode.window;
  return name;
}

Json row_as_json(const HaloRow& row, int fields) {
  const auto figure = [&](double value) { return row.correct ? Json(value) : Json(nullptr); };
  Json phases = Json::object();
  for (const PhaseTime& p : row.phases)
    phases[p.name] = {{"mean_us", 1e6 * p.mean_s}, {"max_us", 1e6 * p.max_s}};
  Json json{{"mode", row.mode.transport},
            {"window", row.mode.window.empty() ? Json(nullptr) : Json(row.mode.window)},
            {"packing", row.mode.packing},
            {"on_node", row.mode.on_node},
            {"combine", row.mode.combine},
            {"halo_points", row.mode.points},
            {"fields", fields},
            {"median_us", figure(1e6 * row.median_s)},
            {"ratio", figure(row.ratio)},
            {"spread", figure(row.spread)},
            {"correct", row.correct},
            {"messages", row.messages},
            {"bytes", row.bytes},
            {"bytes_total", row.bytes_total},
            {"x_faces_bytes", row.x_faces},
            {"y_faces_bytes", row.y_faces},
            {"corners_bytes", row.corners},
            {"phases", phases}};
  if (!row.refused.empty()) json["refused"] = row.refused;
  return json;
}

}  // namespace

std::string as_table(const HaloTable& table) {
  std::string text = fmt::format(
      "{} field{}, {:.3f} MB a rank and swap, {} rank{}; {} blocks, {} measured again\n\n"
      "{:<34}{:>10}{:>10}{:>9}  {}\n",
      table.fields, table.fields == 1 ? "" : "s", static_cast<double>(table.bytes) / 1e6,
      table.ranks, table.ranks == 1 ? "" : "s", table.blocks, table.repeated, "mode", "median us",
      "x memcpy", "spread", "us of a swap: pack, start, in place, wait, unpack");
  const auto floor = [&](const char* name, double seconds) {
    text +=
        fmt::format("{:<34}{:>10.1f}{:>10.2f}\n", name, 1e6 * seconds, seconds / table.memcpy_s);
  };
  floor("(memcpy of the same bytes)", table.memcpy_s);
  floor("(pack only)", table.pack_s);
  floor("(pack and unpack, no transport)", table.mock_s);
  const bool with_points = are_of_several_points(table.rows);
  for (const HaloRow& row : table.rows) {
    text += fmt::format("{:<34}", name_of(row.mode, with_points));
    if (!row.refused.empty())
      text += "cannot run here: " + row.refused;
    else if (!row.correct)
      text += "     WRONG";
    else
      text += fmt::format("{:>10.1f}{:>10.2f}{:>7.0f} % ", 1e6 * row.median_s, row.ratio,
                          100 * row.spread);
    for (const PhaseTime& p : row.phases) text += fmt::format("{:>8.1f}", 1e6 * p.mean_s);
    text += '\n';
  }
  return text;
}

std::string as_json(const HaloTable& table, const HaloBenchOptions& options,
                    const Provenance& provenance) {
  Json rows = Json::array();
  for (const HaloRow& row : table.rows) rows.push_back(row_as_json(row, table.fields));
  const Json json{{"benchmark", "halo"},
                  {"provenance", to_json(provenance)},
                  {"ranks", table.ranks},
                  {"points", options.points},
                  {"mask", options.mask.empty() ? Json(nullptr) : Json(options.mask)},
                  {"levels", options.levels},
                  {"depth", options.depth},
                  {"bytes", table.bytes},
                  {"compute_us", options.compute_us},
                  {"slow_rank", options.slow_rank},
                  {"slow_us", options.slow_us},
                  {"blocks", table.blocks},
                  {"repetitions", options.plan.repetitions},
                  {"blocks_repeated", table.repeated},
                  {"floors",
                   {{"memcpy_us", 1e6 * table.memcpy_s},
                    {"memcpy_spread", table.memcpy_spread},
                    {"pack_us", 1e6 * table.pack_s},
                    {"mock_us", 1e6 * table.mock_s}}},
                  {"rows", rows}};
  return json.dump(2) + "\n";
}

}  // namespace seafret
