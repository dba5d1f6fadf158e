// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

#include "comms/base/together.hpp"
#include "decomposition/base/error.hpp"

using namespace seafret;

TEST_CASE("whichever rank fails, all throw the message of the first that did") {
  const Communicator comm(MPI_COMM_WORLD);
  for (int first = 0; first < comm.size(); ++first) {
    const auto fail_from_there_on = [&] {
      if (comm.rank() >= first) throw std::runtime_error("rank " + std::to_string(comm.rank()));
    };
    CHECK_THROWS_WITH_AS(together<InputError>(comm, fail_from_there_on),
                         ("rank " + std::to_string(first)).c_str(), InputError);
  }
}

TEST_CASE("work that succeeds everywhere is done once on each rank") {
  const Communicator comm(MPI_COMM_WORLD);
  std::int64_t done = 0;
  together<RunError>(comm, [&] { ++done; });
  CHECK(comm.sum(done) == comm.size());
}
