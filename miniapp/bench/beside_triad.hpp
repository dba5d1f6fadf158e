// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "miniapp/run/report/provenance.hpp"

namespace seafret {

/// What STREAM's triad took beside the rows of a benchmark: memory gives no more.
struct TriadFloor {
  double seconds = 0, bytes = 0;

  double rate() const { return bytes / seconds; }  ///< bytes a second, of all ranks
  std::string in_words() const;
};

/// What the files of such benchmarks begin with; the rows are added to it.
Json beside_triad(const std::string& benchmark, const Provenance& provenance, int blocks,
                  const TriadFloor& triad);

/// Prints the table and, if a file is named, writes the results.  Collective.
void tell(const std::string& table, const Json& results, const std::string& file,
          const Communicator& comm);

}  // namespace seafret
