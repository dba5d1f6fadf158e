// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "decomposition/base/error.hpp"
#include "decomposition/base/nearest.hpp"

namespace seafret {

/// A named list of interchangeable things: transports, partitioners, solvers, cases.
/// A variant adds itself at the bottom of its own header; the list file includes that header.
template <class T>
class Registry {
 public:
  explicit Registry(std::string kind) : kind_(std::move(kind)) {}

  /// Returns true, so that a variant can register in the initialiser of a constant.
  bool add(std::string_view name, T thing) {
    if (!things_.emplace(name, std::move(thing)).second)
      throw std::logic_error("two " + kind_ + "s are called '" + std::string(name) + "'");
    return true;
  }

  /// Throws InputError, naming the right ones, where there is no such thing.
  const T& at(std::string_view name) const {
    if (const auto it = things_.find(name); it != things_.end()) return it->second;
    throw InputError("no " + kind_ + " '" + std::string(name) + "'; " + there_are(name, names()));
  }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& [name, thing] : things_) all.push_back(name);
    return all;
  }

  auto begin() const { return things_.begin(); }
  auto end() const { return things_.end(); }

 private:
  std::string kind_;
  std::map<std::string, T, std::less<>> things_;
};

}  // namespace seafret
