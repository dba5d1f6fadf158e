// SPDX-License-Identifier: BSD-3-Clause
// This program counts what it takes from the heap.
#include <doctest/doctest.h>
#include <omp.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "tests/physics/poisson_problem.hpp"

namespace {

std::atomic<long> taken = 0;

void* counted(std::size_t bytes, std::size_t alignment) {
  ++taken;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* const place = std::aligned_alloc(alignment, rounded);
  if (place == nullptr) throw std::bad_alloc();
  return place;
}

}  // namespace

void* operator new(std::size_t bytes) { return counted(bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return counted(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }
void operator delete(void* place, std::align_val_t) noexcept { std::free(place); }
void operator delete(void* place, std::size_t, std::align_val_t) noexcept { std::free(place); }

namespace seafret {

TEST_CASE("a solver takes nothing from the heap after its first solve") {
  PoissonProblem problem;
  problem.grid.nx = problem.grid.ny = 20;
  problem.grid.nz = 11;
  problem.tolerance = 1e-3;
  problem.levels = thickening_levels(11);
  problem.source = divergence_of_noise(problem);
  const Communicator comm(MPI_COMM_WORLD);
  for_each_solver([&](const PoissonSolverKind& kind) {
    for (const int threads : {1, 2}) {
      omp_set_num_threads(threads);
      PoissonRun run(problem, kind, comm);
      CHECK(taken > 0);
      run.solve();
      run.fill(problem);
      const long before = taken;
      const auto result = run.solve();
      const long after = taken;
      CHECK(after == before);
      CHECK(result.iterations > 5);
    }
  });
}

}  // namespace seafret
