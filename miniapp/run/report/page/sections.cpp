// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/report/page/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "miniapp/run/report/page/values.hpp"

namespace seafret {
namespace {

using html::escaped;
using html::section;
using html::Table;

std::string megabytes(const Json& value) { return as_bytes(1e6 * number(value)); }
std::string six_figures(const Json& value) {
  return value.is_null() ? "not finite" : fmt::format("{:.6g}", number(value));
}

struct Verdicts {
  const char *good = "passed", *bad = "FAILED";
};
std::string verdict(bool passed, const Verdicts& words = {}) {
  return fmt::format("<span class=\"{}\">{}</span>", passed ? "good" : "bad",
                     passed ? words.good : words.bad);
}

/// "±5 %" for "+-5 %", as plain text has it.
std::string tolerance(const Json& row) {
  const std::string plain = row.at("tolerance").get<std::string>();
  return plain.starts_with("+-") ? "±" + escaped(plain.substr(2)) : escaped(plain);
}

/// What is what, without a table's lines.
std::string pairs(const std::vector<std::pair<std::string, std::string>>& all,
                  const std::string& kind = "short") {
  std::string list = fmt::format("<dl class=\"{}\">\n", kind);
  for (const auto& [name, value] : all)
    list += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, value);
  return list + "</dl>\n";
}

std::string joined(const Json& numbers, const std::string& between) {
  std::string all;
  for (const Json& one : numbers) all += (all.empty() ? "" : between) + counted(one);
  return all;
}

/// Blocks of the case side by side where the page is wide.
std::string yaml(const Json& block, const std::string& indent) {
  std::string lines;
  for (const auto& [key, value] : block.items())
    lines += value.is_object() ? fmt::format("{}{}:\n{}", indent, key, yaml(value, indent + "  "))
                               : fmt::format("{}{}: {}\n", indent, key, value.dump());
  return lines;
}

bool is_in_columns(const Json& line) {
  return line.get_ref<const std::string&>().find("  ") != std::string::npos;
}

/// Lines that are set in columns stay so.
std::string list_of(const Json& remarks) {
  std::string list;
  for (std::size_t n = 0; n < remarks.size();) {
    std::string points, lines;
    for (; n < remarks.size() && !is_in_columns(remarks[n]); ++n)
      points += fmt::format("<li>{}</li>\n", text(remarks[n]));
    for (; n < remarks.size() && is_in_columns(remarks[n]); ++n) lines += text(remarks[n]) + "\n";
    if (!points.empty()) list += fmt::format("<ul>\n{}</ul>\n", points);
    if (!lines.empty())
      list += fmt::format("<div class=\"scroll\"><pre class=\"columns\">{}</pre></div>\n", lines);
  }
  return list;
}

}  // namespace

std::string heading(const Json& result) {
  const Json &origin = result.at("provenance"), &fom = result.at("fom"), &time = result.at("time");
  const Json& problem = result.at("problem");
  const bool valid = fom.at("valid").get<bool>();
  const std::string title =
      fmt::format("<h1>{}</h1>\n<p class=\"fom\"><b>{}</b> {} <span class=\"{}\">{}</span></p>\n",
                  text(result.at("case").at("case").at("name")), figures(fom.at("value")),
                  text(fom.at("unit")), valid ? "good" : "bad", valid ? "VALID" : "INVALID");
  const double step = number(time.at("steps_s")) / std::max(1., number(time.at("steps")));
  const std::string facts =
      pairs({{"ranks", counted(origin.at("ranks"))},
             {"nodes", counted(origin.at("nodes"))},
             {"threads a rank", counted(origin.at("threads"))},
             {"transport", text(result.at("case").at("halo").at("transport"))},
             {"points", joined(problem.at("points"), " × ")},
             {"columns worked on", counted(problem.at("wet_columns"))},
             {"steps",
              fmt::format("{} of {} s", counted(time.at("steps")), figures(time.at("mean_dt_s")))},
             {"model time", duration(number(time.at("model_s")))},
             {"a step took", html::figures(1e3 * step) + " ms"},
             {"the time loop took", figures(time.at("loop_s")) + " s"},
             {"the run took", figures(origin.at("wall_s")) + " s"}});
  return fmt::format("<header>\n{}{}</header>\n", title, facts);
}

std::string checks(const Json& result) {
  Table table({{"check"}, {"value", true}, {"limit", true}, {""}});
  for (const Json& check : result.at("checks"))
    table.add({text(check.at("name")), figures(check.at("value")), figures(check.at("limit")),
               verdict(check.at("passed").get<bool>())});
  return section("Checks", table.text());
}

std::string validation(const Json& result) {
  std::vector<Json> rows = result.value("validation", std::vector<Json>());
  if (rows.empty()) return "";
  std::ranges::stable_sort(rows, {}, [](const Json& row) { return row.at("kind") != "reference"; });
  Table table({{"quantity"},
               {"measured", true},
               {"reference", true},
               {"tolerance"},
               {""},
               {"kind"},
               {.title = "source", .is_note = true}});
  for (const Json& row : rows)
    table.add({text(row.at("quantity")), six_figures(row.at("measured")),
               six_figures(row.at("reference")), tolerance(row),
               verdict(row.at("passed").get<bool>(), {"PASS", "FAIL"}), text(row.at("kind")),
               text(row.at("source"))});
  return section("Validation",
                 fmt::format("<p>Of the validation case {}, all its runs together. A reference is "
                             "somebody else's number, a regression one of our own, of "
                             "before.</p>\n",
                             text(rows.front().at("case"))) +
                     table.text());
}

std::string findings(const Json& result) {
  Table table({{"measure"}, {"value", true}, {"unit"}});
  for (const Json& measure : result.at("measures"))
    table.add({text(measure.at("name")), figures(measure.at("value")),
               html::unit(text(measure.at("unit")))});
  return section("Found", list_of(result.at("remarks")) + table.text());
}

std::string memory(const Json& result) {
  const Json& all = result.at("memory");
  return section(
      "Memory",
      pairs({{"largest process", megabytes(all.at("peak_mb"))},
             {"all processes", megabytes(all.at("peak_mb_total"))},
             {"fields expected", megabytes(all.at("expected_mb"))},
             {"of them carried, in all their time levels", megabytes(all.at("fields_mb"))},
             {"of them swapped", megabytes(all.at("arena_mb"))},
             {"mask and depth", megabytes(all.at("kept_mb"))},
             {"search for a partition, a rank", megabytes(all.at("search_mb"))}}));
}

std::string provenance(const Json& result) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& [key, value] : result.at("provenance").items())
    all.emplace_back(escaped(key), value.is_string() ? text(value) : escaped(value.dump()));
  return section("Provenance", pairs(all, "long"));
}

std::string case_file(const Json& result) {
  std::string blocks;
  for (const auto& [name, block] : result.at("case").items())
    blocks += fmt::format("<pre>{}:\n{}</pre>\n", escaped(name), escaped(yaml(block, "  ")));
  return section("The case as it was read",
                 fmt::format("<div class=\"case\">\n{}</div>\n", blocks));
}

}  // namespace seafret
