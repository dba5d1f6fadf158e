// SPDX-License-Identifier: BSD-3-Clause
#include "physics/solvers/fft.hpp"

#include <algorithm>
#include <cmath>

#include "comms/base/timers.hpp"
#include "decomposition/base/huge_pages.hpp"
#include "physics/solvers/solver_columns.hpp"

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
    : comm_(setup.domain.comm),
      options_(setup.options),
      operator_(setup.levels, setup.domain.grid().dx, setup.domain.grid().dy),
      owned_(setup.domain.owned()),
      inner_(owned_.grown(-1)),
      rim_(rim(owned_, inner_)),
      held_(with_halo(owned_)),
      rest_(owned_, {}, setup.levels.levels(), HugePages::instance()),
      inverse_(setup.domain, operator_, setup.halo.transport, for_transposes(setup)),
      exchange_(setup.domain,
                {{one_column, static_cast<std::size_t>(setup.levels.levels()) * sizeof(double)}},
                setup.halo) {}

PoissonSolver::Result FftSolver::solve(FieldView<const double> source, FieldView<double> p) {
  SEAFRET_REGION("pressure/solve");
  Result result;
  const auto [bb, rr] = first_rest(source, p);
  if (bb == 0) {
    clear(held_, p);
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

/// The rest that the first guess leaves, and the source it is a share of.
FftSolver::Norms FftSolver::first_rest(FieldView<const double> source, FieldView<const double> p) {
  SEAFRET_REGION("pressure/residual");
  std::array<ReproducibleSum, 2> sums;
  add_columns(sums, {&owned_, 1}, [&](int i, int j) {
    double* const r = rest_.view().column(i, j);
    std::fill_n(r, p.levels, 0.0);
    const double bb = subtract_from_source(source.column(i, j), r);
    return std::array{bb, find_rest(source, p, i, j)};
  });
  ReproducibleSum::over_ranks(sums, comm_);
  return {sums[0].value(), sums[1].value()};
}

/// Adds to p what it lacks and fills its halo.  Returns the square of the norm of the rest.
double FftSolver::correct(FieldView<const double> source, FieldView<double> p) {
  const auto lacking = rest_.view();
  inverse_.apply(lacking);
  for_each_column(
      owned_, [&](int i, int j) { add_scaled(1, lacking.column(i, j), p.column(i, j), p.levels); });
  SEAFRET_REGION("pressure/residual");
  ReproducibleSum rr;
  const auto find = [&](int i, int j) { return find_rest(source, p, i, j); };
  const Columns swapped = p;
  exchange_.start({&swapped, 1});
  add_columns(rr, {&inner_, 1}, find);
  exchange_.finish();
  add_columns(rr, rim_, find);
  ReproducibleSum::over_ranks({&rr, 1}, comm_);
  return rr.value();
}

/// r = dz source - A p in a column.  Returns the square of its norm.
double FftSolver::find_rest(FieldView<const double> source, FieldView<const double> p, int i,
                            int j) {
  double* const r = rest_.view().column(i, j);
  operator_.apply(p, i, j, r);
  return subtract_from_source(source.column(i, j), r);
}

/// r = dz source - r in a column.  Returns the square of its norm.
double FftSolver::subtract_from_source(const double* source, double* r) const {
  const double* const dz = operator_.dz.data();
  const int levels = rest_.view().levels;
#pragma omp simd
  for (int k = 0; k < levels; ++k) r[k] = dz[k] * source[k] - r[k];
  return operator_.square_of_divergence(r);
}

std::vector<const Exchange*> FftSolver::exchanges() const {
  std::vector<const Exchange*> all{&exchange_};
  for (const Exchange* transpose : inverse_.exchanges()) all.push_back(transpose);
  return all;
}

}  // namespace seafret
