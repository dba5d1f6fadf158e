// SPDX-License-Identifier: BSD-3-Clause
// The parts of the multigrid solver, and how many cycles it takes.
#include "physics/solvers/multigrid.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

#include "decomposition/base/error.hpp"
#include "physics/atmosphere/stretched_grid.hpp"
#include "physics/columns.hpp"
#include "physics/row_stages.hpp"
#include "physics/solvers/direct_inverse.hpp"
#include "physics/solvers/line_tiles.hpp"
#include "physics/solvers/multigrid_grids.hpp"
#include "physics/solvers/solver_columns.hpp"
#include "tests/nearly.hpp"
#include "tests/physics/solvers/poisson_problem.hpp"

namespace seafret {
namespace {

std::vector<MultigridGrid> grids_of(int nx, int ny, double along_x, double along_y) {
  const Grid grid{.nx = nx, .ny = ny, .nz = 1, .dx = along_x, .dy = along_y};
  return multigrid_grids(Decomposition(grid, {grid.box()}));
}

std::vector<int> sides_of(const std::vector<MultigridGrid>& grids) {
  std::vector<int> sides;
  for (const MultigridGrid& g : grids) sides.insert(sides.end(), {g.grid().nx, g.grid().ny});
  return sides;
}

int cycles(int nx, int ny, const VerticalGrid& levels) {
  const Communicator world(MPI_COMM_WORLD);
  PoissonProblem problem;
  problem.grid = {.nx = nx, .ny = ny, .nz = levels.levels(), .dx = 50, .dy = 50};
  problem.levels = levels;
  problem.source = divergence_of_noise(problem);
  PoissonRun run(problem, poisson_solvers().at("multigrid"), world);
  const auto result = run.solve();
  CHECK(result.converged);
  return result.iterations;
}

}  // namespace

TEST_CASE("both ways are halved until neither has more than four columns, the narrower first") {
  CHECK(sides_of(grids_of(16, 16, 50, 50)) == std::vector{16, 16, 8, 8, 4, 4});
  CHECK(sides_of(grids_of(50, 50, 50, 50)) == std::vector{50, 50, 25, 25});
  CHECK(sides_of(grids_of(19, 16, 50, 50)) == std::vector{19, 16, 19, 16});
  CHECK(sides_of(grids_of(16, 16, 50, 100)) == std::vector{16, 16, 8, 16, 4, 8, 2, 4});
  CHECK(sides_of(grids_of(1, 12, 50, 50)) == std::vector{1, 12, 1, 6, 1, 3});
  CHECK(sides_of(grids_of(32, 4, 50, 50)) == std::vector{32, 4, 16, 2, 8, 1, 4, 1});
  CHECK(sides_of(grids_of(32, 4, 50, 200)) == std::vector{32, 4, 16, 4, 8, 4, 4, 2});
}

TEST_CASE("the grids are the same whoever owns them, and small ones belong to all") {
  const Grid grid{.nx = 64, .ny = 64, .nz = 1};
  const auto alone = grids_of(64, 64, 1, 1);
  const auto shared = multigrid_grids(Decomposition(grid, {{0, 33, 0, 64}, {33, 64, 0, 64}}));
  CHECK(sides_of(alone) == sides_of(shared));
  CHECK(!shared[1].whole);
  CHECK(shared[1].owners.owned(0) == Box{0, 17, 0, 32});
  CHECK(shared[1].owners.owned(1) == Box{17, 32, 0, 32});
  CHECK(shared.back().whole);
  const auto thin = multigrid_grids(Decomposition(grid, {{0, 63, 0, 64}, {63, 64, 0, 64}}));
  CHECK(thin[1].whole);  // the second rank would have none of it
}

TEST_CASE("a grid of more values than MPI counts is not gathered") {
  const Communicator self(MPI_COMM_SELF);
  const std::vector<Box> shares{{0, 1, 0, 1}, {1, 50000, 0, 50000}};
  CHECK_THROWS_AS(GridGathering(self, shares, 1), InputError);
}

TEST_CASE("each stage takes each row once, after the one before has taken the row beyond it") {
  for (const int rows_at_once : {1, 2, 3, 7, 100})
    for (const int height : {0, 1, 2, 5, 14}) {
      CAPTURE(rows_at_once);
      const Box box{2, 5, 3, 3 + height};
      std::array<int, 3> done{3, 3, 3};  // rows below which a stage has been
      const auto stage = [&](std::size_t n) {
        return [&, n](Rows rows) {
          const Box part = rows.of(box);
          if (part.empty()) return;
          CHECK(part.y0 == done[n]);
          done[n] = part.y1;
          if (n > 0) CHECK(done[n - 1] >= std::min(done[n] + 1, box.y1));
        };
      };
      in_stages(box, rows_at_once, stage(0), stage(1), stage(2));
      CHECK(done == std::array{box.y1, box.y1, box.y1});
    }
}

TEST_CASE("the columns of a colour are those of its rows") {
  const Box box{2, 6, 3, 8};
  for (const int colour : {0, 1}) {
    const ColouredRows rows(box, colour);
    for (const Rows part : {Rows{3, 8}, Rows{0, 5}, Rows{5, 6}, Rows{7, 99}, Rows{9, 12}}) {
      const auto columns = rows.of(part);
      const Box inside = part.of(box);
      CHECK(static_cast<std::int64_t>(columns.size()) == (inside.empty() ? 0 : inside.area() / 2));
      for (const auto [i, j] : columns) {
        CHECK(inside.contains(i, j));
        CHECK((i + j) % 2 == colour);
      }
    }
  }
}

TEST_CASE("the direct solve is exact on any grid") {
  const Communicator self(MPI_COMM_SELF);
  for (const std::array<int, 3>& size :
       std::vector<std::array<int, 3>>{{1, 1, 5}, {4, 4, 1}, {2, 3, 7}, {5, 6, 9}, {25, 13, 4}}) {
    const int nx = size[0], ny = size[1], nz = size[2];
    CAPTURE(nx);
    PoissonProblem problem;
    problem.grid = {.nx = nx, .ny = ny, .nz = nz, .dx = 50, .dy = 40};
    problem.levels = thickening_levels(nz);
    const Everywhere known =
        problem.periodic([](int i, int j, int k) { return white_noise(7, i, j, k); });
    const Box all = problem.grid.box();
    Field<> p(all, one_column, nz);
    for_each_cell(all, nz, [&](int i, int j, int k) {
      p.view()(i, j, k) = plain_operator(problem, known, i, j, k);
    });
    const Decomposition decomposition(problem.grid, {all});
    const PressureOperator a(mesh_of(problem.levels, problem.grid));
    DirectInverse({decomposition, self}, a, "p2p", {}).apply(p.view());
    const double constant = p.view()(0, 0, 0) - known(0, 0, 0);
    for_each_cell(all, nz, [&](int i, int j, int k) {
      CHECK(p.view()(i, j, k) - constant == nearly(known(i, j, k)).epsilon(1e-11).scale(1));
    });
  }
}

TEST_CASE("seven cycles do, whatever the size") {
  const Communicator world(MPI_COMM_WORLD);
  if (world.size() > 1) return;  // they would all take the same
  const std::vector<Knot> knots{{9, 300}, {16, 400}, {41, 600}, {49, 700}, {56, 1000}};
  CHECK(cycles(64, 64, stretched_grid(64, 1600, knots)) <= 7);
  CHECK(cycles(64, 64, stretched_grid(64, 3200, {})) <= 7);
  CHECK(cycles(128, 128, stretched_grid(128, 6400, {})) <= 7);
  CHECK(cycles(256, 256, stretched_grid(64, 3200, {})) <= 7);
  CHECK(cycles(50, 50, stretched_grid(120, 1200, {})) <= 7);
  CHECK(cycles(64, 8, stretched_grid(32, 1200, {})) <= 7);
}

TEST_CASE("a narrow box takes a few more, however long it is") {
  const Communicator world(MPI_COMM_WORLD);
  if (world.size() > 1) return;
  CHECK(cycles(32, 2, stretched_grid(100, 1200, {})) <= 10);
  CHECK(cycles(128, 4, stretched_grid(32, 1200, {})) <= 11);
}

}  // namespace seafret
