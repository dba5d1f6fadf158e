// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <doctest/doctest.h>

#include <bit>

#include "decomposition/partition/partitioner.hpp"
#include "tests/cases/begun_case.hpp"

namespace seafret {

inline const std::string tide_file = SEAFRET_SOURCE_DIR "/inputs/tide.yaml";

/// A coastal run, begun: of the depth-mean tide if no other case file is named.
struct CoastalRun : BegunCase {
  CoastalRun(const std::vector<std::string>& overrides, const Communicator& comm,
             const std::string& case_file = tide_file)
      : BegunCase(case_file, overrides, comm) {}
};

/// How many values of the owned fields of a run differ in any bit from those of another, which
/// holds these columns too.
inline std::int64_t differences(CoastalRun& run, CoastalRun& other) {
  const Box& owned = run.domain().owned();
  std::int64_t different = 0;
  for (const OutputField& field : run.the_case().fields()) {
    const FieldView<const double> a = field.values, b = other.field(field.description.name).values;
    for (int j = owned.y0; j < owned.y1; ++j)
      for (int i = owned.x0; i < owned.x1; ++i)
        for (int k = 0; k < a.levels && run.domain().grid().wet(field.description.place, i, j); ++k)
          different +=
              std::bit_cast<std::uint64_t>(a(i, j, k)) != std::bit_cast<std::uint64_t>(b(i, j, k));
  }
  return different;
}

/// That a case comes to the same bits on all ranks, by any partitioner, as on this one `alone`,
/// where it has come to its end, and to checks of the same values.
inline void check_any_partition(CoastalRun& alone, const std::vector<std::string>& overrides) {
  const Communicator world(MPI_COMM_WORLD);
  for (const std::string& method : partitioners().names()) {
    CAPTURE(method);
    std::vector<std::string> keys = overrides;
    keys.push_back("partition.method=" + method);
    CoastalRun together(keys, world);
    together.step_to_the_end();
    CHECK(differences(together, alone) == 0);
    const std::vector<Check> a = together.the_case().checks(), b = alone.the_case().checks();
    REQUIRE(a.size() == b.size());
    for (std::size_t n = 0; n < a.size(); ++n) {
      CAPTURE(a[n].name);
      CHECK(a[n].passed);
      CHECK(a[n].value == b[n].value);
    }
  }
}

}  // namespace seafret
