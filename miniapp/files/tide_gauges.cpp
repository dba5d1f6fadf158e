// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/tide_gauges.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "decomposition/base/error.hpp"
#include "miniapp/case_file/number.hpp"
#include "miniapp/case_file/text.hpp"
#include "miniapp/files/files.hpp"
#include "physics/ocean/tide.hpp"

namespace seafret {
namespace {

/// One line of a table whose columns have names.
struct Row {
  std::vector<std::string_view> columns, cells;
  std::string place;

  std::string_view text(const char* column) const {
    const auto n = static_cast<std::size_t>(std::ranges::find(columns, column) - columns.begin());
    if (n == columns.size()) refuse("no column is named {}", column);
    if (n >= cells.size()) refuse("{} is missing", column);
    return cells[n];
  }
  double number(const char* column) const {
    const Parsed<double> parsed = parse_as<double>(text(column));
    if (!parsed.value) refuse("{} must be a number, not {}", column, in_quotes(text(column)));
    return *parsed.value;
  }
  template <class... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> why, Args&&... args) const {
    throw InputError(place + ": " + fmt::format(why, std::forward<Args>(args)...));
  }
};

}  // namespace

std::vector<TideGauge> read_gauges(const std::string& path, const Communicator& comm) {
  const std::string table = read_on_one_rank(path, comm);
  std::vector<TideGauge> gauges;
  Row row;
  int number = 0;
  for (std::string_view line : split(table, '\n')) {
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    row.cells = split(line, ',');
    row.place = fmt::format("{}:{}", one_line(path), number);
    if (row.columns.empty())
      row.columns = row.cells;
    else
      gauges.push_back({.name = std::string(row.text("name")),
                        .longitude = row.number("lon"),
                        .latitude = row.number("lat"),
                        .m2 = tidal_constant(row.number("M2_amp_m"), row.number("M2_G_deg"))});
  }
  return gauges;
}

}  // namespace seafret
