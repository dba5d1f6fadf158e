// SPDX-License-Identifier: BSD-3-Clause
#include <fftw3.h>

#include <vector>

#include "physics/fft/fft.hpp"

namespace seafret {

/// FFTW's plans for all lanes at once, there and back: FFTW wants the imaginary parts where they
/// were when it planned, seen from the real ones.  It guesses and does not try out, and for memory
/// that begins anywhere: else the bits of a result would depend on how long its trials took.
class Fft::Plan {
 public:
  explicit Plan(int points)
      : forward_(plan(points, {0, lanes})), backward_(plan(points, {lanes, 0})) {}
  ~Plan() {
    fftw_destroy_plan(forward_);
    fftw_destroy_plan(backward_);
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  void run(double* from, double* to, Parts parts) const {
    fftw_execute_split_dft(parts.re < parts.im ? forward_ : backward_, from + parts.re,
                           from + parts.im, to + parts.re, to + parts.im);
  }

 private:
  static fftw_plan plan(int points, Parts parts) {
    const fftw_iodim line{points, point, point}, beside{lanes, 1, 1};
    std::vector<double> room(static_cast<std::size_t>(2 * points * point));
    double *const from = room.data(), *const to = from + points * point;
    return fftw_plan_guru_split_dft(1, &line, 1, &beside, from + parts.re, from + parts.im,
                                    to + parts.re, to + parts.im, FFTW_ESTIMATE | FFTW_UNALIGNED);
  }

  fftw_plan forward_, backward_;
};

Fft::Fft(int points) : points_(points), plan_(std::make_unique<Plan>(points)) {}
Fft::~Fft() = default;

double* Fft::run(double* data, double* work, Parts parts) const {
  plan_->run(data, work, parts);
  return work;
}

}  // namespace seafret
