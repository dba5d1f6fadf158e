// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

namespace seafret {

/// How the swaps of a case go.
struct SteppingWay {
  std::string name;
  std::string channel = {};
  std::vector<std::string> settings = {};  ///< keys of a case file, as with --set
  std::string idle_channel = {};           ///< is there beside it and carries nothing
};

struct CaseToStep {
  std::string name;
  std::vector<std::string> settings;  ///< a case file, but for its ways
  std::vector<SteppingWay> ways;      ///< the first is p2p
  int warm_up = 2;                    ///< steps; a sea at rest is moved everywhere after these
};

/// Small ones, whose steps mostly swap; and one whose steps mostly compute.
std::vector<CaseToStep> cases_to_step(const std::string& mask);

}  // namespace seafret
