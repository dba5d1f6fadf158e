// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <CLI/CLI.hpp>
#include <limits>
#include <string>
#include <vector>

#include "miniapp/case_file/keys.hpp"

namespace seafret {

/// What the value of an option may be, for CLI11's check().  It is read as strictly as that of a
/// key in a case file, and refused in the same words; of a list this holds for each entry.
CLI::Validator whole_number(int low, int high = std::numeric_limits<int>::max());
/// Of `limits` the range counts.
CLI::Validator number(const Key& limits);
CLI::Validator one_of(const std::vector<std::string>& words);

}  // namespace seafret
