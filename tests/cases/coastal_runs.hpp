// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tests/cases/begun_case.hpp"

namespace seafret {

inline const std::string coastal_file = SEAFRET_SOURCE_DIR "/inputs/coastal.yaml";

/// A coastal run, begun.
struct CoastalRun : BegunCase {
  CoastalRun(const std::vector<std::string>& overrides, const Communicator& comm,
             const std::string& case_file = coastal_file)
      : BegunCase(case_file, overrides, comm) {}
};

}  // namespace seafret
