// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "comms/base/mpi.hpp"

namespace seafret {

/// Where a result comes from: which program, where, when.  The same on every rank.
struct Provenance {
  std::string version, git, compiler, flags, build_type;
  std::string mpi, hdf5;
  std::string hosts, processor;  ///< "one x 2, two x 2": ranks on each host
  std::string start;             ///< UTC
  int ranks = 1, nodes = 1, threads = 1;
};

/// Collective.
Provenance make_provenance(const Communicator& comm);

using Json = nlohmann::ordered_json;
/// As every JSON file of the program has it.
Json to_json(const Provenance& provenance);

/// As it stands in a file. What is not UTF-8, as the name of a folder may be, is replaced.
std::string text_of(const Json& json);

/// "seafret 0.1.0 (a1b2c3d), GNU 12.2.0, Release".
std::string program_version();

}  // namespace seafret
