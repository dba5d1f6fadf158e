// SPDX-License-Identifier: BSD-3-Clause
// Every way of cutting a grid.  To add one: write decomposition/partition/partitioners/<name>.hpp,
// add a line.
#include "decomposition/partition/partitioners/blocks.hpp"
#include "decomposition/partition/partitioners/footnote3.hpp"
#include "decomposition/partition/partitioners/k_section.hpp"
#include "decomposition/partition/partitioners/k_section_search.hpp"
#include "decomposition/partition/partitioners/straits.hpp"
#include "decomposition/partition/partitioners/two_level.hpp"

namespace seafret {

Registry<Partitioner>& partitioners() {
  static Registry<Partitioner> all("partitioner");
  return all;
}

}  // namespace seafret
