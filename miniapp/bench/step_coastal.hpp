// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "comms/base/mpi.hpp"

namespace seafret {

struct CoastalStepOptions {
  std::vector<std::string> settings = {};  ///< KEY=VALUE of a case file
  int blocks = 7, steps = 5;
  std::string json = {};
};

/// Times steps of the coastal case beside STREAM's triad: with 34 levels and 20 substeps on its
/// domain coarsened 4-fold, and of its depth-mean flow alone at full and at half resolution, where
/// the settings do not say otherwise.  Collective.
int bench_coastal_steps(const CoastalStepOptions& options, const Communicator& comm);

}  // namespace seafret
