// SPDX-License-Identifier: BSD-3-Clause
// Another project that cuts a grid with seafret and sums over ranks: 0 if both are right.
#include <mpi.h>

#include <cstdint>

#include "comms/base/reproducible_sum.hpp"
#include "decomposition/grid/decomposition.hpp"
#include "decomposition/partition/partitioner.hpp"

namespace {

bool boxes_cover_the_grid() {
  const seafret::Grid grid{.nx = 12, .ny = 8, .nz = 1};
  std::int64_t cells = 0;
  for (const seafret::Box& box : seafret::partitioners().at("blocks")(grid, 6)) cells += box.area();
  return cells == 12 * 8;
}

bool sum_is_exact() {
  const seafret::Communicator comm(MPI_COMM_WORLD);
  seafret::ReproducibleSum sum;
  for (const double x : {1e300, 1.0, -1e300}) sum.add(x);
  seafret::ReproducibleSum::over_ranks({&sum, 1}, comm);
  return sum.value() == comm.size();
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const bool good = boxes_cover_the_grid() && sum_is_exact();
  MPI_Finalize();
  return good ? 0 : 1;
}
