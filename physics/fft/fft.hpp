// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <memory>

namespace seafret {

/// Fourier transforms of any length, of `lanes` lines side by side:
///   X[m] = sum over j of x[j] exp(-2 pi i j m / points).
/// A block holds, for each point, the real parts of all lanes and then their imaginary parts.  What
/// becomes of a line does not depend on the lines beside it.  Done by fft.cpp, or by fftw.cpp where
/// SEAFRET_FFTW is on.
class Fft {
 public:
  static constexpr int lanes = 8;
  static constexpr std::ptrdiff_t point = 2 * lanes;  ///< numbers of a block for each point

  explicit Fft(int points);
  ~Fft();
  Fft(const Fft&) = delete;
  Fft& operator=(const Fft&) = delete;

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
  class Plan;

  double* run(double* data, double* work, Parts parts) const;

  int points_;
  std::unique_ptr<const Plan> plan_;
};

}  // namespace seafret
