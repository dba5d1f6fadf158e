// SPDX-License-Identifier: BSD-3-Clause
// A rank that stays away: the others are told so in time, by every transport, and nothing is ended.
// It says so at its end, for its status says nothing: MPICH cannot finalise what is left behind.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>

#include "comms/base/stopwatch.hpp"
#include "comms/c/seafret.h"
#include "tests/c/arrays.hpp"
#include "tests/transports_here.hpp"

using namespace seafret;
using namespace seafret::test;

namespace {

int wrong = 0;

void expect(bool holds, const std::string& transport, const char* what) {
  if (holds) return;
  ++wrong;
  std::fprintf(stderr, "%s: %s (%s)\n", transport.c_str(), what, seafret_message());
}

int swap(seafret_exchange* exchange, Array<double>& array) {
  const int status = seafret_start(exchange, &array.where());
  return status == SEAFRET_OK ? seafret_finish(exchange) : status;
}

/// Of a row of ranks, in which the last one does not take part in the third swap.
void lose_one(const std::string& transport, const Communicator& world) {
  const auto good = [&](bool holds, const char* what) { expect(holds, transport, what); };
  const int me = world.rank(), last = world.size() - 1;
  const Box owned{3 * me, 3 * me + 3, 0, 2};
  const seafret_shape shape{8, 2, {1, 1, 1, 1, 1}};
  const std::string options = "timeout=2,transport=" + transport;
  seafret_domain* domain = nullptr;
  seafret_exchange* exchange = nullptr;
  good(seafret_domain_init(world.get(), {3 * world.size(), 2, 0, 0}, {owned.x0, owned.x1, 0, 2},
                           nullptr, options.c_str(), &domain) == SEAFRET_OK,
       "no domain");
  good(seafret_exchange_init(domain, "halo", 1, &shape, "kij", nullptr, &exchange) == SEAFRET_OK,
       "no exchange");
  Array<double> array(owned, 1, 2, "kij");
  array.fill(0);
  for (int n = 0; n < 2; ++n) good(swap(exchange, array) == SEAFRET_OK, "does not swap");
  if (me == last) return;  // what it has stays as well
  const Stopwatch since;
  const int status = swap(exchange, array);
  if (me == last - 1) {  // its neighbour
    good(status == SEAFRET_LOST, "does not see that a rank is lost");
    good(std::string(seafret_message()).find("has waited for") != std::string::npos,
         "does not say so");
    good(seafret_start(exchange, &array.where()) == SEAFRET_LOST, "goes on with what is dead");
  }
  if (status == SEAFRET_LOST) {  // else the rest would have to be there
    good(seafret_exchange_free(&exchange) == SEAFRET_OK && exchange == nullptr, "is not freed");
    good(seafret_domain_free(&domain) == SEAFRET_OK && domain == nullptr, "is not freed");
  }
  good(since.seconds() < 20, "waits for too long");
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const auto& world = *new Communicator(MPI_COMM_WORLD);
  for (const std::string& transport : transports_here()) {
    lose_one(transport, world);
    world.barrier();
  }
  const auto all = world.sum(std::int64_t{wrong});
  if (world.rank() == 0) std::printf("%s\n", all == 0 ? "all as it should be" : "FAILED");
  std::fflush(stdout);
  world.barrier();
  std::_Exit(all == 0 ? 0 : 1);
}
