// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <cstddef>
#include <vector>

#include "physics/advection/swept_advection.hpp"

namespace seafret {

/// What the wind alone says about a face to a scheme that looks along it only.
template <class Formula>
struct LimitedFaces {
  static constexpr int columns = 2;
  template <class Next>
  static LimitedFaces out_of(Next next) {
    return {next(), next()};
  }

  double* speed;   ///< flux = speed * face value, whatever the unit
  double* weight;  ///< of the slope at the face
};

/// The face has the value of its donor, the cell fc that the wind blows from, and a part of the
/// slope to the next one: fc + weight * slope(fc - fu, fd - fc).
template <class Formula>
double flux_through(const LimitedFaces<Formula>& faces, const double* q, std::ptrdiff_t along,
                    std::ptrdiff_t /*a*/, std::ptrdiff_t /*b*/, int k) {
  const double* here = q + k;
  const double* next = here + along;
  const double q0 = here[-along], q1 = here[0], q2 = next[0], q3 = next[along];
  const double speed = faces.speed[k];
  const bool forward = speed >= 0;
  const double fu = forward ? q0 : q3, fc = forward ? q1 : q2, fd = forward ? q2 : q1;
  return speed * (fc + faces.weight[k] * Formula::slope(fc - fu, fd - fc));
}

/// A scheme with one limiter a direction and no terms across.  `Formula` has
///
///     static double slope(double behind, double ahead);   // of the differences fc - fu, fd - fc
///     static double weight(double courant);               // of the slope; |courant| at the face
///     static constexpr bool looks_behind;                 // whether fu counts
///     static constexpr int flops;                         // of slope() and its differences
///
/// Sweby's limiter phi of r = behind/ahead is slope/ahead, so nothing is divided by `ahead`.
template <class Formula>
class Limited {
 public:
  using Faces = LimitedFaces<Formula>;
  static constexpr int flops_per_face = Formula::flops + 3;
  static std::vector<FieldDescription> work(int /*levels*/) { return {}; }

  explicit Limited(const AdvectionSetup& setup) : grid_(setup.mesh) {}

  void describe_cells(const Box& /*where*/, const Wind& /*wind*/, double /*dt*/,
                      const Mixing& /*mixing*/) {}

  void find_side_faces(const Faces& faces, const SideFaces& side, int i, int j, double dt) const {
    const double* speed = side.normal.column(i, j);
    const double per_spacing = 1 / side.spacing;
    const int levels = grid_.levels();
#pragma omp simd simdlen(8)
    for (int k = 0; k < levels; ++k) {
      const double s = speed[k] * per_spacing;
      faces.speed[k] = s;
      faces.weight[k] = Formula::weight(std::abs(s * dt));
    }
  }

  void find_top_faces(const Faces& faces, const Wind& wind, int i, int j, double dt) const {
    const double *w = wind.w.column(i, j), *per_step = grid_.per_step.data(),
                 *rho = grid_.rho_half.data();
    const int levels = grid_.levels();
#pragma omp simd simdlen(8)
    for (int k = 0; k < levels - 1; ++k) {
      faces.speed[k] = rho[k] * w[k];
      faces.weight[k] = Formula::weight(std::abs(w[k] * dt * per_step[k + 1]));
    }
    // Behind the end cells lies their own value: there is no slope.
    if (!Formula::looks_behind || levels < 2) return;
    if (w[0] >= 0) faces.weight[0] = 0;
    if (w[levels - 2] < 0) faces.weight[levels - 2] = 0;
  }

 private:
  SweepGrid grid_;
};

}  // namespace seafret
