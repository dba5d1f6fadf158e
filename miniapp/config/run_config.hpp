// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "decomposition/partition/costs.hpp"
#include "miniapp/case_file/file.hpp"
#include "miniapp/case_file/keys.hpp"
#include "miniapp/config/halo_config.hpp"

namespace seafret {

struct TimeConfig {
  std::optional<int> steps = {};   ///< either these ...
  std::optional<double> end = {};  ///< ... or this is given
  double dt = 0;                   ///< s; 0: the case chooses
  double courant = 0;              ///< if any, the steps change so that this is the number
  int courant_every = 10;          ///< steps
  double longest_dt = 0;           ///< s, of those; 0: any
  int check_every = 10;

  /// `steps`, or the least number of steps of `step` seconds that reaches the end; 0 where there is
  /// an end and the steps change.
  std::int64_t step_count(double step) const;
};

struct PartitionConfig {
  std::string partitioner = "straits";  ///< the key is called method
  int cores_per_node = 0;               ///< 0: as many as share memory
  std::string node = "memory";          ///< who is on one: those who share memory, or but a socket
  std::string cost = "paper";
  bool refine = true;
  CostWeights weights = {};
  std::string rank_order = "none";
  std::string file = "";  ///< a partition to be read instead
};

struct OutputConfig {
  int every = 0;           ///< steps; 0: the last one only
  int profiles_every = 0;  ///< steps; 0: never
  std::vector<std::string> fields = {"all"};
};

/// What a case file says about any run. The rest of the file is described by the case it names.
struct RunConfig {
  std::filesystem::path file;
  std::string case_name;
  TimeConfig time;
  PartitionConfig partition;
  HaloConfig halo;
  OutputConfig output;
};

/// `cases` are those that a case file may name.
void describe(Keys& keys, RunConfig& config, const std::vector<std::string>& cases);

/// Reads the whole file: first what every run has, then what `describe_case` describes, which knows
/// the name of the case by then. Throws InputError for the first thing that is wrong.
RunConfig read_config(
    const CaseFile& file, const std::vector<std::string>& cases,
    const std::function<void(Keys& keys, const RunConfig& config)>& describe_case);

}  // namespace seafret
