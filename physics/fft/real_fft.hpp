// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "physics/fft/butterflies.hpp"
#include "physics/fft/fft.hpp"

namespace seafret {

/// The same for real lines, of which only the modes 0 ... points / 2 are kept; the others are their
/// conjugates.  A real block holds the values of all lanes for each point.  An even number of
/// points is transformed as half as many complex ones, an odd number as if it were complex.
class RealFft {
 public:
  explicit RealFft(int points);

  int points() const { return points_; }
  int modes() const { return points_ / 2 + 1; }
  /// How many numbers `data` and `work` must have room for.
  std::size_t room() const { return static_cast<std::size_t>((points_ + 2) * Fft::point); }
  /// From a real block to one of modes, in one of the two, which is returned.
  double* forward(double* data, double* work) const;
  /// The inverse, times the number of points.  The imaginary part of mode 0, and of mode points / 2
  /// where there is one, counts as zero.
  double* backward(double* data, double* work) const;

 private:
  bool halved() const { return points_ % 2 == 0; }
  double* forward_odd(double* data, double* work) const;
  double* backward_odd(double* data, double* work) const;

  int points_;
  Fft fft_;
  std::vector<Complex> half_turns_;  // exp(-2 pi i m / points)
};

}  // namespace seafret
