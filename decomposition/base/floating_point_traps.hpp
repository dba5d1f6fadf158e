// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cfenv>

namespace seafret {

inline constexpr int trapped_exceptions = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW;

/// From here on what is not finite does not come about unseen: it ends the process.  For threads
/// that are begun later too.  Tests of physics ask for it by SEAFRET_TRAPS in the environment,
/// where they start the program too.
inline void trap_floating_point() { feenableexcept(trapped_exceptions); }

/// As long as it lives the calling thread, and those it begins, may compute what is not finite.
class Untrapped {
 public:
  Untrapped() : before_(fedisableexcept(trapped_exceptions)) {}
  ~Untrapped() {
    std::feclearexcept(FE_ALL_EXCEPT);
    feenableexcept(before_ & trapped_exceptions);
  }
  Untrapped(const Untrapped&) = delete;
  Untrapped& operator=(const Untrapped&) = delete;

 private:
  int before_;
};

}  // namespace seafret
