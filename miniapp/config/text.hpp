// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "comms/mpi.hpp"
#include "miniapp/config/tree.hpp"

namespace seafret {

/// A case file is written by hand; what is larger is something else.
inline constexpr std::size_t largest_case_file = std::size_t{1} << 20;

/// The first bytes of a file, one more than a case file may have at most. Throws InputError.
std::string read_text(const std::string& path);

/// Rank 0 reads, and all ranks get the text, or all throw the same InputError. Collective.
std::string read_on_one_rank_and_broadcast(const std::string& path, const Communicator& comm);

/// Refuses what is no text: too much of it, control characters, bytes that are not UTF-8; and tabs
/// in an indentation, which YAML forbids and yaml-cpp reports in the wrong place. `option` as in
/// TextPlace.
void check_text(const TextSource& source, std::string_view text, int option = 0);

}  // namespace seafret
