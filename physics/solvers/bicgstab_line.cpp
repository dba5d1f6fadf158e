// SPDX-License-Identifier: BSD-3-Clause
#include "physics/solvers/bicgstab_line.hpp"

#include <cmath>

#include "comms/base/timers.hpp"
#include "decomposition/fields/arena.hpp"

namespace seafret {
namespace {

FieldDescription preconditioned_of(int levels) { return {.levels = levels, .halo = one_column}; }

}  // namespace

Held BicgstabLine::held(const Domain& domain, int levels) {
  const Box owned = domain.owned();
  return {.arena = 2 * Arena::room_for(preconditioned_of(levels), owned),
          .work = 4 * FieldDescription{.levels = levels}.bytes(owned)};
}

BicgstabLine::BicgstabLine(const SolverSetup& setup)
    : options_(setup.options),
      columns_(setup),
      lines_(columns_.equation()),
      places_(columns_of({&columns_.owned(), 1}, [](int, int) { return true; })),
      direction_(columns_.owned(), preconditioned_of(setup.levels.levels()), setup.memory),
      half_(columns_.owned(), preconditioned_of(setup.levels.levels()), setup.memory),
      residual_(columns_.owned(), {}, setup.levels.levels()),
      shadow_(columns_.owned(), {}, setup.levels.levels()),
      of_direction_(columns_.owned(), {}, setup.levels.levels()),
      of_half_(columns_.owned(), {}, setup.levels.levels()) {}

PoissonSolver::Result BicgstabLine::solve(FieldView<const double> source, FieldView<double> p) {
  SEAFRET_REGION("pressure/solve");
  Result result;
  const double bb = columns_.load(source, residual_.view());
  if (bb == 0) {
    columns_.clear(p);
    return result;
  }
  result.left(std::sqrt(begin(p) / bb), options_.tolerance);
  Step last = begin_anew();
  while (!result.converged && result.iterations < options_.most_iterations) {
    turn_direction(last);
    const double along = apply_to_direction();
    if (!std::isfinite(along) || along == 0) break;
    const double alpha = last.rho / along;
    correct_half(alpha);
    const auto [ty, tt] = apply_to_half();
    if (!std::isfinite(ty) || !std::isfinite(tt)) break;
    last.omega = tt > 0 ? ty / tt : 0;
    const auto [rr, cr] = correct(p, alpha, last.omega);
    ++result.iterations;
    result.left(std::sqrt(rr / bb), options_.tolerance);
    last.beta = last.omega != 0 ? cr / last.rho * (alpha / last.omega) : 0;
    last.rho = cr;
    if (!std::isfinite(last.beta) || last.beta == 0) last = begin_anew();
  }
  return result;
}

/// r -= A p, where r holds the source.  Returns the square of its norm.
double BicgstabLine::begin(FieldView<double> p) {
  const auto r = residual_.view(), product = of_direction_.view();
  return columns_.sum([&](int i, int j) {
    double* const left = r.column(i, j);
    columns_.equation().apply(p, i, j, product.column(i, j));
    add_scaled(-1, product.column(i, j), left, r.levels);
    return columns_.equation().square_of_divergence(left);
  });
}

/// The method begins, or has broken down and begins again, with what is left: c = r.
BicgstabLine::Step BicgstabLine::begin_anew() {
  const auto r = residual_.view(), c = shadow_.view();
  return {.rho = columns_.sum([&](int i, int j) {
    std::copy_n(r.column(i, j), r.levels, c.column(i, j));
    return dot(r.column(i, j), r.column(i, j), r.levels);
  })};
}

/// s = M^-1 (r - beta omega v) + beta s; at a beginning, with beta = 0, s = M^-1 r.
void BicgstabLine::turn_direction(const Step& last) {
  SEAFRET_REGION("pressure/precondition");
  const auto r = residual_.view(), v = of_direction_.view(), s = direction_.view();
  solve_lines(
      lines_, places_, r,
      [&](int i, int j, double* tile) {
        std::copy_n(r.column(i, j), r.levels, tile);
        if (last.beta != 0) add_scaled(-last.beta * last.omega, v.column(i, j), tile, r.levels);
      },
      [&](int i, int j, double* tile) {
        if (last.beta != 0) add_scaled(last.beta, s.column(i, j), tile, r.levels);
        std::copy_n(tile, r.levels, s.column(i, j));
      });
}

/// v = A s.  Returns c.v.
double BicgstabLine::apply_to_direction() {
  SEAFRET_REGION("pressure/operator");
  const auto s = direction_.view(), v = of_direction_.view(), c = shadow_.view();
  return columns_.sum_behind_swap(s, [&](int i, int j) {
    columns_.equation().apply(s, i, j, v.column(i, j));
    return dot(c.column(i, j), v.column(i, j), v.levels);
  });
}

/// y = r - alpha v, in the place of r; h = M^-1 y.
void BicgstabLine::correct_half(double alpha) {
  SEAFRET_REGION("pressure/precondition");
  const auto r = residual_.view(), v = of_direction_.view(), h = half_.view();
  solve_lines(
      lines_, places_, r,
      [&](int i, int j, double* tile) {
        add_scaled(-alpha, v.column(i, j), r.column(i, j), r.levels);
        std::copy_n(r.column(i, j), r.levels, tile);
      },
      [&](int i, int j, const double* tile) { std::copy_n(tile, r.levels, h.column(i, j)); });
}

/// t = A h.  Returns t.y and t.t.
BicgstabLine::Products BicgstabLine::apply_to_half() {
  SEAFRET_REGION("pressure/operator");
  const auto h = half_.view(), t = of_half_.view(), y = residual_.view();
  return columns_.sum_behind_swap(h, [&](int i, int j) {
    double* const out = t.column(i, j);
    columns_.equation().apply(h, i, j, out);
    return std::array{dot(out, y.column(i, j), t.levels), dot(out, out, t.levels)};
  });
}

/// p += alpha s + omega h, also in the halo, where s and h hold what its owner adds; then
/// r = y - omega t.  Returns the square of its norm and c.r.
BicgstabLine::Products BicgstabLine::correct(FieldView<double> p, double alpha, double omega) {
  SEAFRET_REGION("pressure/direction");
  const auto s = direction_.view(), h = half_.view(), t = of_half_.view(), r = residual_.view();
  const auto add = [&](int i, int j) {
    add_scaled(alpha, s.column(i, j), p.column(i, j), p.levels);
    add_scaled(omega, h.column(i, j), p.column(i, j), p.levels);
  };
  for_each_column(columns_.held().subspan(1), add);
  return columns_.sum([&](int i, int j) {
    add(i, j);
    double* const left = r.column(i, j);
    add_scaled(-omega, t.column(i, j), left, r.levels);
    return std::array{columns_.equation().square_of_divergence(left),
                      dot(shadow_.view().column(i, j), left, r.levels)};
  });
}

}  // namespace seafret
