// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <stdexcept>
#include <string>

namespace seafret::notify {

/// A line of a program.  What std::source_location is, which Clang 14 has not.
struct Where {
  const char* file = "";
  int line = 0;

  /// That of the caller; as a default argument, that of the caller's caller.
  static constexpr Where current(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return {file, line};
  }
};

/// A signal, a block or an endpoint was used against its rules, or more came than was awaited: says
/// in which line that was noticed, and what of.
struct NotifyError : std::runtime_error {
  NotifyError(const Where& where, const std::string& what)
      : std::runtime_error(std::string(where.file) + ":" + std::to_string(where.line) + ": " +
                           what) {}
};

}  // namespace seafret::notify
