// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/table.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "miniapp/case_file/number.hpp"
#include "miniapp/case_file/text.hpp"
#include "miniapp/files/files.hpp"

namespace seafret {

bool TableRow::has(std::string_view column) const {
  return std::ranges::find(columns, column) != columns.end();
}

std::string_view TableRow::text(std::string_view column) const {
  const auto n = static_cast<std::size_t>(std::ranges::find(columns, column) - columns.begin());
  if (n == columns.size()) refuse("no column is named {}", column);
  if (n >= cells.size()) refuse("{} is missing", column);
  return cells[n];
}

double TableRow::number(std::string_view column) const {
  const Parsed<double> parsed = parse_as<double>(text(column));
  if (!parsed.value) refuse("{} must be a number, not {}", column, in_quotes(text(column)));
  return *parsed.value;
}

double TableRow::number(std::string_view column, double low, double high) const {
  const double value = number(column);
  if (value < low || value > high)
    refuse("{} must be at least {:g}, at most {:g}, not {:g}", column, low, high, value);
  return value;
}

std::vector<TableRow> table_rows(std::string_view table, const std::string& path,
                                 const std::vector<std::string>& known) {
  if (constexpr std::string_view mark = "\xEF\xBB\xBF"; table.starts_with(mark))
    table.remove_prefix(mark.size());
  check_text({path, {}}, table);
  std::vector<TableRow> rows;
  std::vector<std::string_view> columns;
  int number = 0;
  for (std::string_view line : split(table, '\n')) {
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    TableRow row{columns, split(line, ','), fmt::format("{}:{}", one_line(path), number)};
    if (!columns.empty()) {
      if (row.cells.size() > columns.size())
        row.refuse("has {} cells, and there are {} columns; numbers have a decimal point",
                   row.cells.size(), columns.size());
      rows.push_back(std::move(row));
      continue;
    }
    columns = row.cells;
    for (const std::string_view column : columns) {
      if (std::ranges::find(known, column) == known.end())
        row.refuse("unknown column {}; there are: {}", in_quotes(column), fmt::join(known, ", "));
      if (std::ranges::count(columns, column) > 1) row.refuse("two columns are named {}", column);
    }
  }
  return rows;
}

}  // namespace seafret
