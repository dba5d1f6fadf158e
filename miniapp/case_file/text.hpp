// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "miniapp/case_file/tree.hpp"

namespace seafret {

/// A case file or a table is written by hand; what is larger is something else.
inline constexpr std::size_t largest_case_file = std::size_t{1} << 20;
inline constexpr const char* too_large_a_file = "larger than 1 MiB, of which no more is read";

/// The first bytes of a file, one more than check_text() lets pass. Throws InputError.
std::string read_text(const std::string& path);

/// Refuses what is no text: too much of it, control characters, bytes that are not UTF-8; and tabs
/// in an indentation, which YAML forbids and yaml-cpp reports in the wrong place. `option` as in
/// TextPlace.
void check_text(const TextSource& source, std::string_view text, int option = 0);

}  // namespace seafret
