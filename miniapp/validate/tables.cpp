// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/validate/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "miniapp/case_file/plural.hpp"

namespace seafret {
namespace {

struct Kind {
  const char *name, *title;
};
constexpr Kind kinds_of_numbers[] = {
    {"reference", "References: exact solutions, published numbers, tables of other codes"},
    {"regression", "Regressions: our own numbers of before"}};

std::vector<ValidationRow> rows_of(const ValidationResult& result, const std::string& kind) {
  std::vector<ValidationRow> rows;
  std::ranges::copy_if(result.rows, std::back_inserter(rows),
                       [&](const ValidationRow& row) { return row.quantity.kind == kind; });
  return rows;
}

/// "+-5 %", "3.52 to 4.25", "at most 0.0003673".
std::string bounds(const Quantity& q) {
  if (q.tolerance) return fmt::format("+-{:g} %", 100 * *q.tolerance);
  const bool has_least = std::isfinite(q.least()), has_most = std::isfinite(q.most());
  if (has_least && has_most) return fmt::format("{:.5g} to {:.5g}", q.least(), q.most());
  return has_least ? fmt::format("at least {:.5g}", q.least())
                   : fmt::format("at most {:.5g}", q.most());
}

const char* verdict(bool passed) { return passed ? "PASS" : "FAIL"; }

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

std::string markdown_table(const ValidationResult& result, const std::string& level,
                           const Kind& kind) {
  std::string text;
  for (const ValidationRow& row : rows_of(result, kind.name)) {
    if (row.level != level) continue;
    const Quantity& q = row.quantity;
    text += fmt::format("| {} | {} | {:.6g} | {:.6g} | {} | {} | {} |\n", row.the_case, q.name,
                        row.measured, q.reference, bounds(q), verdict(row.passed()), q.source);
  }
  if (text.empty()) return text;
  return fmt::format(
      "{}.\n\n| case | quantity | measured | reference | tolerance | | source |\n"
      "| --- | --- | --- | --- | --- | --- | --- |\n{}\n",
      kind.title, text);
}

std::string markdown(const ValidationResult& result, const std::string& level,
                     const Provenance& provenance) {
  std::string text =
      fmt::format("By {}, on {} rank{}, {}; {:.0f} s.\n\n", program_version(), provenance.ranks,
                  plural(provenance.ranks), provenance.start, result.seconds(level));
  for (const Kind& kind : kinds_of_numbers) text += markdown_table(result, level, kind);
  for (const ValidationFailure& failure : result.failures)
    if (failure.level == level)
      text += fmt::format("FAIL: {}: {}.\n\n", failure.the_case, failure.what);
  return text;
}

}  // namespace

bool ValidationResult::passed() const {
  return failures.empty() && std::ranges::all_of(rows, &ValidationRow::passed);
}

double ValidationResult::seconds(const std::string& level) const {
  double sum = 0;
  for (const ValidationTime& time : times)
    if (time.level == level) sum += time.seconds;
  return sum;
}

std::string as_table(const ValidationResult& result) {
  std::string text;
  for (const Kind& kind : kinds_of_numbers) {
    const auto rows = rows_of(result, kind.name);
    if (rows.empty()) continue;
    text += fmt::format("\n{}\n  {:<22}{:<20}{:>12}{:>12}  {:<24}{:<6}{}\n", kind.title, "case",
                        "quantity", "measured", "reference", "tolerance", "", "source");
    for (const ValidationRow& row : rows)
      text += fmt::format("  {:<22}{:<20}{:>12.6g}{:>12.6g}  {:<24}{:<6}{}\n", row.the_case,
                          row.quantity.name, row.measured, row.quantity.reference,
                          bounds(row.quantity), verdict(row.passed()), row.quantity.source);
  }
  for (const ValidationFailure& failure : result.failures)
    text += fmt::format("\n  FAIL  {}: {}\n", failure.the_case, failure.what);
  text += '\n';
  for (const std::string& level : validation_levels)
    if (const double took = result.seconds(level); took > 0)
      text += fmt::format("level {}: {:.1f} s\n", level, took);
  const auto passed = std::ranges::count_if(result.rows, &ValidationRow::passed);
  const auto failed = std::ssize(result.rows) - passed + std::ssize(result.failures);
  return text + fmt::format("{} passed, {} failed\n", passed, failed);
}

Json to_json(const ValidationRow& row) {
  const Quantity& q = row.quantity;
  return {{"case", row.the_case},
          {"level", row.level},
          {"quantity", q.name},
          {"kind", q.kind},
          {"measured", number(row.measured)},
          {"reference", q.reference},
          {"tolerance", bounds(q)},
          {"low", number(q.least())},
          {"high", number(q.most())},
          {"passed", row.passed()},
          {"source", q.source}};
}

std::string as_json(const ValidationResult& result, const Provenance& provenance) {
  Json rows = Json::array(), failures = Json::array(), seconds = Json::object();
  for (const ValidationTime& time : result.times) seconds[time.the_case] = time.seconds;
  for (const ValidationRow& row : result.rows) rows.push_back(to_json(row));
  for (const ValidationFailure& failure : result.failures)
    failures.push_back(
        {{"case", failure.the_case}, {"level", failure.level}, {"what", failure.what}});
  const Json json{{"schema_version", 1},
                  {"provenance", to_json(provenance)},
                  {"passed", result.passed()},
                  {"seconds", seconds},
                  {"rows", rows},
                  {"failures", failures}};
  return text_of(json);
}

TablePlace place_of_tables(const std::string& text, const std::string& level) {
  const std::string begin = fmt::format("<!-- {}: begin -->", level),
                    end = fmt::format("<!-- {}: end -->", level);
  const std::size_t from = text.find(begin), to = text.find(end);
  if (from == std::string::npos || to == std::string::npos || to < from)
    throw std::runtime_error("there is no " + begin + " with " + end + " after it");
  return {from + begin.size(), to};
}

std::string with_tables(std::string text, const ValidationResult& result,
                        const Provenance& provenance) {
  for (const std::string& level : validation_levels)
    if (std::ranges::count(result.rows, level, &ValidationRow::level) > 0 ||
        std::ranges::count(result.failures, level, &ValidationFailure::level) > 0) {
      const TablePlace place = place_of_tables(text, level);
      text.replace(place.from, place.to - place.from, "\n\n" + markdown(result, level, provenance));
    }
  return text;
}

}  // namespace seafret
