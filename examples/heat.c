/* SPDX-License-Identifier: BSD-3-Clause
 * Heat spreads over a periodic square: the halos of one array, swapped by seafret.
 *
 *   mpicc heat.c $(pkg-config --cflags --libs seafret) -o heat
 *   mpirun -n 4 ./heat;  SEAFRET_HALO=transport=pscw mpirun -n 4 ./heat
 *
 * Its last line, a checksum, is the same for any number of ranks and any transport. */
#include <inttypes.h>
#include <mpi.h>
#include <seafret.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 96, STEPS = 200 };
static int width, height; /* of what this rank owns */

/* One column more on each side, x runs fastest. */
static double* at(double* u, int i, int j) { return u + (j + 1) * (width + 2) + i + 1; }

static void spread(double* from, double* to, int x0, int x1, int y0, int y1) {
  for (int j = y0; j < y1; ++j)
    for (int i = x0; i < x1; ++i) {
      double* u = at(from, i, j);
      *at(to, i, j) = *u + 0.2 * ((u[-1] + u[1]) + (u[-(width + 2)] + u[width + 2]) - 4 * *u);
    }
}

static int ended(int status) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (status != SEAFRET_OK && rank == 0) fprintf(stderr, "heat: %s\n", seafret_message());
  return status != SEAFRET_OK;
}

static uint64_t checksum(double* u, seafret_box own) {
  uint64_t sum = 0, all, bits;
  for (int j = 0; j < height; ++j)
    for (int i = 0; i < width; ++i) {
      memcpy(&bits, at(u, i, j), sizeof bits);
      sum += bits * (uint64_t)(2 * ((own.y0 + j) * N + own.x0 + i) + 1);
    }
  MPI_Allreduce(&sum, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static int run(void) {
  seafret_domain* domain = NULL;
  seafret_exchange* exchange = NULL;
  seafret_box own;
  int rank, size, status;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);

  seafret_grid grid = {N, N, 1, 1};
  status = seafret_domain_partition(MPI_COMM_WORLD, grid, NULL, "partitioner=blocks", &domain);
  if (ended(status) || ended(seafret_domain_owned(domain, rank, &own))) return 1;
  width = own.x1 - own.x0, height = own.y1 - own.y0;

  seafret_shape shape = {sizeof(double), 1, {1, 1, 1, 1, 0}};
  status = seafret_exchange_init(domain, "heat", 1, &shape, "ij", NULL, &exchange);
  if (ended(status)) return 1;

  size_t bytes = (size_t)(width + 2) * (size_t)(height + 2) * sizeof(double);
  double *u = calloc(1, bytes), *next = calloc(1, bytes), *other;
  for (int j = 0; j < height; ++j)
    for (int i = 0; i < width; ++i) *at(u, i, j) = (own.x0 + i) / 16 % 2 + (own.y0 + j) / 32 % 2;

  for (int step = 0; step < STEPS; ++step) {
    seafret_array where = {at(u, 0, 0), sizeof(double), (width + 2) * (ptrdiff_t)sizeof(double), 0};
    if (ended(seafret_start(exchange, &where))) return 1;
    spread(u, next, 1, width - 1, 1, height - 1); /* while the messages fly */
    if (ended(seafret_finish(exchange))) return 1;
    spread(u, next, 0, width, 0, 1);
    if (height > 1) spread(u, next, 0, width, height - 1, height);
    spread(u, next, 0, 1, 1, height - 1);
    if (width > 1) spread(u, next, width - 1, width, 1, height - 1);
    other = u, u = next, next = other;
  }

  uint64_t sum = checksum(u, own);
  if (rank == 0) printf("%016" PRIx64 "\n", sum);
  free(u), free(next);
  return ended(seafret_exchange_free(&exchange)) || ended(seafret_domain_free(&domain));
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int status = run();
  MPI_Finalize();
  return status;
}
