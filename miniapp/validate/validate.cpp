// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/validate/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <span>

#include "comms/base/stopwatch.hpp"
#include "comms/base/together.hpp"
#include "miniapp/case_file/text.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/run/report/page/page.hpp"
#include "miniapp/run/run.hpp"
#include "miniapp/validate/kept_fields.hpp"
#include "miniapp/validate/tables.hpp"

namespace seafret {
namespace {

void say(const std::string& text, const Communicator& comm) {
  if (comm.rank() != 0) return;
  fmt::print("{}", text);
  std::fflush(stdout);
}

bool is_within(const std::string& level, const std::string& asked) {
  const auto place = [](const std::string& name) {
    return std::ranges::find(validation_levels, name);
  };
  return place(level) <= place(asked);
}

/// Those named, whatever their level; if none is named, all up to the level.
std::vector<ValidationPlan> chosen_plans(const ValidateOptions& options, const Communicator& comm) {
  Registry<bool> known("validation case");
  const std::vector<std::string> all = validation_names(options.inputs, comm);
  for (const std::string& name : all) known.add(name, true);
  for (const std::string& name : options.names) known.at(name);
  std::vector<ValidationPlan> plans;
  for (const std::string& name : options.names.empty() ? all : options.names) {
    ValidationPlan plan = read_plan(options.inputs, name, comm);
    if (!options.names.empty() || is_within(plan.level, options.level) || options.only_list)
      plans.push_back(std::move(plan));
  }
  return plans;
}

/// Adds the checks that did not pass, and returns what was measured.
std::vector<Measure> run_planned(const ValidationPlan& plan, const PlannedRun& run,
                                 const std::string& folder, const Communicator& comm,
                                 ValidationResult& result) {
  const Result found = run_case({.case_file = plan.case_file,
                                 .overrides = run.overrides,
                                 .output = folder,
                                 .is_quiet = true,
                                 .progress = Progress::Style::none},
                                comm)
                           .value();
  for (const Check& check : found.checks)
    if (!check.passed)
      result.failures.push_back({plan.name, plan.level,
                                 fmt::format("{}{}: {:.4g}, limit {:.4g}",
                                             run.name.empty() ? "" : "run " + run.name + ": ",
                                             check.name, check.value, check.limit)});
  return found.measures;
}

/// On the pages of these runs.
void show(std::span<const ValidationRow> rows, const std::vector<std::string>& folders,
          const Communicator& comm) {
  together<RunError>(comm, [&] {
    if (comm.rank() != 0) return;
    Json all = Json::array();
    for (const ValidationRow& row : rows) all.push_back(to_json(row));
    for (const std::string& folder : folders) add_validation(folder, all);
  });
}

void validate_case(const ValidationPlan& plan, const ValidateOptions& options,
                   const Communicator& comm, ValidationResult& result) {
  const std::string folder = options.output + "/" + plan.name;
  const std::size_t first = result.rows.size();
  if (plan.kept) {
    const std::string short_run = folder + "/kept", output = short_run + "/fields.h5";
    const std::size_t failures = result.failures.size();
    run_planned(plan, {"kept", plan.kept->overrides}, short_run, comm, result);
    if (options.keep_fields && result.failures.size() == failures) keep(plan, output, comm);
    result.rows.push_back(compare_with_kept(plan, output, comm));
    show(std::span(result.rows).subspan(first), {short_run}, comm);
  }
  if (options.keep_fields) return;
  MeasuresOfRuns measures;
  std::vector<std::string> folders;
  for (const PlannedRun& run : plan.runs) {
    folders.push_back(run.name.empty() ? folder : folder + "/" + run.name);
    measures[run.name] = run_planned(plan, run, folders.back(), comm, result);
  }
  std::ranges::move(compare(plan, measures), std::back_inserter(result.rows));
  show(std::span(result.rows).subspan(first), folders, comm);
}

/// What would be known only after the runs, which may take an hour: that a file cannot be written,
/// that one has no place for the tables.  Returns the text that is to have them.
std::string try_files(const ValidateOptions& options, std::span<const ValidationPlan> plans,
                      const Communicator& comm) {
  std::string markdown = options.markdown.empty() ? "" : read_on_one_rank(options.markdown, comm);
  together<InputError>(comm, [&] {
    if (comm.rank() != 0) return;
    make_folder(options.output);
    for (const std::string& path : {options.json, options.markdown})
      if (!path.empty()) try_to_write(path);
    if (options.markdown.empty()) return;
    if (markdown.size() > largest_case_file)
      throw InputError(fmt::format("{}: {}", one_line(options.markdown), too_large_a_file));
    for (const ValidationPlan& plan : plans) place_of_tables(markdown, plan.level);
  });
  return markdown;
}

void write_files(const ValidateOptions& options, const std::string& markdown,
                 const ValidationResult& result, const Provenance& provenance,
                 const Communicator& comm) {
  together<RunError>(comm, [&] {
    if (comm.rank() != 0) return;
    if (!options.json.empty()) replace_text(options.json, as_json(result, provenance));
    if (!options.markdown.empty())
      replace_text(options.markdown, with_tables(markdown, result, provenance));
  });
}

}  // namespace

int validate(const ValidateOptions& options, const Communicator& comm) {
  const std::vector<ValidationPlan> plans = chosen_plans(options, comm);
  if (options.only_list) {
    for (const ValidationPlan& plan : plans)
      say(fmt::format("{:<24}{:<10}{}\n", plan.name, plan.level, plan.about), comm);
    return 0;
  }
  const std::string markdown = try_files(options, plans, comm);
  const Provenance provenance = make_provenance(comm);
  ValidationResult result;
  for (const ValidationPlan& plan : plans) {
    const Stopwatch stopwatch;
    // Whatever stops one case, a missing file or a full disk too, leaves the others their numbers.
    const auto failed = [&](const std::runtime_error& e) {
      result.failures.push_back({plan.name, plan.level, e.what()});
    };
    try {
      validate_case(plan, options, comm, result);
    } catch (const InputError& e) {
      failed(e);
    } catch (const RunError& e) {
      failed(e);
    }
    result.times.push_back({plan.name, plan.level, stopwatch.seconds()});
    say(fmt::format("{:<24}{:>8.1f} s\n", plan.name, result.times.back().seconds), comm);
  }
  say(as_table(result), comm);
  write_files(options, markdown, result, provenance, comm);
  return result.passed() ? 0 : 2;
}

}  // namespace seafret
