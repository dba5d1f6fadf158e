// SPDX-License-Identifier: BSD-3-Clause
// The direct solver: what it leaves, who does what of it, and by which transport.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "comms/base/reproducible_sum.hpp"
#include "physics/solvers/mode_columns.hpp"
#include "physics/solvers/pencils.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/solvers/poisson_problem.hpp"
#include "tests/transports_here.hpp"

namespace seafret {
namespace {

const PoissonSolverKind& fft_solver() { return poisson_solvers().at("fft"); }

PoissonProblem windy_problem(int nx, int ny, int nz) {
  PoissonProblem problem;
  problem.grid = {.nx = nx, .ny = ny, .nz = nz, .dx = 50, .dy = 40};
  problem.levels = thickening_levels(nz);
  problem.source = divergence_of_noise(problem);
  problem.options.tolerance = 1e-12;
  return problem;
}

/// The largest divergence that is left in a wind of noise when the slope of p is taken off it.
double divergence_left(const PoissonProblem& problem, const PoissonRun& run) {
  const auto p = run.p.view();
  const Grid& g = problem.grid;
  const auto wind = [&](int seed, int i, int j, int k) {
    return white_noise(seed, (i + g.nx) % g.nx, (j + g.ny) % g.ny, k);
  };
  double worst = 0;
  for_each_cell(run.domain.owned(), g.nz, [&](int i, int j, int k) {
    const auto u = [&](int a) { return wind(1, a, j, k) - (p(a + 1, j, k) - p(a, j, k)) / g.dx; };
    const auto v = [&](int b) { return wind(2, i, b, k) - (p(i, b + 1, k) - p(i, b, k)) / g.dy; };
    const auto w = [&](int c) {
      if (c < 0 || c + 1 == g.nz) return 0.0;
      const auto n = static_cast<std::size_t>(c);
      return wind(3, i, j, c) - (p(i, j, c + 1) - p(i, j, c)) / problem.levels.dz_half[n];
    };
    const double up = (w(k) - w(k - 1)) / problem.levels.dz[static_cast<std::size_t>(k)];
    worst = std::max(worst, std::abs((u(i) - u(i - 1)) / g.dx + (v(j) - v(j - 1)) / g.dy + up));
  });
  return run.domain.comm.max(worst);
}

/// Weighted by mass.
double mean_of(const PoissonProblem& problem, const PoissonRun& run) {
  std::vector<ReproducibleSum> sums(2);
  for_each_cell(run.domain.owned(), problem.grid.nz, [&](int i, int j, int k) {
    const auto n = static_cast<std::size_t>(k);
    const double mass = problem.levels.rho[n] * problem.levels.dz[n];
    sums[0].add(mass * run.p.view()(i, j, k));
    sums[1].add(mass);
  });
  ReproducibleSum::over_ranks(sums, run.domain.comm);
  return sums[0].value() / sums[1].value();
}

}  // namespace

TEST_CASE("one direct solve leaves a wind without divergence") {
  const Communicator world(MPI_COMM_WORLD);
  const std::vector<Grid> sizes{{16, 16, 16}, {22, 26, 12}, {25, 50, 9}};
  for (const Grid& size : sizes) {
    PoissonProblem problem = windy_problem(size.nx, size.ny, size.nz);
    // A wind of noise has no density in it: its divergence is that of air of one density.
    std::ranges::fill(problem.levels.rho, 1.0);
    std::ranges::fill(problem.levels.rho_half, 1.0);
    PoissonRun run(problem, fft_solver(), world);
    const auto result = run.solve();
    CHECK(result.converged);
    CHECK(result.iterations == 1);
    CHECK(result.residual < 1e-13);
    CHECK(divergence_left(problem, run) < 1e-12 * 1 / problem.grid.dx);
  }
}

TEST_CASE("a direct solve changes no mean, weighted by mass") {
  const Communicator world(MPI_COMM_WORLD);
  PoissonProblem problem = windy_problem(12, 10, 14);
  problem.guess = [](int i, int j, int k) { return 10 + white_noise(6, i, j, k); };
  PoissonRun run(problem, fft_solver(), world);
  const double before = mean_of(problem, run);
  CHECK(run.solve().iterations == 1);
  CHECK(mean_of(problem, run) == nearly(before).epsilon(1e-13));
}

TEST_CASE("a direct solve has the same bits with more ranks than lines, by any transport") {
  const Communicator world(MPI_COMM_WORLD), alone(MPI_COMM_SELF);
  const std::vector<Grid> sizes{{3, 4, 33}, {12, 9, 10}};
  for (const Grid& size : sizes) {
    const PoissonProblem problem = windy_problem(size.nx, size.ny, size.nz);
    PoissonRun reference(problem, fft_solver(), alone);
    reference.solve();
    for (const std::string& transport : transports_here()) {
      CAPTURE(transport);
      PoissonRun run(problem, fft_solver(), world, "blocks", {.transport = transport});
      run.solve();
      std::int64_t different = 0;
      for_each_cell(run.domain.owned(), size.nz, [&](int i, int j, int k) {
        different += std::bit_cast<std::uint64_t>(run.p.view()(i, j, k)) !=
                     std::bit_cast<std::uint64_t>(reference.p.view()(i, j, k));
      });
      CHECK(different == 0);
    }
  }
}

TEST_CASE("transposes are exchanges as its swap is, and bring back what they took") {
  const Communicator world(MPI_COMM_WORLD);
  PoissonRun run(windy_problem(12, 8, 9), fft_solver(), world, "blocks", {.name = "pressure"});
  run.solve();
  const auto all = run.solver->exchanges();
  REQUIRE(all.size() % 2 == 1);
  CHECK(all[0]->halo_points() == "wet");
  for (std::size_t n = 1; n < all.size(); n += 2) {
    CHECK(all[n]->name().starts_with("pressure to "));
    CHECK(all[n + 1]->name().starts_with("pressure from "));
    CHECK(all[n]->halo_points() == "none");
    CHECK(all[n]->traffic().swaps == 1);
    CHECK(world.sum(all[n]->traffic().bytes) > 0);
    CHECK(world.sum(all[n]->traffic().bytes) == world.sum(all[n + 1]->traffic().bytes));
    CHECK(all[n]->traffic().bytes_in_place == all[n + 1]->traffic().bytes_in_place);
  }
  CHECK((all.size() > 1) == (world.size() > 1));
}

TEST_CASE("the columns of a mode are solved, the same in any company") {
  for (const int nz : {1, 2, 3, 20}) {
    CAPTURE(nz);
    const int nx = 10, ny = 13;
    const VerticalGrid levels = thickening_levels(nz);
    const PressureOperator a({levels, 50, 40});
    const ModeColumns columns(a, nx, ny);
    const auto next = 2 * static_cast<std::ptrdiff_t>(nz);
    std::vector<double> r(static_cast<std::size_t>(ny * next)), work(columns.room());
    for (std::size_t n = 0; n < r.size(); ++n) r[n] = white_noise(4, static_cast<int>(n), 0, 0);
    for (const int m : {1, 3, 5}) {
      std::vector<double> together = r, single = r;
      columns.solve(m, 0, ny, together.data(), next, work.data());
      for (int n = 0; n < ny; ++n)
        columns.solve(m, n, n + 1, single.data() + n * next, next, work.data());
      CHECK(together == single);
      const auto second_difference = [](int mode, int points) {
        return 2 * std::cos(2 * M_PI * mode / points) - 2;
      };
      for (int n = 0; n < ny; ++n)
        for (int k = 0; k < nz; ++k) {
          const auto level = static_cast<std::size_t>(k);
          const double* const z = together.data() + n * next + k;
          double sum =
              (a.x[level] * second_difference(m, nx) + a.y[level] * second_difference(n, ny)) *
              z[0];
          if (k + 1 < nz) sum += a.up[level] * (z[1] - z[0]);
          if (k > 0) sum -= a.down[level] * (z[0] - z[-1]);
          CHECK(nx * ny * sum == nearly(r[static_cast<std::size_t>(n * next + k)]).epsilon(1e-12));
        }
    }
  }
}

TEST_CASE("pencils cover all lines and modes once, and levels part only in their groups") {
  for (const int ranks : {1, 2, 3, 6, 12, 64}) {
    const Grid g{.nx = 9, .ny = 8, .nz = 30};
    CAPTURE(ranks);
    const Decomposition d(g, partitioners().at("blocks")(g, ranks));
    const Pencils p = make_pencils(d, g.nz, 8);
    const auto covered = [](const std::vector<Brick>& bricks, int width, int height) {
      std::vector<int> times(static_cast<std::size_t>(width * height * 30));
      for (const Brick& b : bricks)
        for_each_cell(b.columns, b.levels(), [&](int i, int j, int k) {
          ++times[static_cast<std::size_t>(((b.bottom + k) * height + j) * width + i)];
        });
      return std::ranges::all_of(times, [](int t) { return t == 1; });
    };
    CHECK(covered(p.boxes, 9, 8));
    CHECK(covered(p.x_lines, 9, 8));
    CHECK(covered(p.x_modes, 10, 8));
    CHECK(covered(p.y_lines, 10, 8));
    CHECK(covered(p.columns, 10, 8));
    for (const Brick& b : p.x_lines)
      CHECK((b.empty() || (b.columns.width() == 9 && b.bottom % 8 == 0)));
    for (const Brick& b : p.y_lines) CHECK((b.empty() || b.columns.height() == 8));
    for (const Brick& b : p.columns) CHECK((b.empty() || b.levels() == 30));
    for (const Brick& b : p.y_lines) CHECK((b.columns.x0 % 2 == 0 && b.columns.x1 % 2 == 0));
  }
  const Grid g{.nx = 9, .ny = 8, .nz = 30};
  const Decomposition strips(g, {{0, 9, 0, 5}, {0, 9, 5, 8}});
  const Pencils p = make_pencils(strips, g.nz, 8);
  CHECK(p.x_lines == p.boxes);
  CHECK(p.columns == p.y_lines);
}

}  // namespace seafret
