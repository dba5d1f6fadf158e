// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/tidal_forcings.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "miniapp/case_file/text.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/files/table.hpp"

namespace seafret {
namespace {

const Constituent& constituent_of(const TableRow& row) {
  const std::string_view name = row.text("constituent");
  const auto found = std::ranges::find(known_constituents, name, &Constituent::name);
  if (found == known_constituents.end()) {
    std::vector<std::string_view> names;
    for (const Constituent& c : known_constituents) names.push_back(c.name);
    row.refuse("no constituent {}; there are: {}", in_quotes(name), fmt::join(names, ", "));
  }
  return *found;
}

void add_knot(std::vector<TidalForcing>& all, const TableRow& row) {
  const Constituent& constituent = constituent_of(row);
  auto forcing = std::ranges::find(all, constituent, &TidalForcing::constituent);
  if (forcing == all.end()) forcing = all.insert(all.end(), {constituent, {}});
  const std::size_t next = forcing->elevation.size() + 1;
  if (row.number("knot") != static_cast<double>(next))
    row.refuse("knot {} of {} must come next", next, constituent.name);
  forcing->elevation.push_back(tidal_constant_of(row, "amplitude_m", "phase_deg"));
  if (!row.has("transport_m2s") && !row.has("transport_deg")) return;
  forcing->transport.push_back(
      tidal_constant_of(row, "transport_m2s", "transport_deg", highest_tidal_transport));
}

}  // namespace

std::complex<double> tidal_constant_of(const TableRow& row, const std::string& amplitude,
                                       const std::string& phase, double highest) {
  const double high = row.number(amplitude, 0, highest);
  return tidal_constant(high, row.number(phase, -farthest_phase, farthest_phase));
}

std::vector<TidalForcing> read_tidal_forcings(const std::string& path, const Communicator& comm) {
  const std::string table = read_on_one_rank(path, comm);
  std::vector<TidalForcing> all;
  const std::vector<std::string> columns = {"constituent", "knot",          "amplitude_m",
                                            "phase_deg",   "transport_m2s", "transport_deg"};
  for (const TableRow& row : table_rows(table, path, columns)) add_knot(all, row);
  if (all.empty()) throw InputError(one_line(path) + ": has no constituent");
  return all;
}

}  // namespace seafret
