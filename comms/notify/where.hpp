// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <stdexcept>
#include <string>
#include <string_view>

namespace seafret::notify {

/// A line of a program.  What std::source_location is, which Clang 14 has not.
struct Where {
  const char* file = "";
  int line = 0;

  /// That of the caller; as a default argument, that of the caller's caller.
  static constexpr Where current(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return {file, line};
  }
  /// "comms/notify/signal.cpp:12"; compilers may be told of a file from where they work.
  std::string in_words() const {
    std::string_view name = file;
    while (name.starts_with("../")) name.remove_prefix(3);
    return std::string(name) + ":" + std::to_string(line);
  }
};

/// A signal, a block or an endpoint was used against its rules, or more came than was awaited: says
/// in which line that was noticed, and what of.
struct NotifyError : std::runtime_error {
  NotifyError(const Where& where, const std::string& what)
      : std::runtime_error(where.in_words() + ": " + what) {}
};

}  // namespace seafret::notify
