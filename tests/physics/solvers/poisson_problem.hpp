// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "decomposition/base/huge_pages.hpp"
#include "decomposition/fields/arena.hpp"
#include "decomposition/partition/partitioner.hpp"
#include "physics/poisson.hpp"

namespace seafret {

/// A function of the global indices; they may lie across a periodic edge.
using Everywhere = std::function<double(int i, int j, int k)>;

/// A pressure equation for the whole grid, whoever owns it, and how far to solve it.
struct PoissonProblem {
  Grid grid;
  VerticalGrid levels;
  Everywhere source;
  Everywhere guess = [](int, int, int) { return 0.0; };
  PoissonOptions options{.tolerance = 1e-8, .most_iterations = 1000};

  Everywhere periodic(Everywhere f) const {
    return [f = std::move(f), nx = grid.nx, ny = grid.ny](int i, int j, int k) {
      return f((i + nx) % nx, (j + ny) % ny, k);
    };
  }
};

/// White noise in [-1, 1), the same on every rank.
inline double white_noise(int seed, int i, int j, int k) {
  auto mix = [](std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  };
  std::uint64_t x = 0;
  for (const int n : {seed, i, j, k}) x = mix(x + 0x9e3779b97f4a7c15u + static_cast<unsigned>(n));
  return static_cast<double>(x >> 11) * 0x1p-52 - 1;
}

/// Levels that thicken upwards, in air that thins.
inline VerticalGrid thickening_levels(int levels) {
  VerticalGrid v;
  double ground = 0;
  for (int k = 0; k < levels; ++k) {
    const double dz = 10 + 3 * k;
    v.dz.push_back(dz);
    v.z.push_back(ground + dz / 2);
    v.z_half.push_back(ground += dz);
    v.dz_half.push_back(dz + 1.5);
    v.rho.push_back(1.2 * std::exp(-v.z.back() / 800));
    v.rho_half.push_back(1.2 * std::exp(-v.z_half.back() / 800));
  }
  return v;
}

/// A p in one cell, as the equation in physics/poisson.hpp reads.
inline double plain_operator(const PoissonProblem& problem, const Everywhere& p, int i, int j,
                             int k) {
  const VerticalGrid& v = problem.levels;
  const auto n = static_cast<std::size_t>(k);
  const double dx = problem.grid.dx, dy = problem.grid.dy;
  const double here = p(i, j, k);
  double sum = v.dz[n] * v.rho[n] *
               ((p(i + 1, j, k) - 2 * here + p(i - 1, j, k)) / (dx * dx) +
                (p(i, j + 1, k) - 2 * here + p(i, j - 1, k)) / (dy * dy));
  if (k + 1 < v.levels()) sum += v.rho_half[n] / v.dz_half[n] * (p(i, j, k + 1) - here);
  if (k > 0) sum -= v.rho_half[n - 1] / v.dz_half[n - 1] * (here - p(i, j, k - 1));
  return sum;
}

/// The divergence of white noise: the worst source there is.
inline Everywhere divergence_of_noise(const PoissonProblem& problem) {
  return problem.periodic([g = problem.grid, dz = problem.levels.dz](int i, int j, int k) {
    const int west = (i + g.nx - 1) % g.nx, south = (j + g.ny - 1) % g.ny;
    const double above = k + 1 < static_cast<int>(dz.size()) ? white_noise(3, i, j, k) : 0;
    const double below = k > 0 ? white_noise(3, i, j, k - 1) : 0;
    return (white_noise(1, i, j, k) - white_noise(1, west, j, k)) / g.dx +
           (white_noise(2, i, j, k) - white_noise(2, i, south, k)) / g.dy +
           (above - below) / dz[static_cast<std::size_t>(k)];
  });
}

template <class Visit>
void for_each_cell(const Box& box, int levels, Visit visit) {
  for (int j = box.y0; j < box.y1; ++j)
    for (int i = box.x0; i < box.x1; ++i)
      for (int k = 0; k < levels; ++k) visit(i, j, k);
}

template <class Test>
void for_each_solver(Test test) {
  for (const auto& solver : poisson_solvers()) {
    CAPTURE(solver.first);
    test(solver.second);
  }
}

/// A solver, its fields and all it stands on, on the ranks of one communicator.
class PoissonRun {
 public:
  PoissonRun(const PoissonProblem& problem, const PoissonSolverKind& kind, const Communicator& comm,
             const std::string& partitioner = "blocks", const HaloOptions& halo = {})
      : decomposition(problem.grid, partitioners().at(partitioner)(problem.grid, comm.size())),
        domain{decomposition, comm},
        arena(kind.held(domain, problem.grid.nz).arena),
        source(domain.owned(), Halo{}, problem.grid.nz, HugePages::instance()),
        p(domain.owned(), Halo::all(2), problem.grid.nz, HugePages::instance()),
        solver(kind.make({domain, problem.levels, problem.options, halo, &arena})) {
    fill(problem);
  }

  /// Fills what a solver may read of p; the second column of the halo and the corners stay unset.
  void fill(const PoissonProblem& problem) {
    const Box owned = domain.owned();
    const auto guess = problem.periodic(problem.guess);
    for_each_cell(owned, problem.grid.nz,
                  [&](int i, int j, int k) { source.view()(i, j, k) = problem.source(i, j, k); });
    for (const Box& box : {owned.grown(Halo{1, 1, 0, 0}), owned.grown(Halo{0, 0, 1, 1})})
      for_each_cell(box, problem.grid.nz,
                    [&](int i, int j, int k) { p.view()(i, j, k) = guess(i, j, k); });
  }

  PoissonSolver::Result solve() { return result = solver->solve(source.view(), p.view()); }

  Decomposition decomposition;
  Domain domain;
  Arena arena;
  Field<> source, p;
  std::unique_ptr<PoissonSolver> solver;
  PoissonSolver::Result result;
};

}  // namespace seafret
