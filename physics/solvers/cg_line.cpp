// SPDX-License-Identifier: BSD-3-Clause
#include "physics/solvers/cg_line.hpp"

#include <algorithm>
#include <cmath>

#include "comms/base/timers.hpp"
#include "decomposition/fields/arena.hpp"

namespace seafret {
namespace {

FieldDescription direction_of(int levels) { return {.levels = levels, .halo = one_column}; }

}  // namespace

Held CgLine::held(const Domain& domain, int levels) {
  const Box owned = domain.owned();
  return {.arena = Arena::room_for(direction_of(levels), owned),
          .work = 2 * FieldDescription{.levels = levels}.bytes(owned)};
}

CgLine::CgLine(const SolverSetup& setup)
    : options_(setup.options),
      columns_(setup),
      lines_(columns_.equation()),
      direction_(columns_.owned(), direction_of(setup.levels.levels()), setup.memory),
      residual_(columns_.owned(), {}, setup.levels.levels()),
      product_(columns_.owned(), {}, setup.levels.levels()) {}

PoissonSolver::Result CgLine::solve(FieldView<const double> source, FieldView<double> p) {
  SEAFRET_REGION("pressure/solve");
  Result result;
  const double bb = columns_.load(source, residual_.view());
  if (bb == 0) {
    columns_.clear(p);
    return result;
  }
  const Box& owned = columns_.owned();
  const auto z = product_.view(), s = direction_.view();
  for_each_column(owned, [&](int i, int j) { columns_.equation().apply(p, i, j, z.column(i, j)); });
  Products now = correct(1);
  for_each_column(owned,
                  [&](int i, int j) { std::copy_n(z.column(i, j), z.levels, s.column(i, j)); });
  const auto judge = [&] { result.left(std::sqrt(now.rr / bb), options_.tolerance); };
  judge();
  while (!result.converged && result.iterations < options_.most_iterations) {
    const double curvature = apply_to_direction();
    if (!(curvature < 0)) break;  // NaN came in, or rounding has eaten the direction
    const double alpha = now.rz / curvature, rz = now.rz;
    now = correct(alpha);
    ++result.iterations;
    judge();
    if (result.converged)
      for_each_column(columns_.held(), [&](int i, int j) {
        add_scaled(alpha, s.column(i, j), p.column(i, j), p.levels);
      });
    else
      advance(p, alpha, now.rz / rz);
  }
  return result;
}

/// r -= alpha A s and z = M^-1 r, where z replaces A s.  Neither has a halo, so that the columns of
/// a rank are one long row, whatever the shape of its box.
CgLine::Products CgLine::correct(double alpha) {
  SEAFRET_REGION("pressure/precondition");
  const auto residual = residual_.view(), product = product_.view();
  const int levels = residual.levels;
  const std::int64_t columns = columns_.owned().area();
  std::array<ReproducibleSum, 2> sums;
#pragma omp parallel
  {
    ReproducibleSum rr, rz;
#pragma omp for schedule(static) nowait
    for (std::int64_t first = 0; first < columns; first += LinePreconditioner::together) {
      const auto group = std::min<std::int64_t>(columns - first, LinePreconditioner::together);
      double* const r = residual.data + first * levels;
      double* const z = product.data + first * levels;
      for (std::int64_t at = 0; at < group * levels; at += levels) {
        add_scaled(-alpha, z + at, r + at, levels);
        rr.add(columns_.equation().square_of_divergence(r + at));
      }
      lines_.solve(r, z, static_cast<int>(group));
      for (std::int64_t at = 0; at < group * levels; at += levels)
        rz.add(dot(r + at, z + at, levels));
    }
#pragma omp critical(seafret_cg_line)
    {
      sums[0].add(rr);
      sums[1].add(rz);
    }
  }
  const auto [rr, rz] = columns_.over_ranks(sums);
  return {rr, rz};
}

/// Fills the halo of s; A s.  Returns s.As, which is negative, as A is.
double CgLine::apply_to_direction() {
  SEAFRET_REGION("pressure/operator");
  const auto s = direction_.view(), product = product_.view();
  return columns_.sum_behind_swap(s, [&](int i, int j) {
    double* const out = product.column(i, j);
    columns_.equation().apply(s, i, j, out);
    return dot(s.column(i, j), out, s.levels);
  });
}

/// p += alpha s, also in the halo, where s holds what its owner adds; then s = z + beta s.
/// Put off until here p costs one reading of s less.
void CgLine::advance(FieldView<double> p, double alpha, double beta) {
  SEAFRET_REGION("pressure/direction");
  const auto direction = direction_.view(), product = product_.view();
  for_each_column(columns_.held(), [&](int i, int j) {
    double* const s = direction.column(i, j);
    add_scaled(alpha, s, p.column(i, j), p.levels);
    if (!columns_.owned().contains(i, j)) return;
    const double* const z = product.column(i, j);
#pragma omp simd
    for (int k = 0; k < p.levels; ++k) s[k] = z[k] + beta * s[k];
  });
}

}  // namespace seafret
