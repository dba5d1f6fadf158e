// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tests/cases/begun_case.hpp"

namespace seafret {

inline const std::string tide_file = SEAFRET_SOURCE_DIR "/inputs/tide.yaml";

/// A coastal run, begun: of the depth-mean tide if no other case file is named.
struct CoastalRun : BegunCase {
  CoastalRun(const std::vector<std::string>& overrides, const Communicator& comm,
             const std::string& case_file = tide_file)
      : BegunCase(case_file, overrides, comm) {}
};

}  // namespace seafret
