// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/tide_gauges.hpp"

#include "miniapp/case_file/text.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/files/table.hpp"
#include "physics/ocean/forcing/tide.hpp"

namespace seafret {

std::vector<TideGauge> read_gauges(const std::string& path, const Communicator& comm) {
  const std::string table = read_on_one_rank(path, comm);
  std::vector<TideGauge> gauges;
  for (const TableRow& row : table_rows(table, path))
    gauges.push_back({.name = std::string(row.text("name")),
                      .longitude = row.number("lon"),
                      .latitude = row.number("lat"),
                      .m2 = tidal_constant(row.number("M2_amp_m"), row.number("M2_G_deg"))});
  if (gauges.empty()) throw InputError(one_line(path) + ": has no gauge");
  return gauges;
}

}  // namespace seafret
