// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/tide_gauges.hpp"

#include "miniapp/case_file/text.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/files/table.hpp"
#include "miniapp/files/tidal_forcings.hpp"
#include "physics/ocean/forcing/tide.hpp"

namespace seafret {
namespace {

struct ConstantColumns {
  std::string amplitude, phase;
};
ConstantColumns columns_of(const Constituent& c) {
  return {std::string(c.name) + "_amp_m", std::string(c.name) + "_G_deg"};
}

std::vector<std::string> columns_of_gauges() {
  std::vector<std::string> columns = {"name", "lon", "lat", "source"};
  for (const Constituent& c : known_constituents) {
    const auto [amplitude, phase] = columns_of(c);
    columns.insert(columns.end(), {amplitude, phase});
  }
  return columns;
}

bool is_given(const TableRow& row, const std::string& column) {
  return row.has(column) && !row.text(column).empty();
}

TideGauge gauge_of(const TableRow& row) {
  TideGauge gauge{.name = std::string(row.text("name")),
                  .longitude = row.number("lon", -360, 360),
                  .latitude = row.number("lat", -90, 90),
                  .observed = {}};
  for (const Constituent& c : known_constituents) {
    const auto [amplitude, phase] = columns_of(c);
    if (c == m2 || is_given(row, amplitude) || is_given(row, phase))
      gauge.observed[c.name] = tidal_constant_of(row, amplitude, phase);
  }
  return gauge;
}

}  // namespace

std::vector<TideGauge> read_gauges(const std::string& path, const Communicator& comm) {
  const std::string table = read_on_one_rank(path, comm);
  std::vector<TideGauge> gauges;
  for (const TableRow& row : table_rows(table, path, columns_of_gauges()))
    gauges.push_back(gauge_of(row));
  if (gauges.empty()) throw InputError(one_line(path) + ": has no gauge");
  return gauges;
}

}  // namespace seafret
