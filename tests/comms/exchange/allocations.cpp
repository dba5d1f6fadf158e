// SPDX-License-Identifier: BSD-3-Clause
// This program counts what it allocates: a swap must not, once its exchange is made.
#include "tests/allocations.hpp"

#include <doctest/doctest.h>

#include <array>

#include "comms/base/reproducible_sum.hpp"
#include "comms/exchange/halo_exchange.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "tests/comms/exchange/ways.hpp"

using namespace seafret;

namespace {

Decomposition ocean(int ranks) {
  Grid g{.nx = 12, .ny = 12, .nz = 1};
  for (int n = 0; n < 12 * 12; ++n) g.cells.push_back(n % 5 == 0 ? Cell::dry : Cell::wet);
  return {g, partitioners().at("blocks")(g, ranks)};
}

void swap(HaloExchange& exchange, std::span<const Columns> fields) {
  exchange.start(fields);
  exchange.finish();
}

}  // namespace

TEST_CASE("this program counts its allocations") {
  const long before = allocations();
  const Field<> field({0, 4, 0, 4}, Halo::all(1), 2);
  const long made = allocations() - before;
  CHECK(made == 1);
}

TEST_CASE("a swap allocates nothing") {
  const Communicator comm(MPI_COMM_WORLD);
  const Decomposition d = ocean(comm.size());
  const Node node(comm.get());
  SharedMemory shared(node);
  const Domain domain{d, comm, &shared};
  Field<> deep(d.owned(comm.rank()), Halo::all(2), 40, &shared);
  Field<std::int32_t> flat(d.owned(comm.rank()), Halo::all(1), 1, &shared);
  const std::array<Columns, 2> fields{deep.view(), flat.view()};
  const std::vector<Swapped> swapped{Swapped::of(deep.view(), Halo::all(2)),
                                     Swapped::of(flat.view(), {1, 0, 0, 1, false})};
  for (const auto& way : ways_of_swapping()) {
    HaloExchange exchange(domain, swapped, way.second);
    swap(exchange, fields);  // datatypes are made when their fields are first seen
    const long before = allocations();
    for (int n = 0; n < 20; ++n) swap(exchange, fields);
    const long made = allocations() - before;
    CAPTURE(way.first);
    CHECK(made == 0);
  }
}

TEST_CASE("a sum over the ranks allocates nothing, but its region the first time") {
  const Communicator comm(MPI_COMM_WORLD);
  std::array<ReproducibleSum, 6> sums;
  ReproducibleSum::over_ranks(sums, comm);
  const long before = allocations();
  for (ReproducibleSum& s : sums) s.add(comm.rank());
  ReproducibleSum::over_ranks(sums, comm);
  const double total = sums[5].value();
  const long made = allocations() - before;
  CHECK(made == 0);
  CHECK(total == comm.size() * (comm.size() - 1) / 2);
}
