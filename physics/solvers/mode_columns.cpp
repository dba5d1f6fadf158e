// SPDX-License-Identifier: BSD-3-Clause
#include "physics/solvers/mode_columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace seafret {
namespace {

/// The second difference of mode m of n points is so many times the mode: -4 sin^2(pi m / n), the
/// same bits for m and n - m.
double second_difference(int m, int n) {
  const long double angle = std::numbers::pi_v<long double> * std::min(m, n - m) / n;
  return static_cast<double>(-4 * std::sin(angle) * std::sin(angle));
}

std::vector<double> second_differences(int n) {
  std::vector<double> all;
  for (int m = 0; m < n; ++m) all.push_back(second_difference(m, n));
  return all;
}

}  // namespace

ModeColumns::ModeColumns(const PressureOperator& a, int nx, int ny)
    : x_(a.x),
      y_(a.y),
      up_(a.up),
      down_(a.down),
      eigen_x_(second_differences(nx)),
      eigen_y_(second_differences(ny)),
      mass_(nx > 1 ? a.x : a.y),  // as 1/per_mass; across a slice there is no slope
      scale_(1 / (static_cast<double>(nx) * ny)) {
  double all = 0;
  for (const double mass : mass_) all += mass;
  for (double& mass : mass_) mass /= all;
}

void ModeColumns::solve(int m, int first, int end, double* columns, std::ptrdiff_t next,
                        double* work) const {
  const auto column = [&](int n) { return columns + (n - first) * next; };
  int n = first;
  if (m == 0 && n == 0 && n < end) {
    sweep<1, true>(0, 0, columns, next, work);
    take_mean_off(columns);
    ++n;
  }
  for (; n + together <= end; n += together) sweep<together, false>(m, n, column(n), next, work);
  for (; n < end; ++n) sweep<1, false>(m, n, column(n), next, work);
}

/// Thomas' algorithm.  The matrix is another for each column, so it is factored on the way.
template <std::size_t width, bool pinned>
void ModeColumns::sweep(int m, int n, double* columns, std::ptrdiff_t next, double* work) const {
  using Row = std::array<double, width>;
  const auto levels = std::ssize(mass_);
  const double* const eigen_y = eigen_y_.data() + n;
  const double eigen_x = eigen_x_[static_cast<std::size_t>(m)];
  Row eliminated{}, re{}, im{};
  for (std::ptrdiff_t k = 0; k < levels; ++k) {
    const auto level = static_cast<std::size_t>(k);
    const double up = up_[level], down = down_[level];
    const double across = x_[level] * eigen_x - (up + down), along_y = y_[level];
    double* const upper_of = work + k * std::ptrdiff_t{width};
    for (std::size_t c = 0; c < width; ++c) {
      double* const column = columns + static_cast<std::ptrdiff_t>(c) * next;
      double diagonal = across + along_y * eigen_y[c] - eliminated[c];
      if (pinned && k + 1 == levels) diagonal = std::numeric_limits<double>::infinity();
      const double inverse = 1 / diagonal, upper = up * inverse;
      upper_of[c] = upper;
      eliminated[c] = up * upper;
      column[k] = re[c] = (scale_ * column[k] - down * re[c]) * inverse;
      column[k + levels] = im[c] = (scale_ * column[k + levels] - down * im[c]) * inverse;
    }
  }
  for (std::ptrdiff_t k = levels - 1; k-- > 0;) {
    const double* const upper_of = work + k * std::ptrdiff_t{width};
    for (std::size_t c = 0; c < width; ++c) {
      double* const column = columns + static_cast<std::ptrdiff_t>(c) * next;
      const double upper = upper_of[c];
      column[k] = re[c] = column[k] - upper * re[c];
      column[k + levels] = im[c] = column[k + levels] - upper * im[c];
    }
  }
}

void ModeColumns::take_mean_off(double* column) const {
  double mean = 0;
  for (std::size_t k = 0; k < mass_.size(); ++k) mean += mass_[k] * column[k];
  for (std::size_t k = 0; k < mass_.size(); ++k) column[k] -= mean;
}

}  // namespace seafret
