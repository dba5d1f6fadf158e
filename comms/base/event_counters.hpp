// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace seafret {

/// What processor and kernel count of this process, by Linux' perf events: all its threads that
/// begin after open().  A look at them takes a call of the kernel each, so only regions that are
/// timed are counted.
class EventCounters {
 public:
  static constexpr std::size_t events = 5;
  using Values = std::array<std::int64_t, events>;

  /// Begins to count what can be counted; returns, for a user, what cannot and why, else nothing.
  static std::string open();
  static void close();
  static bool is_on() { return is_on_; }
  static const char* name(std::size_t event);
  static bool counts(std::size_t event) { return files_[event] >= 0; }

  /// So far; 0 of what is not counted.
  static Values now() {
    Values values{};
    for (std::size_t e = 0; e < events; ++e)
      if (counts(e) && ::read(files_[e], &values[e], sizeof values[e]) != sizeof values[e])
        values[e] = 0;
    return values;
  }

 private:
  static inline bool is_on_ = false;
  static inline std::array<int, events> files_{-1, -1, -1, -1, -1};
};

}  // namespace seafret
