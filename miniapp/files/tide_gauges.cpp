// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/tide_gauges.hpp"

#include "miniapp/case_file/text.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/files/table.hpp"
#include "physics/ocean/forcing/tide.hpp"

namespace seafret {
namespace {

/// A gauge may tell more of its tide than is taken, and who has measured it.
std::vector<std::string> columns_of_gauges() {
  std::vector<std::string> columns = {"name", "lon", "lat", "source"};
  for (const Constituent& c : known_constituents)
    for (const char* constant : {"_amp_m", "_G_deg"})
      columns.push_back(std::string(c.name) + constant);
  return columns;
}

}  // namespace

std::vector<TideGauge> read_gauges(const std::string& path, const Communicator& comm) {
  const std::string table = read_on_one_rank(path, comm);
  std::vector<TideGauge> gauges;
  for (const TableRow& row : table_rows(table, path, columns_of_gauges()))
    gauges.push_back({.name = std::string(row.text("name")),
                      .longitude = row.number("lon"),
                      .latitude = row.number("lat"),
                      .m2 = tidal_constant(row.number("M2_amp_m"), row.number("M2_G_deg"))});
  if (gauges.empty()) throw InputError(one_line(path) + ": has no gauge");
  return gauges;
}

}  // namespace seafret
