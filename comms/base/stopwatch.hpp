// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <chrono>

namespace seafret {

/// Tells the seconds since it was made.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace seafret
