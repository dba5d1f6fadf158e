// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/case_file/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace seafret {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::string_view without_sign(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return text;
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

/// What is wrong with a text whatever number is wanted; "" if nothing is.
std::string wrong_in_any_number(std::string_view text) {
  const std::string_view digits = without_sign(text);
  if (digits.starts_with("0x") || digits.starts_with("0X")) return "write it in decimal";
  if (digits.size() > 1 && digits[0] == '0' && is_digit(digits[1]))
    return "a leading zero means octal to some; leave it out";
  return "";
}

/// As std::from_chars has it, which knows no plus sign and takes a text that goes on.
template <class T>
std::errc scan(std::string_view text, T& value) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  return end == last ? error : std::errc::invalid_argument;
}

bool is_not_finite(std::string_view text) {
  std::string_view word = without_sign(text);
  if (word.starts_with('.')) word.remove_prefix(1);
  return is_one_of(lower_case(word), {"nan", "inf", "infinity"});
}

}  // namespace

template <>
Parsed<bool> parse_as(std::string_view text) {
  if (text == "true") return {.value = true};
  if (text == "false") return {.value = false};
  const std::string lower = lower_case(text);
  if (is_one_of(lower, {"true", "yes", "on", "y", "1"})) return {.hint = "write true"};
  if (is_one_of(lower, {"false", "no", "off", "n", "0"})) return {.hint = "write false"};
  return {};
}

template <>
Parsed<double> parse_as(std::string_view text) {
  if (const std::string wrong = wrong_in_any_number(text); !wrong.empty()) return {.hint = wrong};
  if (is_not_finite(text)) return {.hint = "it must be finite"};
  double value = 0;
  const std::errc error = scan(text, value);
  if (error == std::errc()) return {.value = value};
  if (error == std::errc::result_out_of_range)
    return {.hint = "it is beyond what a double can hold"};
  const std::size_t end = text.find_first_not_of("+-.0123456789eE ");
  const bool has_unit = end != std::string_view::npos && end > 0 && is_digit(text.front());
  return {.hint = has_unit ? "write the number alone" : ""};
}

template <>
Parsed<int> parse_as(std::string_view text) {
  if (const std::string wrong = wrong_in_any_number(text); !wrong.empty()) return {.hint = wrong};
  int value = 0;
  const std::errc error = scan(text, value);
  if (error == std::errc()) return {.value = value};
  if (error == std::errc::result_out_of_range)
    return {.hint = fmt::format("it must be from {} to {}", std::numeric_limits<int>::min(),
                                std::numeric_limits<int>::max())};
  const Parsed<double> real = parse_as<double>(text);
  const bool could_be_meant = real.value && std::abs(*real.value) < 1e9;
  if (could_be_meant && *real.value == std::trunc(*real.value))
    return {.hint = fmt::format("write {:.0f}", *real.value)};
  return {.hint = real.hint};
}

}  // namespace seafret
