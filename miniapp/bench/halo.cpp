// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/halo.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "comms/base/together.hpp"
#include "miniapp/bench/halo_bench.hpp"
#include "miniapp/bench/points.hpp"
#include "miniapp/case_file/number.hpp"
#include "miniapp/case_file/plural.hpp"
#include "miniapp/case_file/tree.hpp"
#include "miniapp/command_line/option_values.hpp"
#include "miniapp/config/halo_config.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/run/report/provenance.hpp"

namespace seafret {
namespace {

constexpr double longest_us = 1e7;  // of what is asked for between two swaps

/// The options as they stand on the command line.
struct HaloCommand {
  std::string points = "16x16x256", fields = "30", slow, epoch = "early", json;
  HaloBenchOptions options;
};

/// "30" are so many fields of all levels; "2d:2,3d:1" two flat ones and one of all levels.
std::vector<int> read_fields(const std::string& text, int levels) {
  std::vector<int> all;
  const auto fits = [&](std::string_view part) {
    const bool flat = part.starts_with("2d:");
    if (flat || part.starts_with("3d:")) part.remove_prefix(3);
    const int count = parse_as<int>(part).value.value_or(-1);
    if (count < 0 || count > 10000) return false;
    all.insert(all.end(), static_cast<std::size_t>(count), flat ? 1 : levels);
    return true;
  };
  if (!std::ranges::all_of(split(text, ','), fits) || all.empty() || all.size() > 10000)
    throw InputError("bench halo: --fields wants a number such as 30, or 2d:2,3d:1, not '" + text +
                     "'");
  return all;
}

/// "1:500"
void read_slow(const std::string& text, HaloBenchOptions& options, int ranks) {
  if (text.empty()) return;
  const std::vector<std::string_view> parts = split(text, ':');
  const auto rank = parse_as<int>(parts.front()).value;
  const auto us = parse_as<double>(parts.back()).value;
  if (parts.size() != 2 || !rank || *rank < 0 || *rank >= ranks || !us || *us < 0 ||
      *us > longest_us)
    throw InputError(fmt::format(
        "bench halo: --slow wants RANK:MICROSECONDS with a rank below {} and at most {} "
        "us, not '{}'",
        ranks, longest_us, text));
  options.slow_rank = *rank;
  options.slow_us = *us;
}

HaloBenchOptions read(const HaloCommand& line, const Communicator& comm) {
  HaloBenchOptions options = line.options;
  options.points = read_points("bench halo", line.points);
  options.levels = read_fields(line.fields, options.points[2]);
  read_slow(line.slow, options, comm.size());
  std::vector<std::string>& names = options.modes.transports;
  if (names == std::vector<std::string>{"all"}) names = transports().names();
  for (const std::string& name : names) transports().at(name);
  options.rma.epoch = named<RmaOptions::Epoch>(line.epoch);
  return options;
}

std::string name_of(const HaloMode& mode, bool with_points) {
  std::string name = mode.on_node == "direct" ? "direct" : mode.transport;
  if (mode.packing == "datatype") name += ", datatypes";
  if (mode.packing == "unpacked") name += ", unpacked";
  if (mode.combine != "true") name += ", combine " + mode.combine;
  if (with_points) name += ", " + mode.points;
  if (!mode.window.empty()) name += ", " + mode.window;
  return name;
}

Json row_as_json(const HaloRow& row, std::size_t fields) {
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
            {"messages", row.traffic.messages},
            {"bytes", row.traffic.bytes + row.traffic.bytes_direct},
            {"bytes_total", row.bytes_total},
            {"x_faces_bytes", row.traffic.x_faces},
            {"y_faces_bytes", row.traffic.y_faces},
            {"corners_bytes", row.traffic.corners},
            {"phases", phases}};
  if (!row.refused.empty()) json["refused"] = row.refused;
  return json;
}

std::string as_table(const HaloTable& table, std::size_t fields, int ranks) {
  std::string text = fmt::format(
      "{} field{}, {:.3f} MB a rank and swap, {} rank{}; {} blocks, {} measured again\n\n"
      "{:<34}{:>10}{:>10}{:>9}  {}\n",
      fields, plural(static_cast<std::int64_t>(fields)), static_cast<double>(table.bytes) / 1e6,
      ranks, plural(ranks), table.copy_s.size(), table.repeated, "mode", "median us", "x memcpy",
      "spread", "us of a swap: pack, start, in place, wait, unpack");
  const auto floor = [&](const char* name, const std::vector<double>& seconds) {
    text += fmt::format("{:<34}{:>10.1f}{:>10.2f}\n", name, 1e6 * median(seconds),
                        median(seconds) / median(table.copy_s));
  };
  floor("(memcpy of the same bytes)", table.copy_s);
  floor("(pack only)", table.pack_s);
  floor("(pack and unpack, no transport)", table.mock_s);
  const bool with_points = std::ranges::any_of(table.rows, [&](const HaloRow& row) {
    return row.mode.points != table.rows.front().mode.points;
  });
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
  for (const HaloRow& row : table.rows) rows.push_back(row_as_json(row, options.levels.size()));
  const Json json{{"benchmark", "halo"},
                  {"provenance", to_json(provenance)},
                  {"ranks", provenance.ranks},
                  {"points", options.points},
                  {"mask", options.mask.empty() ? Json(nullptr) : Json(options.mask)},
                  {"levels", options.levels},
                  {"depth", options.depth},
                  {"bytes", table.bytes},
                  {"compute_us", options.compute_us},
                  {"slow_rank", options.slow_rank},
                  {"slow_us", options.slow_us},
                  {"blocks", table.copy_s.size()},
                  {"repetitions", options.plan.repetitions},
                  {"blocks_repeated", table.repeated},
                  {"floors",
                   {{"memcpy_us", 1e6 * median(table.copy_s)},
                    {"memcpy_spread", spread(table.copy_s)},
                    {"pack_us", 1e6 * median(table.pack_s)},
                    {"mock_us", 1e6 * median(table.mock_s)}}},
                  {"rows", rows}};
  return text_of(json);
}

int run_halo_benchmark(const HaloCommand& line, const Communicator& comm) {
  const HaloBenchOptions options = read(line, comm);
  const Provenance provenance = make_provenance(comm);
  const HaloTable table = bench_halo(options, comm);
  if (table.rows.empty())
    throw InputError(
        "bench halo: no transport goes the ways that are asked for; 'seafret bench halo --help' "
        "tells which there are");
  together<RunError>(comm, [&] {
    if (comm.rank() != 0) return;
    fmt::print("{}", as_table(table, options.levels.size(), comm.size()));
    if (!line.json.empty()) replace_text(line.json, as_json(table, options, provenance));
  });
  const auto fine = [](const HaloRow& row) { return row.correct || !row.refused.empty(); };
  return std::ranges::all_of(table.rows, fine) ? 0 : 2;
}

}  // namespace

Command::Execute declare_halo_benchmark(CLI::App& app) {
  const auto line = std::make_shared<HaloCommand>();
  HaloBenchOptions& o = line->options;
  const auto list = [&](const char* name, std::vector<std::string>& value, const char* what) {
    return app.add_option(name, value, what)->delimiter(',')->allow_extra_args(false);
  };
  app.add_option("--points", line->points, "columns of a rank in x and y, and levels (16x16x256)");
  app.add_option("--mask", o.mask, "the columns of a sea instead, cut by k_section: a mask file");
  app.add_option("--fields", line->fields, "how many fields (30), or 2d:2,3d:1");
  app.add_option("--depth", o.depth, "columns of the halo (2)")->check(whole_number(1, 16));
  list("--transports", o.modes.transports, "all, or names with commas between them");
  list("--on-node", o.modes.on_node, "direct, transport, or both")
      ->check(one_of(words_of<HaloOptions::OnNode>()));
  list("--window", o.modes.windows, "allocate, create, or both (allocate)")
      ->check(one_of(words_of<RmaOptions::Window>()));
  list("--packing", o.modes.packings, "packed, datatype, unpacked, or several (packed)")
      ->check(one_of(words_of<HaloOptions::Packing>()));
  list("--combine", o.modes.combines, "true: all fields in a message; false: one; or how many")
      ->check([](const std::string& word) {
        const std::string wrong = wrong_with_combine(word);
        return wrong.empty() ? wrong : "it " + wrong;
      });
  list("--halo-points", o.modes.points,
       "all, clipped, masked, wet (wet): what is swapped of a sea; the floors are of the first")
      ->check(one_of(words_of<HaloPoints>()));
  app.add_option("--epoch", line->epoch, "early, late or closed_at_start (early)")
      ->check(one_of(words_of<RmaOptions::Epoch>()));
  app.add_option("--assertions", o.rma.assertions, "tell MPI what it need not do (true)")
      ->check(one_of({"true", "false"}));
  app.add_option("--cores-per-node", o.cores_per_node, "pretend nodes of so many ranks")
      ->check(whole_number(0));
  app.add_option("--compute", o.compute_us, "us of work between start and finish (0)")
      ->check(number({.low = 0, .high = longest_us}));
  app.add_option("--slow", line->slow, "RANK:US: that rank comes so much later to every swap");
  app.add_option("--blocks", o.plan.blocks, "how often all modes are timed (11)")
      ->check(whole_number(1, 1000));
  app.add_option("--swaps", o.plan.repetitions, "swaps of a mode in a block (10)")
      ->check(whole_number(1, 1000000));
  app.add_option("--json", line->json, "a file for the results");
  return [line](const Communicator& comm) { return run_halo_benchmark(*line, comm); };
}

}  // namespace seafret
