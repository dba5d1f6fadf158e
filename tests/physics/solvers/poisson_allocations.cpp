// SPDX-License-Identifier: BSD-3-Clause
// This program counts what it takes from the heap.
#include <doctest/doctest.h>
#include <omp.h>

#include "tests/allocations.hpp"
#include "tests/physics/solvers/poisson_problem.hpp"

namespace seafret {

TEST_CASE("a solver takes nothing from the heap after its first solve") {
  PoissonProblem problem;
  problem.grid.nx = problem.grid.ny = 20;
  problem.grid.nz = 11;
  problem.options.tolerance = 0;  // so that every solver does them all
  problem.options.most_iterations = 6;
  problem.levels = thickening_levels(11);
  problem.source = divergence_of_noise(problem);
  const Communicator comm(MPI_COMM_WORLD);
  for_each_solver([&](const PoissonSolverKind& kind) {
    for (const int threads : {1, 2}) {
      omp_set_num_threads(threads);
      PoissonRun run(problem, kind, comm);
      CHECK(allocations() > 0);
      CHECK(run.arena.used() == run.arena.size());  // it takes what it said it would
      run.solve();
      run.fill(problem);
      const long before = allocations();
      const auto result = run.solve();
      const long after = allocations();
      CHECK(after == before);
      CHECK(result.iterations == 6);
    }
  });
}

}  // namespace seafret
