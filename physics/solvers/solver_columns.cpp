// SPDX-License-Identifier: BSD-3-Clause
#include "physics/solvers/solver_columns.hpp"

#include <utility>

namespace seafret {
namespace {

/// A box and its halo of one column.
std::array<Box, 5> with_halo(const Box& b) {
  return {b, Box{b.x0, b.x1, b.y0 - 1, b.y0}, Box{b.x0, b.x1, b.y1, b.y1 + 1},
          Box{b.x0 - 1, b.x0, b.y0, b.y1}, Box{b.x1, b.x1 + 1, b.y0, b.y1}};
}

}  // namespace

SolverColumns::SolverColumns(const SolverSetup& setup)
    : SolverColumns(setup.domain, PressureOperator(mesh_of(setup.levels, setup.domain.grid())),
                    setup.halo, one_column, false) {}

SolverColumns::SolverColumns(const Domain& domain, PressureOperator equation,
                             const HaloOptions& swap, const Halo& halo, bool alone)
    : comm_(domain.comm),
      equation_(std::move(equation)),
      owned_(domain.owned()),
      inner_(alone ? Box{} : owned_.grown(-1)),
      rim_(seafret::rim(owned_, inner_)),
      held_(with_halo(owned_)),
      exchange_(domain, {{halo, equation_.dz.size() * sizeof(double)}}, swap) {}

double SolverColumns::over_ranks(ReproducibleSum& sum) const {
  ReproducibleSum::over_ranks({&sum, 1}, comm_);
  return sum.value();
}

std::array<double, 2> SolverColumns::over_ranks(std::array<ReproducibleSum, 2>& sums) const {
  ReproducibleSum::over_ranks(sums, comm_);
  return {sums[0].value(), sums[1].value()};
}

double SolverColumns::load(FieldView<const double> source, FieldView<double> b) const {
  const double* const dz = equation_.dz.data();
  return sum([&](int i, int j) {
    const double* const from = source.column(i, j);
    double* const to = b.column(i, j);
#pragma omp simd
    for (int k = 0; k < b.levels; ++k) to[k] = dz[k] * from[k];
    return equation_.square_of_divergence(to);
  });
}

void SolverColumns::clear(FieldView<double> p) const {
  for_each_column(held_, [&](int i, int j) { std::fill_n(p.column(i, j), p.levels, 0.0); });
}

}  // namespace seafret
