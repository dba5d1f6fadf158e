// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "miniapp/report/side_by_side.hpp"
#include "miniapp/run/report/page/html.hpp"
#include "miniapp/run/report/page/page.hpp"

namespace seafret {
namespace {

std::size_t width_of_labels(const SideBySide& runs) {
  std::size_t width = 0;
  for (const SideBySide::Row& row : runs.rows)
    if (!row.values.empty()) width = std::max(width, row.label.size());
  return width;
}

std::size_t width_of_run(const SideBySide& runs, std::size_t n) {
  std::size_t width = runs.folders[n].size();
  for (const SideBySide::Row& row : runs.rows)
    if (!row.values.empty()) width = std::max(width, row.values[n].size());
  return width;
}

std::string cell(const SideBySide::Row& row, std::size_t n) {
  if (row.values.empty()) return "";
  const std::string value = html::escaped(row.values[n]);
  return row.sizes.empty() ? value : value + html::bar({{"time", 0, row.sizes[n]}});
}

std::string table_of(const SideBySide& runs) {
  std::vector<html::Table::Column> columns = {{""}};
  for (const std::string& folder : runs.folders) columns.push_back({html::escaped(folder), true});
  html::Table table(columns);
  for (const SideBySide::Row& row : runs.rows) {
    std::vector<std::string> cells = {html::escaped(row.label)};
    if (row.values.empty()) cells.front() = "<b>" + cells.front() + "</b>";
    for (std::size_t n = 0; n < runs.folders.size(); ++n) cells.push_back(cell(row, n));
    table.add(cells);
  }
  return table.text();
}

}  // namespace

std::string as_table(const SideBySide& runs) {
  const std::size_t labels = width_of_labels(runs);
  std::string text = fmt::format("{:<{}}", "", labels);
  for (std::size_t n = 0; n < runs.folders.size(); ++n)
    text += fmt::format("  {:>{}}", runs.folders[n], width_of_run(runs, n));
  text += '\n';
  for (const SideBySide::Row& row : runs.rows) {
    text += row.values.empty() ? "\n" + row.label : fmt::format("{:<{}}", row.label, labels);
    for (std::size_t n = 0; n < row.values.size(); ++n)
      text += fmt::format("  {:>{}}", row.values[n], width_of_run(runs, n));
    text += '\n';
  }
  text += fmt::format("\nfields beside those of {}\n", runs.folders.front());
  for (const SideBySide::Difference& one : runs.differences)
    text += fmt::format("  {}: {}\n", one.folder, one.what);
  return text;
}

std::string as_html(const SideBySide& runs) {
  html::Table fields(
      {{"fields of"}, {fmt::format("beside those of {}", html::escaped(runs.folders.front()))}});
  for (const SideBySide::Difference& one : runs.differences)
    fields.add({html::escaped(one.folder),
                fmt::format("<span class=\"{}\">{}</span>", one.is_same ? "good" : "bad",
                            html::escaped(one.what))});
  return as_page("runs side by side", "<h1>Runs side by side</h1>\n" +
                                          html::section("Fields", fields.text()) +
                                          html::section("Figures", table_of(runs)));
}

}  // namespace seafret
