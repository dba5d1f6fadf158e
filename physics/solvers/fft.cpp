// SPDX-License-Identifier: BSD-3-Clause
#include "physics/solvers/fft.hpp"

#include <algorithm>
#include <cmath>

#include "comms/base/timers.hpp"

namespace seafret {
namespace {

TransportOptions for_transposes(const SolverSetup& setup) {
  TransportOptions with = setup.halo.with;
  with.endpoint = setup.domain.endpoint;
  with.swap = setup.halo.name;
  return with;
}

}  // namespace

Held FftSolver::held(const Domain& domain, int levels) {
  return {.arena = 0,
          .work = FieldDescription{.levels = levels}.bytes(domain.owned()) +
                  DirectInverse::held(domain.decomposition, domain.comm.rank(), levels)};
}

FftSolver::FftSolver(const SolverSetup& setup)
    : options_(setup.options),
      columns_(setup),
      rest_(columns_.owned(), {}, setup.levels.levels()),
      inverse_(setup.domain, columns_.equation(), setup.halo.settled_transport(),
               for_transposes(setup)) {}

PoissonSolver::Result FftSolver::solve(FieldView<const double> source, FieldView<double> p) {
  SEAFRET_REGION("pressure/solve");
  Result result;
  const auto [bb, rr] = first_rest(source, p);
  if (bb == 0) {
    columns_.clear(p);
    return result;
  }
  result.left(std::sqrt(rr / bb), options_.tolerance);
  // However good the guess, what it leaves would stay.
  while ((result.iterations == 0 || !result.converged) && std::isfinite(result.residual) &&
         result.iterations < options_.most_iterations) {
    const double left = correct(source, p);
    ++result.iterations;
    result.left(std::sqrt(left / bb), options_.tolerance);
  }
  return result;
}

/// Finds the rest that the first guess leaves.  Returns the squares of the norms of dz source and
/// of the rest.
std::array<double, 2> FftSolver::first_rest(FieldView<const double> source,
                                            FieldView<const double> p) {
  SEAFRET_REGION("pressure/residual");
  return columns_.sum([&](int i, int j) {
    double* const r = rest_.view().column(i, j);
    std::fill_n(r, p.levels, 0.0);
    const double bb = subtract_from_source(source.column(i, j), r);
    return std::array{bb, find_rest(source, p, i, j)};
  });
}

/// Adds to p what it lacks and fills its halo.  Returns the square of the norm of the rest.
double FftSolver::correct(FieldView<const double> source, FieldView<double> p) {
  const auto lacking = rest_.view();
  inverse_.apply(lacking);
  for_each_column(columns_.owned(), [&](int i, int j) {
    add_scaled(1, lacking.column(i, j), p.column(i, j), p.levels);
  });
  SEAFRET_REGION("pressure/residual");
  return columns_.sum_behind_swap(p, [&](int i, int j) { return find_rest(source, p, i, j); });
}

/// r = dz source - A p in a column.  Returns the square of its norm.
double FftSolver::find_rest(FieldView<const double> source, FieldView<const double> p, int i,
                            int j) {
  double* const r = rest_.view().column(i, j);
  columns_.equation().apply(p, i, j, r);
  return subtract_from_source(source.column(i, j), r);
}

/// r = dz source - r in a column.  Returns the square of its norm.
double FftSolver::subtract_from_source(const double* source, double* r) const {
  const double* const dz = columns_.equation().dz.data();
  const int levels = rest_.view().levels;
#pragma omp simd
  for (int k = 0; k < levels; ++k) r[k] = dz[k] * source[k] - r[k];
  return columns_.equation().square_of_divergence(r);
}

std::vector<const Exchange*> FftSolver::exchanges() const {
  std::vector<const Exchange*> all{columns_.exchange()};
  for (const Exchange* transpose : inverse_.exchanges()) all.push_back(transpose);
  return all;
}

}  // namespace seafret
