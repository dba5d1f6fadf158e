// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "miniapp/case_file/keys.hpp"

namespace seafret {

/// What describes some keys, with their variables at their defaults or as they were read.
using Description = std::function<void(Keys&)>;

struct ListedKey {
  std::string name, default_value, range, unit, what;
};

struct ListedBlock {
  std::string path;  ///< "grid", or "grid.stretching" for a block in it
  std::string what = {};
  std::vector<ListedKey> keys = {};
};

/// The described blocks that have keys, in the order in which they were first named; a key that is
/// described twice stands there once, one that is `known` already not at all.
std::vector<ListedBlock> list_keys(const Description& description,
                                   const std::vector<ListedBlock>& known = {});

/// The manual's tables: one for each block, under a heading.
std::string keys_as_markdown(const std::vector<ListedBlock>& blocks);

/// The manual's whole list: the keys of every run, then what each case has beyond them.
struct NamedDescription {
  std::string name;
  Description describe;
};
std::string manual_as_markdown(const Description& run, const std::vector<NamedDescription>& cases);

/// The values now, as a JSON object of blocks; it reads as a case file that gives the same run.
nlohmann::ordered_json echo(const Description& description);

}  // namespace seafret
