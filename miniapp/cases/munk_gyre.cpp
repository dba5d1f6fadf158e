// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/munk_gyre.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "comms/base/reproducible_sum.hpp"
#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/columns.hpp"

namespace seafret {
namespace {

using Number = std::complex<double>;
using Four = std::array<Number, 4>;

/// All roots of m^4 + a m^2 + b m + c, from four places that are no symmetry of it (Durand and
/// Kerner).
Four roots(double a, double b, double c) {
  Four m;
  for (std::size_t n = 0; n < 4; ++n) m[n] = std::pow(Number(0.4, 0.9), static_cast<double>(n));
  for (int turn = 0; turn < 500; ++turn)
    for (std::size_t n = 0; n < 4; ++n) {
      Number others = 1;
      for (std::size_t k = 0; k < 4; ++k)
        if (k != n) others *= m[n] - m[k];
      const Number square = m[n] * m[n];
      m[n] -= (square * square + a * square + b * m[n] + c) / others;
    }
  return m;
}

/// Of four linear equations, by elimination with the largest pivot of each column.
Four solution(std::array<Four, 4> matrix, Four right) {
  for (std::size_t n = 0; n < 4; ++n) {
    std::size_t pivot = n;
    for (std::size_t k = n + 1; k < 4; ++k)
      if (std::abs(matrix[k][n]) > std::abs(matrix[pivot][n])) pivot = k;
    std::swap(matrix[n], matrix[pivot]);
    std::swap(right[n], right[pivot]);
    for (std::size_t k = 0; k < 4; ++k) {
      if (k == n) continue;
      const Number share = matrix[k][n] / matrix[n][n];
      for (std::size_t c = n; c < 4; ++c) matrix[k][c] -= share * matrix[n][c];
      right[k] -= share * right[n];
    }
  }
  for (std::size_t n = 0; n < 4; ++n) right[n] /= matrix[n][n];
  return right;
}

/// So narrow a western current must be seen by a column and differ from the rest, so wide a one
/// fit.
void insist_on_current(const Rectangle& sea, double beta, double viscosity,
                       const std::string& key) {
  const double width = std::cbrt(viscosity / std::abs(beta)),
               least = std::max(0.5 * sea.spacing[0], 0.01 * sea.length(1) / std::numbers::pi),
               most = sea.length(0);
  if (width >= least && width <= most) return;
  const auto of = [&](double wide) { return wide * wide * wide * std::abs(beta); };
  throw KeyError(key,
                 fmt::format("is {:g}: the western current, (viscosity/sea.beta)^(1/3) wide, would "
                             "be {:.3g} m; {:.3g} to {:.3g} m2/s can be seen in this sea",
                             viscosity, width, of(least), of(most)));
}

}  // namespace

double MunkGyre::wave() const { return std::numbers::pi / rectangle_.length(1); }

MunkGyre::MunkGyre(const Rectangle& rectangle, double beta, double stress, double viscosity,
                   const std::string& key)
    : rectangle_(rectangle), stress_(stress) {
  insist_on_columns(rectangle.points, {4, 2}, "its gyre turns along both");
  insist_on_current(rectangle, beta, viscosity, key);
  const double l = wave(), width = std::cbrt(viscosity / std::abs(beta)), rate = beta / viscosity;
  // Rates in units of 1/width, so that the quartic has coefficients of about 1.
  const double small = l * width * l * width;
  const Four m = roots(-2 * small, -rate * width * width * width, small * small);
  std::array<Four, 4> conditions;
  for (std::size_t n = 0; n < 4; ++n) {
    parts_[n].rate = m[n] / width;
    parts_[n].from = m[n].real() > 0 ? rectangle.length(0) : 0;
    for (const std::size_t wall : {0U, 1U}) {
      const double x = wall == 0 ? 0 : rectangle.length(0);
      const Number there = std::exp(parts_[n].rate * (x - parts_[n].from));
      conditions[wall][n] = there;
      conditions[2 + wall][n] = m[n] * m[n] * there;
    }
  }
  const double constant = stress / (viscosity * l * l * l);
  const Four weights = solution(conditions, {-constant, -constant, 0, 0});
  for (std::size_t n = 0; n < 4; ++n) parts_[n].weight = weights[n];
}

std::array<double, 2> MunkGyre::stress(double /*x*/, double y) const {
  return {-stress_ * std::cos(wave() * y), 0};
}

double MunkGyre::v_at(double x, double y) const {
  Number slope = 0;
  for (const Part& part : parts_)
    slope += part.weight * part.rate * std::exp(part.rate * (x - part.from));
  return slope.real() * std::sin(wave() * y);
}

std::vector<Measure> MunkGyre::measures(const Domain& domain, const DepthMeanFlow& flow) const {
  std::array<ReproducibleSum, 4> sums;  // error and exact; the western current, and the exact one
  const int middle = rectangle_.points[1] / 2 - 1;
  for_each_point(flow.sea().north_faces, flow.owned(), [&](int i, int j) {
    const double found = flow.now().v(i, j),
                 right = v_at(rectangle_.x(i + 0.5), rectangle_.y(j + 1));
    sums[0].add(std::abs(found - right));
    sums[1].add(std::abs(right));
    if (j == middle && found > 0) sums[2].add(found * rectangle_.spacing[0]);
    if (j == middle && right > 0) sums[3].add(right * rectangle_.spacing[0]);
  });
  ReproducibleSum::over_ranks(sums, domain.comm);
  return {{"v_l1", sums[0].value() / sums[1].value(), "1"},
          {"western_current", sums[2].value() / sums[3].value(), "1"}};
}

}  // namespace seafret
