// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "decomposition/base/error.hpp"
#include "miniapp/case_file/keys.hpp"
#include "miniapp/case_file/tree.hpp"

namespace seafret {

/// "at least 1", "above 0, at most 0.5", "blocks or k_section"; "" if anything goes.
std::string range_text(const Key& key);

/// "a whole number", "true or false", "a list of numbers such as [1, 2]".
std::string type_text(const Value& value);

/// "'ten'", "a list of 3", "a block": what a message says was found.
std::string found_text(const TextNode& node);

/// What is wrong with a value, and where it stands.
struct WrongValue : InputError {
  WrongValue(TextPlace where, const std::string& why) : InputError(why), place(where) {}
  TextPlace place;
};

/// Interprets a node as the value of a key, which messages call `subject`.  Throws WrongValue.
void read_value(const TextNode& node, const std::string& subject, const Key& key,
                const Value& value);

}  // namespace seafret
