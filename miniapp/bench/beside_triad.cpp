// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/bench/beside_triad.hpp"

#include <fmt/format.h>

#include "comms/base/together.hpp"
#include "decomposition/base/error.hpp"
#include "miniapp/files/files.hpp"

namespace seafret {

std::string TriadFloor::in_words() const {
  return fmt::format("STREAM triad: {:.1f} GB/s\n", 1e-9 * rate());
}

Json beside_triad(const std::string& benchmark, const Provenance& provenance, int blocks,
                  const TriadFloor& triad) {
  return {{"benchmark", benchmark},
          {"provenance", to_json(provenance)},
          {"ranks", provenance.ranks},
          {"blocks", blocks},
          {"floors",
           {{{"what", "stream_triad"},
             {"ms", 1e3 * triad.seconds},
             {"gb_per_s", 1e-9 * triad.rate()}}}}};
}

void tell(const std::string& table, const Json& results, const std::string& file,
          const Communicator& comm) {
  together<RunError>(comm, [&] {
    if (comm.rank() != 0) return;
    fmt::print("{}", table);
    if (!file.empty()) replace_text(file, text_of(results));
  });
}

}  // namespace seafret
