// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "comms/exchange/halo_exchange.hpp"
#include "miniapp/case_file/file.hpp"
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
void choose(Keys& keys, Key key, const NameTable<T>& choices, T& value) {
  std::string text;
  for (const auto& [name, meaning] : choices) {
    key.choices.push_back(name);
    if (meaning == value) text = name;
  }
  keys.value(key, text);
  for (const auto& [name, meaning] : choices)
    if (name == text) value = meaning;
}
template <class T>
void choose(Keys& keys, const Key& key, T& value) {
  choose(keys, key, names_of<T>(), value);
}

/// How many fields go in one message: "true" is all of them (0), "false" one; -1 is no answer.
int fields_together(const std::string& combine);

/// The key that an option is chosen by.
std::string key_of(const OptionError& e);

/// Makes exchanges; if an option is refused, the message says where its key stands.
template <class Work>
void blaming_options(const CaseFile& file, Work&& work) {
  try {
    work();
  } catch (const OptionError& e) {
    file.refuse(key_of(e), std::string("is refused: ") + e.what());
  }
}

void describe(Keys& keys, HaloConfig& halo, const std::vector<std::string>& transports);

}  // namespace seafret
