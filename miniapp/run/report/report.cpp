// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/report.hpp"

#include <fmt/format.h>

#include <iterator>

#include "miniapp/run/report/duration.hpp"

namespace seafret {
namespace {

/// Text that grows by lines.
class Page {
 public:
  void heading(const char* title) { fmt::format_to(end(), "\n{}\n", title); }
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    text_ += "  ";
    fmt::format_to(end(), format, std::forward<Args>(args)...);
    text_ += '\n';
  }
  /// A name and what there is to say about it.
  template <class... Args>
  void item(const char* name, fmt::format_string<Args...> format, Args&&... args) {
    line("{:<12}{}", name, fmt::format(format, std::forward<Args>(args)...));
  }
  void blank() { text_ += '\n'; }
  std::string take() { return std::move(text_); }

 private:
  std::back_insert_iterator<std::string> end() { return std::back_inserter(text_); }
  std::string text_;
};

const char* plural(std::int64_t n) { return n == 1 ? "" : "s"; }

std::string size(double bytes) {
  if (bytes < 1e3) return fmt::format("{:.0f} B", bytes);
  if (bytes < 1e6) return fmt::format("{:.1f} kB", bytes / 1e3);
  return fmt::format("{:.1f} MB", bytes / 1e6);
}

void machine(Page& page, const Provenance& p) {
  page.heading("Machine");
  page.item("ranks", "{} on {} node{} ({})", p.ranks, p.nodes, plural(p.nodes), p.hosts);
  page.item("threads", "{} a rank", p.threads);
  page.item("processor", "{}", p.processor);
  page.item("MPI", "{}", p.mpi.substr(0, p.mpi.find(',')));
  page.item("built with", "{}, {}, {}", p.compiler, p.build_type, p.flags);
}

void problem_size(Page& page, const Problem& p) {
  page.heading("Problem");
  page.item("case", "{} ({})", p.case_name, p.case_file);
  page.item("grid", "{} x {} columns, {} of them wet; {} level{}", p.nx, p.ny, p.wet_columns, p.nz,
            plural(p.nz));
  page.item("time", "{} step{} of {:g} s: {}", p.steps, plural(p.steps), p.dt,
            duration(static_cast<double>(p.steps) * p.dt));
  page.item("partition", "{}: {} to {} wet columns a rank", p.partition, p.least_owned,
            p.most_owned);
  page.item("halo", "{}", p.halo);
  page.item("memory",
            "fields of {} expected, {} of them swapped; {} of mask and depth; beside them messages "
            "and windows, and what advection keeps",
            size((p.arena_mb + p.work_mb) * 1e6), size(p.arena_mb * 1e6), size(p.kept_mb * 1e6));
  if (p.search_mb > 0)
    page.item("search", "took {} on each rank, mask included, until the partition was found",
              size(p.search_mb * 1e6));
}

void validation(Page& page, const Result& r) {
  page.heading("Validation");
  if (r.checks.empty()) page.line("this case checks nothing");
  for (const Check& c : r.checks)
    page.line("{}  {:<36}{:>12.4g}  limit {:.4g}", c.passed ? "PASSED" : "FAILED", c.name, c.value,
              c.limit);
}

void performance(Page& page, const Problem& p, const Result& r) {
  page.heading("Performance");
  page.item("time loop", "{:.3f} s; {:.3f} s of it in {} steps of {:.3g} ms", r.time.all_s,
            r.time.steps_s, p.steps, 1e3 * r.time.steps_s / static_cast<double>(p.steps));
  page.item("whole run", "{:.3f} s", r.wall_s);
  page.item("memory", "{} in the largest process, {} in all", size(r.peak_mb * 1e6),
            size(r.peak_mb_total * 1e6));
  page.blank();
  page.line("{:<28}{:>10}{:>11}{:>11}{:>11}{:>8}", "region", "count", "mean s", "min s", "max s",
            "share");
  for (const RegionTime& t : r.regions)
    if (t.count > 0 && !t.name.starts_with("swap/"))
      page.line("{:<28}{:>10}{:>11.4f}{:>11.4f}{:>11.4f}{:>6.1f} %", t.name, t.count, t.mean_s,
                t.min_s, t.max_s, 100 * t.mean_s / r.time.all_s);
  if (r.swaps.empty()) return;
  page.blank();
  page.line("{:<14}{:>8}{:>11}{:>9}{:>10}{:>10}{:>10}{:>10}{:>11}{:>8}", "swap", "count",
            "neighbours", "messages", "size", "x faces", "y faces", "corners", "exposed s",
            "share");
  const auto bytes = [](std::int64_t n) { return size(static_cast<double>(n)); };
  for (const SwapTotals& s : r.swaps)
    page.line("{:<14}{:>8}{:>11}{:>9}{:>10}{:>10}{:>10}{:>10}{:>11.4f}{:>6.1f} %", s.name,
              s.most.swaps, s.most.neighbours, s.most.messages,
              bytes(s.most.bytes + s.most.bytes_direct), bytes(s.most.x_faces),
              bytes(s.most.y_faces), bytes(s.most.corners), s.exposed_s,
              100 * s.exposed_s / r.time.all_s);
  for (const SwapTotals& s : r.swaps)
    if (const HaloColumns& columns = s.total.columns; columns.wet < columns.rectangles)
      page.line("{}: {} halo columns by rectangles, {} clipped, {} wet; {} saves {} of {} a swap",
                s.name, columns.rectangles, columns.clipped, columns.wet, s.points,
                bytes(s.total.bytes_saved), bytes(columns.bytes));
}

void list(Page& page, const char* title, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  page.heading(title);
  for (const std::string& text : lines) page.line("{}", text);
}

}  // namespace

std::string opening(const Provenance& provenance, const Problem& problem) {
  Page page;
  machine(page, provenance);
  problem_size(page, problem);
  return fmt::format("{}, {}\n{}", program_version(), provenance.start, page.take());
}

std::string closing(const Problem& problem, const Result& result) {
  Page page;
  validation(page, result);
  performance(page, problem, result);
  list(page, "Remarks", result.remarks);
  list(page, "Files", result.files);
  return fmt::format("{}\nFOM: {:.6g} Mcells/s {}\n", page.take(), result.mcells_per_s,
                     result.all_passed() ? "VALID" : "INVALID");
}

}  // namespace seafret
