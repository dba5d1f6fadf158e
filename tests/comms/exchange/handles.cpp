// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <array>
#include <deque>
#include <optional>

#include "comms/base/region_times.hpp"
#include "comms/exchange/halo_exchange.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "tests/comms/exchange/counted_handles.hpp"
#include "tests/comms/exchange/ways.hpp"

using namespace seafret;

namespace {

/// Makes an exchange, swaps as often as told, and destroys it again.
void use(const Communicator& comm, const HaloOptions& options, int swaps) {
  const Grid g{.nx = 12, .ny = 12, .nz = 1};
  const Decomposition d(g, partitioners().at("blocks")(g, comm.size()));
  const Node node(comm.get());
  SharedMemory shared(node);
  Field<> f(d.owned(comm.rank()), Halo::all(2), 500, &shared);
  HaloExchange exchange({d, comm, &shared}, {Swapped::of(f.view(), Halo::all(2))}, options);
  for (int n = 0; n < swaps; ++n) {
    exchange.start(std::array<Columns, 1>{f.view()});
    exchange.finish();
  }
}

}  // namespace

TEST_CASE("handles are counted") {
  const Handles before = open_handles();
  std::optional<Communicator> comm(MPI_COMM_WORLD);
  CHECK(open_handles().communicators == before.communicators + 1);
  MPI_Request request = MPI_REQUEST_NULL;
  char sent = 0, received = 0;
  MPI_Irecv(&received, 1, MPI_CHAR, comm->rank(), 0, comm->get(), &request);
  CHECK(open_handles().requests == before.requests + 1);
  MPI_Send(&sent, 1, MPI_CHAR, comm->rank(), 0, comm->get());
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(open_handles().requests == before.requests);
  comm.reset();
  CHECK(open_handles() == before);
}

TEST_CASE("an exchange leaves no handle behind, used or not") {
  for (const auto& way : ways_of_swapping())
    for (const int swaps : {0, 1, 5}) {
      const Handles before = open_handles();
      {
        const Communicator comm(MPI_COMM_WORLD);
        use(comm, way.second, swaps);
        use(comm, way.second, swaps);
      }
      CAPTURE(way.first);
      CHECK(open_handles() == before);
    }
}

TEST_CASE("fields that never lie where others lay before do not pile up datatypes") {
  const Communicator comm(MPI_COMM_WORLD);
  const Grid g{.nx = 12, .ny = 12, .nz = 1};
  const Decomposition d(g, partitioners().at("blocks")(g, comm.size()));
  HaloExchange exchange({d, comm}, {{Halo::all(1), sizeof(double)}},
                        {.packing = HaloOptions::Packing::datatype});
  std::deque<Field<>> fields;
  const auto types_after = [&](int swaps) {
    for (int n = 0; n < swaps; ++n) {
      fields.emplace_back(d.owned(comm.rank()), Halo::all(1), 1);
      exchange.start(std::array<Columns, 1>{fields.back().view()});
      exchange.finish();
    }
    return open_handles().types;
  };
  const int some = types_after(50), more = types_after(50);
  CHECK(more == some);
}

TEST_CASE("an exchange that cannot be made leaves no handle behind") {
  const Handles before = open_handles();
  {
    const Communicator comm(MPI_COMM_WORLD);
    CHECK_THROWS_AS(use(comm, {.transport = "no such transport"}, 1), InputError);
  }
  CHECK(open_handles() == before);
}

TEST_CASE("nor do the reductions") {
  const Handles before = open_handles();
  {
    const Communicator comm(MPI_COMM_WORLD);
    std::string text = "text";
    comm.broadcast(text);
    static_cast<void>(comm.gather(text));
    static_cast<void>(region_times(comm));
  }
  CHECK(open_handles() == before);
}
