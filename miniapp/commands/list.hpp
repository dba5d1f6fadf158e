// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "miniapp/command_line/command.hpp"

namespace seafret {

struct ListOptions {
  std::string kind;  ///< empty: all kinds, but for the keys
  bool markdown = false;
};

/// What this program was built with: everything that is chosen by a name.
/// Collective.
std::string list(const ListOptions& options, const Communicator& comm);

Command::Execute declare_list(CLI::App& app);

inline const bool list_registered =
    commands().add("list", {"say what there is to choose from", declare_list});

}  // namespace seafret
