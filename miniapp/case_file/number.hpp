// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace seafret {

/// A value, or none and perhaps a word about what to write instead.
template <class T>
struct Parsed {
  std::optional<T> value = {};
  std::string hint = {};
};

/// Strict readings of a plain text, for bool, int and double. Other programs differ about 010,
/// 0x10, yes, 1e3 (as a whole number) and nan, so none of them is taken.
template <class T>
Parsed<T> parse_as(std::string_view text);

template <>
Parsed<bool> parse_as(std::string_view text);
template <>
Parsed<int> parse_as(std::string_view text);
template <>
Parsed<double> parse_as(std::string_view text);

}  // namespace seafret
