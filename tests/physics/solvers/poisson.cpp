// SPDX-License-Identifier: BSD-3-Clause
// What every pressure solver must do, whoever owns the columns.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include "comms/base/reproducible_sum.hpp"
#include "decomposition/base/floating_point_traps.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/same_bits.hpp"
#include "tests/physics/solvers/poisson_problem.hpp"

namespace seafret {
namespace {

PoissonProblem noisy_problem(int nx, int ny, int nz) {
  PoissonProblem problem;
  problem.grid.nx = nx;
  problem.grid.ny = ny;
  problem.grid.nz = nz;
  problem.grid.dx = 50;
  problem.grid.dy = 40;
  problem.levels = thickening_levels(nz);
  problem.source = divergence_of_noise(problem);
  return problem;
}

double sum_over_ranks(const Communicator& comm, double mine) {
  ReproducibleSum sum;
  sum.add(mine);
  ReproducibleSum::over_ranks({&sum, 1}, comm);
  return sum.value();
}

/// What is left of the divergence, as a share, from the p that was returned and its halo.
double true_residual(const PoissonProblem& problem, const PoissonRun& run) {
  const auto p = run.p.view();
  double rr = 0, bb = 0;
  for_each_cell(run.domain.owned(), problem.grid.nz, [&](int i, int j, int k) {
    const auto n = static_cast<std::size_t>(k);
    const double dz = problem.levels.dz[n], rho = problem.levels.rho[n];
    const double b = problem.source(i, j, k) / rho;
    const auto solution = [&](int a, int c, int l) { return p(a, c, l); };
    const double r = b - plain_operator(problem, solution, i, j, k) / (dz * rho);
    rr += r * r;
    bb += b * b;
  });
  return std::sqrt(sum_over_ranks(run.domain.comm, rr) / sum_over_ranks(run.domain.comm, bb));
}

/// How many cells, halo included, differ in any bit from those of a solution by one rank alone.
std::int64_t different_cells(const PoissonRun& run, const PoissonRun& reference) {
  const Grid& g = run.decomposition.grid();
  const Box owned = run.domain.owned();
  std::int64_t different = 0;
  for (const Box& box : {owned.grown(Halo{1, 1, 0, 0}), owned.grown(Halo{0, 0, 1, 1})})
    for_each_cell(box, g.nz, [&](int i, int j, int k) {
      const double theirs = reference.p.view()((i + g.nx) % g.nx, (j + g.ny) % g.ny, k);
      different += std::bit_cast<std::uint64_t>(run.p.view()(i, j, k)) !=
                   std::bit_cast<std::uint64_t>(theirs);
    });
  return run.domain.comm.sum(different);
}

}  // namespace

TEST_CASE("a known pressure comes back, up to a constant") {
  const Communicator world(MPI_COMM_WORLD);
  // Among them columns beside themselves, blocks of one row, levels that fill no vector.
  const std::vector<Grid> sizes{{12, 10, 8}, {13, 11, 19}, {9, 8, 1}, {1, 12, 6},
                                {12, 1, 5},  {2, 9, 2},    {3, 4, 33}};
  for (const Grid& size : sizes) {
    const int nx = size.nx, ny = size.ny, nz = size.nz;
    CAPTURE(nx);
    CAPTURE(ny);
    CAPTURE(nz);
    PoissonProblem problem = noisy_problem(nx, ny, nz);
    const Everywhere known =
        problem.periodic([](int i, int j, int k) { return white_noise(7, i, j, k); });
    problem.source = [&](int i, int j, int k) {
      return plain_operator(problem, known, i, j, k) /
             problem.levels.dz[static_cast<std::size_t>(k)];
    };
    problem.options.tolerance = 1e-13;
    for_each_solver([&](const PoissonSolverKind& kind) {
      PoissonRun run(problem, kind, world);
      CHECK(run.solve().converged);
      double constant = 0, worst = 0;
      const auto error = [&](int i, int j, int k) {
        return run.p.view()(i, j, k) - known(i, j, k);
      };
      for_each_cell(run.domain.owned(), nz,
                    [&](int i, int j, int k) { constant += error(i, j, k); });
      constant = sum_over_ranks(world, constant) / (nx * ny * nz);
      for_each_cell(run.domain.owned(), nz, [&](int i, int j, int k) {
        worst = std::max(worst, std::abs(error(i, j, k) - constant));
      });
      CHECK(worst < 1e-10);
    });
  }
}

TEST_CASE("a single column is solved by one rank") {
  const Communicator alone(MPI_COMM_SELF);
  PoissonProblem problem = noisy_problem(1, 1, 12);
  for_each_solver([&](const PoissonSolverKind& kind) {
    PoissonRun run(problem, kind, alone);
    CHECK(run.solve().converged);
    const auto p = run.p.view();
    for (int k = 0; k < 12; ++k) {
      const double b = problem.levels.dz[static_cast<std::size_t>(k)] * problem.source(0, 0, k);
      const auto column = [&](int, int, int l) { return p(0, 0, l); };
      CHECK(plain_operator(problem, column, 0, 0, k) == nearly(b).epsilon(1e-6));
    }
  });
}

TEST_CASE("the residual is what it says, and below the tolerance") {
  const Communicator world(MPI_COMM_WORLD);
  PoissonProblem problem = noisy_problem(18, 15, 20);
  problem.guess = [](int i, int j, int k) { return 100 * white_noise(8, i, j, k); };
  for_each_solver([&](const PoissonSolverKind& kind) {
    int fewer = 0;
    for (const double tolerance : {1e-2, 1e-4, 1e-6, 1e-8}) {
      problem.options.tolerance = tolerance;
      PoissonRun run(problem, kind, world);
      const auto result = run.solve();
      CHECK(result.converged);
      CHECK(result.residual <= tolerance);
      // What a direct solve leaves is rounding, which the two sum differently: small beside 1e-8.
      CHECK(true_residual(problem, run) == nearly(result.residual).epsilon(1e-4).scale(1e-8));
      CHECK(result.iterations >= fewer);
      fewer = result.iterations;
    }
  });
}

TEST_CASE("all solvers find the same pressure") {
  const Communicator world(MPI_COMM_WORLD);
  // Among them sides that are halved to an odd number, that are odd, and columns narrower one way.
  const std::vector<Grid> sizes{{.nx = 20, .ny = 16, .nz = 12, .dx = 50, .dy = 50},
                                {.nx = 22, .ny = 26, .nz = 7, .dx = 50, .dy = 20},
                                {.nx = 15, .ny = 12, .nz = 9, .dx = 30, .dy = 40}};
  for (const Grid& size : sizes) {
    CAPTURE(size.nx);
    PoissonProblem problem = noisy_problem(size.nx, size.ny, size.nz);
    problem.grid = size;
    problem.source = divergence_of_noise(problem);
    problem.options.tolerance = 1e-12;
    std::vector<double> reference;
    for_each_solver([&](const PoissonSolverKind& kind) {
      PoissonRun run(problem, kind, world);
      CHECK(run.solve().converged);
      std::vector<double> p;
      double sum = 0, largest = 0, worst = 0;
      for_each_cell(run.domain.owned(), size.nz, [&](int i, int j, int k) {
        p.push_back(run.p.view()(i, j, k));
        sum += p.back();
      });
      const double mean = sum_over_ranks(world, sum) / (size.nx * size.ny * size.nz);
      for (double& value : p) largest = std::max(largest, std::abs(value -= mean));
      if (reference.empty()) reference = p;
      for (std::size_t n = 0; n < p.size(); ++n)
        worst = std::max(worst, std::abs(p[n] - reference[n]));
      CHECK(world.max(worst) <= 1e-10 * world.max(largest));
    });
  }
}

TEST_CASE("same bits for any ranks, partition and threads, in the halo too") {
  // Odd sides; sides that are halved; rows that several ranks cut where a coarse column lies.
  for (const Grid& size : {Grid{19, 17, 21}, Grid{24, 20, 11}, Grid{44, 8, 5}}) {
    PoissonProblem problem = noisy_problem(size.nx, size.ny, size.nz);
    problem.options.tolerance = 1e-5;
    problem.guess = [](int i, int j, int k) { return white_noise(9, i, j, k); };
    for_each_solver([&](const PoissonSolverKind& kind) {
      const auto begin = [&](const Communicator& comm, const std::string& partitioner) {
        return PoissonRun(problem, kind, comm, partitioner);
      };
      const auto solve = [](PoissonRun& run) { CHECK(run.solve().converged); };
      compare_with_one_rank(begin, solve, [](const PoissonRun& run, const PoissonRun& reference) {
        CHECK(run.result.iterations == reference.result.iterations);
        CHECK(run.result.residual == reference.result.residual);
        CHECK(different_cells(run, reference) == 0);
      });
    });
  }
}

TEST_CASE(
    "same bits from a grid too large for the cache, which multigrid takes a few rows at a time") {
  const Communicator world(MPI_COMM_WORLD);
  const Communicator alone(MPI_COMM_SELF);
  PoissonProblem problem = noisy_problem(48, 44, 64);
  problem.options.tolerance = 1e-5;
  PoissonRun reference(problem, poisson_solvers().at("multigrid"), alone);
  PoissonRun run(problem, poisson_solvers().at("multigrid"), world);
  const auto expected = reference.solve(), result = run.solve();
  CHECK(expected.converged);
  CHECK(result.iterations == expected.iterations);
  CHECK(result.residual == expected.residual);
  CHECK(true_residual(problem, run) == nearly(result.residual).epsilon(1e-6));
  CHECK(different_cells(run, reference) == 0);
}

TEST_CASE("a good first guess is left as it is, but by a direct solve, which ends at rounding") {
  const Communicator world(MPI_COMM_WORLD);
  PoissonProblem problem = noisy_problem(12, 12, 10);
  problem.options.tolerance = 1e-9;
  for_each_solver([&](const PoissonSolverKind& kind) {
    PoissonRun run(problem, kind, world);
    run.solve();
    problem.options.tolerance = 1e-6;
    PoissonRun again(problem, kind, world);
    const auto from = run.p.view();
    for (const Box& box :
         {run.domain.owned().grown(Halo{1, 1, 0, 0}), run.domain.owned().grown(Halo{0, 0, 1, 1})})
      for_each_cell(box, 10, [&](int i, int j, int k) {
        again.p.view()(i, j, k) = (1 + 1e-8) * from(i, j, k);
      });
    const auto result = again.solve();
    CHECK(result.converged);
    if (&kind == &poisson_solvers().at("fft")) {
      CHECK(result.iterations == 1);
      CHECK(result.residual < 1e-13);
      return;
    }
    CHECK(result.iterations == 0);
    for_each_cell(run.domain.owned(), 10, [&](int i, int j, int k) {
      REQUIRE(again.p.view()(i, j, k) == (1 + 1e-8) * from(i, j, k));
    });
  });
}

TEST_CASE("no source: the pressure is zero") {
  const Communicator world(MPI_COMM_WORLD);
  PoissonProblem problem = noisy_problem(8, 9, 5);
  problem.source = [](int, int, int) { return 0.0; };
  problem.guess = [](int i, int j, int k) { return white_noise(4, i, j, k); };
  for_each_solver([&](const PoissonSolverKind& kind) {
    PoissonRun run(problem, kind, world);
    const auto result = run.solve();
    CHECK(result.converged);
    CHECK(result.iterations == 0);
    CHECK(result.residual == 0);
    for (const Box& box :
         {run.domain.owned().grown(Halo{1, 1, 0, 0}), run.domain.owned().grown(Halo{0, 0, 1, 1})})
      for_each_cell(box, 5, [&](int i, int j, int k) { REQUIRE(run.p.view()(i, j, k) == 0); });
  });
}

TEST_CASE("a source that is not finite ends the solve on every rank") {
  const Untrapped not_finite;
  const Communicator world(MPI_COMM_WORLD);
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e300}) {
    CAPTURE(bad);
    PoissonProblem problem = noisy_problem(8, 9, 5);
    problem.source = [&, good = problem.source](int i, int j, int k) {
      return i == 7 && j == 0 && k == 2 ? bad : good(i, j, k);
    };
    for_each_solver([&](const PoissonSolverKind& kind) {
      PoissonRun run(problem, kind, world);
      const auto result = run.solve();
      CHECK(!result.converged);
      CHECK(!(result.residual <= problem.options.tolerance));
      CHECK(result.iterations <= 1);
      // One bad step must not spoil the next.
      run.fill(noisy_problem(8, 9, 5));
      CHECK(run.solve().converged);
    });
  }
}

TEST_CASE(
    "of its residuals a solve keeps the first, those of iterations 1, 2, 4, 8, and the last") {
  PoissonSolver::Result result;
  CHECK(result.history().empty());
  const auto kept = [&](int iterations) {
    for (; result.iterations <= iterations; ++result.iterations)
      result.left(1. / (1 + result.iterations), 1e-3);
    return std::vector(result.history().begin(), result.history().end());
  };
  CHECK(kept(0) == std::vector{1.});
  CHECK(kept(2) == std::vector{1., 1. / 2, 1. / 3});
  CHECK(kept(7) == std::vector{1., 1. / 2, 1. / 3, 1. / 5, 1. / 8});
  CHECK(kept(8) == std::vector{1., 1. / 2, 1. / 3, 1. / 5, 1. / 9});
  CHECK(kept(11) == std::vector{1., 1. / 2, 1. / 3, 1. / 5, 1. / 9, 1. / 12});
}

TEST_CASE("it stops after the most iterations, and says so") {
  const Communicator world(MPI_COMM_WORLD);
  PoissonProblem problem = noisy_problem(24, 24, 12);
  problem.options.tolerance = 0;
  for (const int most : {0, 1, 5}) {
    problem.options.most_iterations = most;
    for_each_solver([&](const PoissonSolverKind& kind) {
      PoissonRun run(problem, kind, world);
      const auto result = run.solve();
      CHECK(!result.converged);
      CHECK(result.iterations == most);
      // As above: of rounding only the size, beside 1e-6, is sure.
      CHECK(true_residual(problem, run) == nearly(result.residual).epsilon(1e-6).scale(1e-6));
    });
  }
}

}  // namespace seafret
