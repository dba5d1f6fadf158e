// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/command_line/option_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "miniapp/case_file/value.hpp"

namespace seafret {
namespace {

template <class T>
CLI::Validator read_as(const Key& key) {
  const auto why_not = [key](const std::string& text) -> std::string {
    T value;
    try {
      read_value({.kind = TextNode::Kind::scalar, .text = text}, "it", key, &value);
    } catch (const WrongValue& wrong) {
      return wrong.what();
    }
    return "";
  };
  // As CLI11 shows it, whose help is what shells complete by.
  return {why_not, key.choices.empty() ? range_text(key)
                                       : fmt::format("{{{}}}", fmt::join(key.choices, ","))};
}

}  // namespace

CLI::Validator whole_number(int low, int high) {
  Key limits{.low = static_cast<double>(low)};
  if (high < std::numeric_limits<int>::max()) limits.high = static_cast<double>(high);
  return read_as<int>(limits);
}

CLI::Validator number(const Key& limits) { return read_as<double>(limits); }

CLI::Validator one_of(const std::vector<std::string>& words) {
  return read_as<std::string>({.choices = words});
}

}  // namespace seafret
