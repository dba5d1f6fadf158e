// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

namespace seafret {

/// What follows the name of a test program on its command line: options of its own may stand among
/// those of doctest, which passes over what it does not know.
inline std::vector<std::string>& test_arguments() {
  static std::vector<std::string> all;
  return all;
}

}  // namespace seafret
