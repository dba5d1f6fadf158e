// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <vector>

#include "physics/fft/butterflies.hpp"

namespace seafret {

/// exp(-2 pi i number / of), correctly rounded or nearly so.
Complex root_of_unity(long number, long of);

/// Fourier transforms of any length, of `lanes` lines side by side:
///   X[m] = sum over j of x[j] exp(-2 pi i j m / points).
/// A block holds, for each point, the real parts of all lanes and then their imaginary parts.  What
/// becomes of a line does not depend on the lines beside it.  Stockham's algorithm by factors of 4,
/// 2, 3 and 5; what is left is done by factors of its primes, each of them a plain sum.
class Fft {
 public:
  static constexpr int lanes = 8;
  static constexpr std::ptrdiff_t point = 2 * lanes;  ///< numbers of a block for each point

  explicit Fft(int points);

  int points() const { return points_; }
  /// Transforms the block at `data`; `work` is as large.  Returns the one of the two that holds the
  /// result; the other is overwritten as well.
  double* forward(double* data, double* work) const { return run(data, work, {0, lanes}); }
  /// The inverse, times the number of points.
  double* backward(double* data, double* work) const { return run(data, work, {lanes, 0}); }

 private:
  /// Where the real and the imaginary parts of a point stand.  Exchanged, they make a transform its
  /// inverse.
  struct Parts {
    std::ptrdiff_t re, im;
  };
  /// One pass over a block: `groups` * `together` transforms of `radix` points.
  struct Stage {
    int radix, groups, together;
    std::vector<Complex> twiddles;  // of each group, for all that comes out
    std::vector<Complex> roots;     // of unity: as many as the radix
  };

  double* run(double* data, double* work, Parts parts) const;
  static void pass(const Stage& stage, double* from, double* to, Parts parts);
  template <std::size_t radix>
  static void pass(const Stage& stage, const double* from, double* to, Parts parts);
  static void pass_by_sums(const Stage& stage, double* from, double* to, Parts parts);
  static void fold(int radix, double* data, std::ptrdiff_t apart, Parts parts);
  static void sum_up(const Stage& stage, int m, const double* from, std::ptrdiff_t apart,
                     double* to, std::ptrdiff_t row, const Complex* twiddle, Parts parts);

  int points_;
  std::vector<Stage> stages_;
};

}  // namespace seafret
