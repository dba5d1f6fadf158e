// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <nlohmann/json.hpp>

#include "miniapp/run/report/provenance.hpp"

namespace seafret {

using Json = nlohmann::ordered_json;

/// As every JSON file of the program has it.
Json to_json(const Provenance& provenance);

}  // namespace seafret
