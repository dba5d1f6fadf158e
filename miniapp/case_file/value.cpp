// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/case_file/value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "decomposition/base/nearest.hpp"
#include "miniapp/case_file/number.hpp"

namespace seafret {
namespace {

std::string type_of(const bool&) { return "true or false"; }
std::string type_of(const int&) { return "a whole number"; }
std::string type_of(const double&) { return "a number"; }
std::string type_of(const std::string&) { return "a text"; }
std::string type_of(const Points&) { return "3 whole numbers such as 50x50x120"; }
std::string type_of(const std::array<int, 2>&) { return "2 whole numbers such as 50x40"; }
std::string type_of(const std::array<double, 2>&) { return "2 numbers such as [1.5, 2]"; }
std::string type_of(const std::vector<int>&) { return "a list of whole numbers such as [1, 2]"; }
std::string type_of(const std::vector<double>&) { return "a list of numbers such as [1.5, 2]"; }
std::string type_of(const std::vector<std::string>&) { return "a list of names such as [u, v]"; }
template <class T>
std::string type_of(const std::optional<T>&) {
  return type_of(T{});
}

/// One key's value on its way from text to variable.
class ValueReader {
 public:
  ValueReader(const Key& key, const std::string& subject) : key_(key), subject_(subject) {}

  template <class T>
  void read(const TextNode& node, T& variable) const {
    variable = scalar<T>(node, subject_);
  }
  template <class T>
  void read(const TextNode& node, std::optional<T>& variable) const {
    T found{};
    read(node, found);
    variable = std::move(found);
  }
  template <class T>
  void read(const TextNode& node, std::vector<T>& variable) const {
    if (node.kind != TextNode::Kind::list) refuse_type(node, subject_, type_of(variable));
    variable = entries<T>(node);
  }
  template <class T, std::size_t N>
  void read(const TextNode& node, std::array<T, N>& variable) const {
    const TextNode list = split_at_x(node);
    if (list.kind != TextNode::Kind::list || list.children.size() != N)
      refuse_type(node, subject_, type_of(variable));
    const std::vector<T> found = entries<T>(list);
    std::copy(found.begin(), found.end(), variable.begin());
  }

 private:
  /// "50x50x120" is [50, 50, 120]. Everything else stays as it is.
  static TextNode split_at_x(const TextNode& node) {
    if (node.kind != TextNode::Kind::scalar || node.is_quoted) return node;
    TextNode list{.kind = TextNode::Kind::list, .place = node.place};
    for (const std::string_view text : split(node.text, 'x'))
      list.children.push_back(
          {.kind = TextNode::Kind::scalar, .place = node.place, .text = std::string(text)});
    return list;
  }

  template <class T>
  std::vector<T> entries(const TextNode& list) const {
    std::vector<T> found;
    for (const TextNode& child : list.children)
      found.push_back(scalar<T>(child, fmt::format("entry {} of {}", found.size() + 1, subject_)));
    return found;
  }

  template <class T>
  T scalar(const TextNode& node, const std::string& subject) const {
    if (node.kind != TextNode::Kind::scalar) refuse_type(node, subject, type_of(T{}));
    if constexpr (std::is_same_v<T, std::string>) {
      check_choice(node, subject);
      return node.text;
    } else {
      const Parsed<T> parsed = node.is_quoted ? Parsed<T>{} : parse_as<T>(node.text);
      if (!parsed.value) refuse_type(node, subject, type_of(T{}), parsed.hint);
      if constexpr (!std::is_same_v<T, bool>) check_range(node, subject, *parsed.value);
      return *parsed.value;
    }
  }

  void check_range(const TextNode& node, const std::string& subject, double value) const {
    if (value >= key_.low && value > key_.above && value <= key_.high) return;
    const std::string unit = key_.unit.empty() ? "" : " " + key_.unit;
    refuse(node, fmt::format("{} must be {}{}, not {}", subject, range_text(key_), unit,
                             in_quotes(node.text)));
  }

  void check_choice(const TextNode& node, const std::string& subject) const {
    const std::vector<std::string>& right = key_.choices;
    if (right.empty() || std::find(right.begin(), right.end(), node.text) != right.end()) return;
    refuse(node, fmt::format("{} cannot be {}; {}", subject, in_quotes(node.text),
                             there_are(node.text, right)));
  }

  [[noreturn]] void refuse_type(const TextNode& node, const std::string& subject,
                                const std::string& type, const std::string& hint = "") const {
    refuse(node, fmt::format("{} must be {}, not {}{}", subject, type, found_text(node),
                             hint.empty() ? "" : "; " + hint));
  }
  [[noreturn]] void refuse(const TextNode& node, const std::string& message) const {
    throw WrongValue(node.kind == TextNode::Kind::block ? node.key_place : node.place, message);
  }

  const Key& key_;
  const std::string& subject_;
};

}  // namespace

std::string range_text(const Key& key) {
  if (!key.choices.empty()) return fmt::format("{}", fmt::join(key.choices, " or "));
  const bool has_low = std::isfinite(key.low), has_high = std::isfinite(key.high);
  if (has_low && has_high) return fmt::format("from {} to {}", key.low, key.high);
  std::vector<std::string> limits;
  if (has_low) limits.push_back(fmt::format("at least {}", key.low));
  if (std::isfinite(key.above)) limits.push_back(fmt::format("above {}", key.above));
  if (has_high) limits.push_back(fmt::format("at most {}", key.high));
  return fmt::format("{}", fmt::join(limits, ", "));
}

std::string type_text(const Value& value) {
  return std::visit([](const auto* variable) { return type_of(*variable); }, value);
}

std::string found_text(const TextNode& node) {
  if (node.kind == TextNode::Kind::list) return fmt::format("a list of {}", node.children.size());
  if (node.kind == TextNode::Kind::block) return "a block";
  return (node.is_quoted ? "the quotation " : "") + in_quotes(node.text);
}

void read_value(const TextNode& node, const std::string& subject, const Key& key,
                const Value& value) {
  const ValueReader reader(key, subject);
  std::visit([&](auto* variable) { reader.read(node, *variable); }, value);
}

}  // namespace seafret
