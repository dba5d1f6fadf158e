// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace seafret {

/// The values of an enum with the words that users know them by, in the order of the manual.
template <class T>
using NameTable = std::vector<std::pair<std::string, T>>;

/// Stands beside each enum that users choose from, and nowhere else.
template <class T>
extern const NameTable<T> names_of;

template <class T>
std::string name_of(T value) {
  return std::ranges::find(names_of<T>, value, &NameTable<T>::value_type::second)->first;
}

/// The name must be one of these.
template <class T>
T named(const std::string& name) {
  return std::ranges::find(names_of<T>, name, &NameTable<T>::value_type::first)->second;
}

template <class T>
std::vector<std::string> words_of() {
  std::vector<std::string> words;
  for (const auto& [name, value] : names_of<T>) words.push_back(name);
  return words;
}

}  // namespace seafret
