// SPDX-License-Identifier: BSD-3-Clause
// A rank that stays away: the others are told so in time, and nothing is ended.
#include <doctest/doctest.h>
#include <mpi.h>

#include "comms/base/stopwatch.hpp"
#include "comms/c/seafret.h"
#include "tests/c/arrays.hpp"
#include "tests/transports_here.hpp"

using namespace seafret;
using namespace seafret::test;

namespace {

/// Of a row of ranks, in which the last one does not take part in the third swap.
void lose_one(const std::string& transport, const Communicator& world) {
  const int me = world.rank(), last = world.size() - 1;
  const Box owned{3 * me, 3 * me + 3, 0, 2};
  seafret_domain* domain = nullptr;
  seafret_exchange* exchange = nullptr;
  const std::string options = "timeout=0.5,transport=" + transport;
  REQUIRE(seafret_domain_init(world.get(), {3 * world.size(), 2, 0, 0}, {owned.x0, owned.x1, 0, 2},
                              nullptr, options.c_str(), &domain) == SEAFRET_OK);
  const seafret_shape shape{8, 2, {1, 1, 1, 1, 1}};
  REQUIRE(seafret_exchange_init(domain, "halo", 1, &shape, "kij", nullptr, &exchange) ==
          SEAFRET_OK);
  Array<double> array(owned, 1, 2, "kij");
  array.fill(0);
  int status = SEAFRET_OK;
  for (int n = 0; n < (me == last ? 2 : 3); ++n) {
    status = seafret_start(exchange, &array.where());
    if (status == SEAFRET_OK) status = seafret_finish(exchange);
  }
  if (me == last - 1) {
    CHECK(status == SEAFRET_LOST);
    CHECK(std::string(seafret_message()).find("has waited for") != std::string::npos);
    CHECK(seafret_start(exchange, &array.where()) == SEAFRET_LOST);
  }
  // Nothing that others must take part in is left to do.
  const Stopwatch since;
  CHECK((seafret_exchange_free(&exchange) == SEAFRET_OK || status == SEAFRET_OK));
  CHECK((seafret_domain_free(&domain) == SEAFRET_OK || status == SEAFRET_OK));
  CHECK(since.seconds() < 10);
}

}  // namespace

TEST_CASE("a rank that stays away does not hold the others for ever") {
  const Communicator world(MPI_COMM_WORLD);
  for (const std::string& name : transports_here()) {
    CAPTURE(name);
    lose_one(name, world);
  }
}
