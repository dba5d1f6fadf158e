// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "miniapp/case_file/plural.hpp"
#include "miniapp/run/report/trials.hpp"

namespace seafret {
namespace {

std::string machine(const Provenance& p) {
  return fmt::format(
      "\nMachine\n"
      "  ranks       {} on {} node{} ({})\n"
      "  threads     {} a rank\n"
      "  processor   {}\n"
      "  MPI         {}\n"
      "  built with  {}, {}, {}\n",
      p.ranks, p.nodes, plural(p.nodes), p.hosts, p.threads, p.processor,
      p.mpi.substr(0, p.mpi.find(',')), p.compiler, p.build_type, p.flags);
}

std::string steps_of(const Problem& p) {
  const std::string from =
      fmt::format("from {:g} s on by a Courant number of {:g}", p.dt, p.courant);
  if (p.steps == 0) return fmt::format("{}, in steps {}", duration(p.end), from);
  const std::string steps = fmt::format("{} step{}", p.steps, plural(p.steps));
  if (p.courant > 0) return fmt::format("{} {}", steps, from);
  return fmt::format("{} of {:g} s: {}", steps, p.dt,
                     duration(static_cast<double>(p.steps) * p.dt));
}

std::string problem_size(const Problem& p) {
  std::string text = fmt::format(
      "\nProblem\n"
      "  case        {} ({})\n"
      "  grid        {} x {} columns{}; {} level{}\n"
      "  time        {}\n"
      "  partition   {}: {} to {} {}columns a rank\n"
      "  halo        {}\n"
      "  memory      fields of {} expected, {:.2f} x what is carried in all its time levels, {} of "
      "them swapped; {} of mask and depth; beside them messages and windows, and what advection "
      "keeps\n",
      p.case_name, p.case_file, p.nx, p.ny,
      p.is_masked() ? fmt::format(", {} of them wet", p.wet_columns) : "", p.nz, plural(p.nz),
      steps_of(p), p.partition, p.least_owned, p.most_owned, p.is_masked() ? "wet " : "", p.halo,
      as_bytes(p.expected_mb() * 1e6), p.expected_mb() / p.fields_mb, as_bytes(p.arena_mb * 1e6),
      as_bytes(p.kept_mb * 1e6));
  if (p.search_mb > 0)
    text += fmt::format(
        "  search      took {} on each rank, mask included, until the partition was found\n",
        as_bytes(p.search_mb * 1e6));
  return text;
}

std::string validation(const Result& r) {
  std::string text = "\nValidation\n";
  if (r.checks.empty()) text += "  this case checks nothing\n";
  for (const Check& c : r.checks)
    text += fmt::format("  {}  {:<36}{:>12.4g}  limit {:.4g}\n", c.passed ? "PASSED" : "FAILED",
                        c.name, c.value, c.limit);
  return text;
}

std::string lengths_of(const Result& r) {
  if (r.steps.shortest == r.steps.longest) return "";
  return fmt::format("  time step   {:.4g} to {:.4g} s, {:.4g} s on average\n", r.steps.shortest,
                     r.steps.longest, r.steps.mean);
}

/// What was counted in each region, where anything was.
std::string counters(const Result& r) {
  std::vector<std::size_t> events;
  for (std::size_t e = 0; e < EventCounters::events; ++e)
    if (EventCounters::counts(e)) events.push_back(e);
  if (events.empty()) return "";
  std::string text = fmt::format("\n  {:<28}", "counted, of all ranks");
  for (const std::size_t e : events) text += fmt::format("{:>18}", EventCounters::name(e));
  for (const RegionTime& t : r.regions) {
    if (t.count == 0 || t.name.starts_with("swap/")) continue;
    text += fmt::format("\n  {:<28}", t.name);
    for (const std::size_t e : events)
      text += fmt::format("{:>18.4g}", static_cast<double>(t.counted[e]));
  }
  return text + "\n";
}

std::string performance(const Result& r) {
  std::string text = fmt::format(
      "\nPerformance\n"
      "  time loop   {:.3f} s; {:.3f} s of it in {} steps of {:.3g} ms\n"
      "{}"
      "  whole run   {:.3f} s\n"
      "  memory      {} in the largest process, {} in all\n\n",
      r.time.all_s, r.time.steps_s, r.steps.count,
      1e3 * r.time.steps_s / static_cast<double>(r.steps.count), lengths_of(r), r.wall_s,
      as_bytes(r.peak_mb * 1e6), as_bytes(r.peak_mb_total * 1e6));
  if (r.regions.empty())
    return text + "  no region was timed: seafret was built without profiling\n";
  text += fmt::format("  {:<28}{:>10}{:>11}{:>11}{:>11}{:>8}\n", "region", "count", "mean s",
                      "min s", "max s", "share");
  for (const RegionTime& t : r.regions)
    if (t.count > 0 && !t.name.starts_with("swap/"))
      text += fmt::format("  {:<28}{:>10}{:>11.4f}{:>11.4f}{:>11.4f}{:>6.1f} %\n", t.name, t.count,
                          t.mean_s, t.min_s, t.max_s, 100 * t.mean_s / r.time.all_s);
  return text + counters(r);
}

std::string swaps(const Result& r) {
  if (r.swaps.empty()) return "";
  std::size_t width = 14;
  for (const SwapTotals& s : r.swaps) width = std::max(width, s.name.size());
  std::string text = fmt::format("\n  {:<{}}{:>8}{:>11}{:>9}{:>10}{:>10}{:>10}{:>10}{:>11}{:>8}\n",
                                 "swap", width, "count", "neighbours", "messages", "size",
                                 "x faces", "y faces", "corners", "exposed s", "share");
  const auto bytes = [](std::int64_t n) { return as_bytes(static_cast<double>(n)); };
  for (const SwapTotals& s : r.swaps)
    text += fmt::format("  {:<{}}{:>8}{:>11}{:>9}{:>10}{:>10}{:>10}{:>10}{:>11.4f}{:>6.1f} %\n",
                        s.name, width, s.most.swaps, s.most.neighbours, s.most.messages,
                        bytes(s.most.bytes + s.most.bytes_direct), bytes(s.most.x_faces),
                        bytes(s.most.y_faces), bytes(s.most.corners), s.exposed_s,
                        100 * s.exposed_s / r.time.all_s);
  for (const SwapTotals& s : r.swaps)
    if (const HaloColumns& columns = s.total.columns; columns.wet < columns.rectangles)
      text += fmt::format(
          "  {}: {} halo columns by rectangles, {} clipped, {} wet; {} saves {} of {} a swap\n",
          s.name, columns.rectangles, columns.clipped, columns.wet, s.points,
          bytes(s.total.bytes_saved), bytes(columns.bytes));
  return text;
}

std::string channels(const Result& r) {
  if (r.channels.empty()) return "";
  std::string text = fmt::format("\n  {:<14}{:>8}{:>11}{:>12}{:>10}{:>14}  carried by\n", "channel",
                                 "level", "bits", "puts", "size", "told apart");
  for (const notify::ChannelReport& c : r.channels)
    text += fmt::format("  {:<14}{:>8}{:>11}{:>12}{:>10}{:>14}  {}\n", c.name,
                        static_cast<int>(c.level), c.bits, c.transfers,
                        as_bytes(static_cast<double>(c.bytes)), c.told_apart, c.what);
  return text;
}

std::string list(const char* title, const std::vector<std::string>& lines) {
  return lines.empty() ? "" : fmt::format("\n{}\n  {}\n", title, fmt::join(lines, "\n  "));
}

}  // namespace

std::string duration(double seconds) {
  if (seconds < 9.5) return fmt::format("{:.2g} s", seconds);
  if (seconds < 99.5) return fmt::format("{:.0f} s", seconds);
  if (!(seconds < 1e15))
    return fmt::format("{:g} s", seconds);  // more than can be counted one by one
  const long long s = std::llround(seconds);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
}

std::string as_bytes(double bytes) {
  if (bytes < 1e3) return fmt::format("{:.0f} B", bytes);
  if (bytes < 1e6) return fmt::format("{:.1f} kB", bytes / 1e3);
  if (bytes < 1e9) return fmt::format("{:.1f} MB", bytes / 1e6);
  return fmt::format("{:.4g} GB", bytes / 1e9);
}

std::string opening(const Provenance& provenance, const Problem& problem) {
  return fmt::format("{}, {}\n{}{}", program_version(), provenance.start, machine(provenance),
                     problem_size(problem));
}

std::string closing(const Result& result) {
  return fmt::format("{}{}{}{}{}{}\nFOM: {:.6g} Mcells/s {}\n", validation(result),
                     performance(result), swaps(result) + trials_as_text(result), channels(result),
                     list("Remarks", result.remarks), list("Files", result.files),
                     result.mcells_per_s, result.all_passed() ? "VALID" : "INVALID");
}

}  // namespace seafret
