// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/files/known_amphidromes.hpp"

#include <algorithm>

#include "miniapp/case_file/text.hpp"
#include "miniapp/files/files.hpp"
#include "miniapp/files/table.hpp"

namespace seafret {

std::vector<KnownAmphidrome> read_amphidromes(const std::string& path, const Communicator& comm) {
  const std::string table = read_on_one_rank(path, comm);
  std::vector<KnownAmphidrome> known;
  for (const TableRow& row : table_rows(table, path, {"name", "lon", "lat", "source"})) {
    const std::string_view name = row.text("name");
    if (std::ranges::find(known, name, &KnownAmphidrome::name) != known.end())
      row.refuse("there are two of the name {}", in_quotes(name));
    known.push_back({.name = std::string(name),
                     .longitude = row.number("lon", -360, 360),
                     .latitude = row.number("lat", -90, 90),
                     .source = std::string(row.text("source"))});
  }
  if (known.empty()) throw InputError(one_line(path) + ": has no amphidrome");
  return known;
}

}  // namespace seafret
