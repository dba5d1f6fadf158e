// SPDX-License-Identifier: BSD-3-Clause
// Each rank holds a square with a halo column on its left.  The last column goes to the next rank's
// halo, and the calls are those of MPI: a column is a vector type.  Build it with
// examples/CMakeLists.txt, run it with mpirun -n 3 ring.
#include <mpi.h>

#include <cstdio>

#include "comms/notify/convert.hpp"

namespace notify = seafret::notify;

namespace {

constexpr int rows = 100, columns = 8, rounds = 50;

/// A value that tells whose it is, of which row and round.
double value(int rank, int row, int round) { return 1e6 * rank + 1e3 * row + round; }

int wrong_rows(const double* square, int of, int round) {
  int wrong = 0;
  for (int row = 0; row < rows; ++row) wrong += square[row * columns] != value(of, row, round);
  return wrong;
}

int run() {
  const seafret::Node node(MPI_COMM_WORLD);
  notify::Endpoint endpoint(node, {});
  const int rank = node.everyone().rank(), size = node.everyone().size();
  const int next = (rank + 1) % size, last = (rank + size - 1) % size;

  // Memory that others may write to.
  const auto region = endpoint.add_region(sizeof(double) * rows * columns);
  auto* const square = reinterpret_cast<double*>(endpoint.memory(region).data());

  // What would be MPI_Sendrecv, once; with answers, as data goes one way round.
  MPI_Datatype column = MPI_DATATYPE_NULL;
  MPI_Type_vector(rows, 1, columns, MPI_DOUBLE, &column);
  notify::Conversion calls(endpoint, {.name = "ring", .answers = true});
  calls.sendrecv_convert(square + columns - 1, 1, column, next, 0, square, 1, column, last, 0,
                         MPI_COMM_WORLD);
  MPI_Type_free(&column);
  notify::ConvertedPlan ring(calls);

  int wrong = 0;
  for (int round = 0; round < rounds; ++round) {
    ring.wait_sent();  // the last column may be written
    for (int row = 0; row < rows; ++row)
      square[row * columns + columns - 1] = value(rank, row, round);
    ring.start();
    ring.wait();  // the halo has come
    wrong += wrong_rows(square, last, round);
    ring.release();  // and may be overwritten
  }
  wrong = static_cast<int>(node.everyone().max(std::int64_t{wrong}));
  if (rank == 0)
    std::printf("ring: %d ranks, %d rounds: %s\n", size, rounds, wrong ? "WRONG" : "right");
  ring.finish();
  return wrong ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int status = run();
  MPI_Finalize();
  return status;
}
