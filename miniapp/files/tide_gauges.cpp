// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/tide_gauges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "decomposition/base/error.hpp"
#include "miniapp/case_file/number.hpp"
#include "miniapp/case_file/text.hpp"
#include "miniapp/files/files.hpp"
#include "physics/ocean/tide.hpp"

namespace seafret {
namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
  return cells;
}

/// One line of a table whose columns have names.
class Row {
 public:
  Row(const std::vector<std::string>& columns, const std::string& line, const std::string& place)
      : columns_(columns), cells_(split(line)), place_(place) {}

  const std::string& text(const char* column) const {
    const auto found = std::find(columns_.begin(), columns_.end(), column);
    if (found == columns_.end())
      throw InputError(fmt::format("{}: no column is named {}", place_, column));
    const auto n = static_cast<std::size_t>(found - columns_.begin());
    if (n >= cells_.size()) throw InputError(fmt::format("{}: {} is missing", place_, column));
    return cells_[n];
  }
  double number(const char* column) const {
    const Parsed<double> parsed = parse_as<double>(text(column));
    if (parsed.value) return *parsed.value;
    throw InputError(
        fmt::format("{}: {} must be a number, not {}", place_, column, in_quotes(text(column))));
  }

 private:
  const std::vector<std::string>& columns_;
  std::vector<std::string> cells_;
  const std::string& place_;
};

}  // namespace

std::vector<TideGauge> read_gauges(const std::string& path, const Communicator& comm) {
  std::istringstream in(read_on_one_rank(path, comm));
  std::vector<TideGauge> gauges;
  std::vector<std::string> columns;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty() || line.front() == '#') continue;
    if (columns.empty()) {
      columns = split(line);
      continue;
    }
    const std::string place = fmt::format("{}:{}", one_line(path), number);
    const Row row(columns, line, place);
    gauges.push_back({.name = row.text("name"),
                      .longitude = row.number("lon"),
                      .latitude = row.number("lat"),
                      .m2 = tidal_constant(row.number("M2_amp_m"), row.number("M2_G_deg"))});
  }
  return gauges;
}

}  // namespace seafret
