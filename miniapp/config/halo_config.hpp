// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "comms/exchange/halo_exchange.hpp"
#include "miniapp/case_file/keys.hpp"

namespace seafret {

/// The blocks halo, rma and comm of a case file.
struct HaloConfig {
  HaloOptions how;
  std::string combine = "true";  ///< as in the file; true: all fields, false: one, or how many
  bool overlap = true;           ///< compute the interior while the messages fly
  int depth = 0;                 ///< columns; 0: what the case needs
  double timeout = 300;          ///< s, of any wait; 0: for ever

  /// All of it as the exchanges want it.
  HaloOptions options(int cores_per_node) const;
};

/// Reads a name into what it stands for.  The names are the key's choices.
template <class T>
void choose(Keys& keys, Key key, const std::vector<std::pair<std::string, T>>& choices, T& value) {
  std::string text;
  for (const auto& [name, meaning] : choices) {
    key.choices.push_back(name);
    if (meaning == value) text = name;
  }
  keys.value(key, text);
  for (const auto& [name, meaning] : choices)
    if (name == text) value = meaning;
}

/// `halo.on_node`, which a solver's block may have too.
void describe_on_node(Keys& keys, const std::string& what, HaloOptions::OnNode& value);

void describe(Keys& keys, HaloConfig& halo, const std::vector<std::string>& transports);

}  // namespace seafret
