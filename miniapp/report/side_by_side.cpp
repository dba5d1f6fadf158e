// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/report/side_by_side.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>

#include "miniapp/compare/compare.hpp"
#include "miniapp/run/report/page/page.hpp"
#include "miniapp/run/report/page/values.hpp"

namespace seafret {
namespace {

using Results = std::vector<Json>;

/// A row of what is found in each run's result.
SideBySide::Row row(const std::string& label, const Results& runs,
                    const std::function<std::string(const Json& run)>& value) {
  SideBySide::Row row{label, {}};
  for (const Json& run : runs) row.values.push_back(value(run));
  return row;
}

std::string checks_of(const Json& run) {
  const Json& all = run.at("checks");
  const auto passed =
      std::ranges::count_if(all, [](const Json& check) { return check.at("passed").get<bool>(); });
  return fmt::format("{} of {} passed", passed, all.size());
}

std::string step_of(const Json& run) {
  const Json& time = run.at("time");
  const double steps = std::max(1., number(time.at("steps")));
  return fmt::format("{:.4g}", 1e3 * number(time.at("steps_s")) / steps);
}

void add_facts(const Results& runs, std::vector<SideBySide::Row>& rows) {
  const auto add = [&](const char* label, const auto& value) {
    rows.push_back(row(label, runs, value));
  };
  add("case", [](const Json& r) { return r.at("case").at("case").at("name").get<std::string>(); });
  add("Mcells/s", [](const Json& r) { return figures(r.at("fom").at("value")); });
  add("", [](const Json& r) { return r.at("fom").at("valid").get<bool>() ? "VALID" : "INVALID"; });
  add("checks", checks_of);
  for (const char* key : {"ranks", "nodes", "threads"})
    add(key, [key](const Json& r) { return r.at("provenance").at(key).dump(); });
  for (const char* key : {"transport", "on_node", "packing"})
    add(key, [key](const Json& r) { return r.at("case").at("halo").at(key).get<std::string>(); });
  add("partition",
      [](const Json& r) { return r.at("case").at("partition").at("method").get<std::string>(); });
  add("steps", [](const Json& r) { return r.at("time").at("steps").dump(); });
  add("a step, ms", step_of);
  add("time loop, s", [](const Json& r) { return figures(r.at("time").at("loop_s")); });
  add("largest process",
      [](const Json& r) { return as_bytes(1e6 * number(r.at("memory").at("peak_mb"))); });
}

const Json* named(const Json& list, const std::string& name) {
  const auto found =
      std::ranges::find_if(list, [&](const Json& one) { return one.at("name") == name; });
  return found == list.end() ? nullptr : &*found;
}

/// Each name that any run has in a list, those of the first run first.
std::vector<std::string> names_in(const Results& runs, const char* list) {
  std::vector<std::string> names;
  for (const Json& run : runs)
    for (const Json& one : run.at(list))
      if (const auto name = one.at("name").get<std::string>();
          std::ranges::find(names, name) == names.end())
        names.push_back(name);
  return names;
}

/// A row for each thing of a list that some run has anything of.
std::vector<SideBySide::Row> rows_of(const Results& runs, const char* list, const char* key,
                                     std::string (*shown)(const Json& value)) {
  std::vector<SideBySide::Row> rows;
  for (const std::string& name : names_in(runs, list)) {
    SideBySide::Row row{name, {}};
    for (const Json& run : runs) {
      const Json* const one = named(run.at(list), name);
      row.values.push_back(one == nullptr ? "-" : shown(one->at(key)));
      row.sizes.push_back(one == nullptr ? 0 : number(one->at(key)));
    }
    if (std::ranges::max(row.sizes) > 0 && !name.starts_with("swap/")) rows.push_back(row);
  }
  return rows;
}

/// Those rows under a heading; their bars have one scale.
void add_list(const std::string& heading, std::vector<SideBySide::Row> list,
              std::vector<SideBySide::Row>& rows) {
  if (list.empty()) return;
  double largest = 0;
  for (const SideBySide::Row& row : list) largest = std::max(largest, std::ranges::max(row.sizes));
  rows.push_back({heading, {}});
  for (SideBySide::Row& row : list) {
    for (double& size : row.sizes) size /= largest;
    rows.push_back(std::move(row));
  }
}

std::string largest_difference(const Comparison& found) {
  const auto differs = [](const FieldComparison& field) { return !field.is_same(); };
  const auto number_of = std::ranges::count_if(found.fields, differs);
  const auto worst = std::ranges::max_element(found.fields, {}, [](const FieldComparison& field) {
    if (!field.trouble.empty()) return std::numeric_limits<double>::max();
    return field.is_same() ? -1 : field.share_of_largest();
  });
  const std::string text = fmt::format("{} of {} fields differ, ", number_of, found.fields.size());
  if (!worst->trouble.empty()) return text + fmt::format("{} {}", worst->name, worst->trouble);
  return text +
         fmt::format("most {}: by {:.4g} at {}", worst->name, worst->most_absolute, worst->where);
}

SideBySide::Difference difference(const std::string& first, const std::string& other) {
  try {
    const Comparison found = compare_files(first + "/fields.h5", other + "/fields.h5", {});
    if (found.is_same()) return {other, "same", true};
    return {other, largest_difference(found)};
  } catch (const std::runtime_error& e) {
    return {other, e.what()};
  }
}

/// What can be compared of runs.
std::vector<SideBySide::Row> all_rows(const Results& runs) {
  std::vector<SideBySide::Row> rows;
  add_facts(runs, rows);
  add_list("time by region, mean over the ranks, s", rows_of(runs, "regions", "mean_s", seconds),
           rows);
  add_list("exposed time of each swap, s", rows_of(runs, "swaps", "exposed_s", seconds), rows);
  add_list("sent a swap by the rank that sends most", rows_of(runs, "swaps", "bytes", size_of),
           rows);
  return rows;
}

}  // namespace

SideBySide side_by_side(const std::vector<std::string>& folders) {
  SideBySide beside{.folders = folders, .rows = {}, .differences = {}};
  Results runs;
  for (const std::string& folder : folders)  // so that it is known whose is not as it should be
    runs.push_back(from_result(folder, [&](const Json& result) {
      all_rows({result});
      return result;
    }));
  beside.rows = all_rows(runs);
  for (std::size_t n = 1; n < folders.size(); ++n)
    beside.differences.push_back(difference(folders.front(), folders[n]));
  return beside;
}

}  // namespace seafret
