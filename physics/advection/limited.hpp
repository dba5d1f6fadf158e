// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "physics/advection/swept_advection.hpp"

namespace seafret {

/// What the wind alone says about a face to a scheme that looks along it only.  The face has the
/// value of its donor, the cell fc that the wind blows from, and a part of the slope to the next
/// one: fc + weight * slope(fc - fu, fd - fc).
template <class Formula>
struct LimitedFaces {
  enum Number {
    speed,   ///< flux = speed * face value, whatever the unit
    weight,  ///< of the slope at the face
    numbers
  };

  template <class V>
  static V flux(const double* face, const FaceCells<V>& q) {
    const V through = FaceNumbers::get<V>(face, speed);
    const auto forward = through >= 0;
    const V fu = forward ? q.behind : q.beyond, fc = forward ? q.here : q.next,
            fd = forward ? q.next : q.here;
    return through *
           (fc + FaceNumbers::get<V>(face, weight) * Formula::template slope<V>(fc - fu, fd - fc));
  }
};

/// A scheme with one limiter a direction and no terms across.  `Formula` has
///
///     template <class V> static V slope(V behind, V ahead);   // of fc - fu and fd - fc
///     template <class V> static V weight(V courant);          // of the slope; |courant|
///     static constexpr bool looks_behind;                     // whether fu counts
///     static constexpr int flops;                             // of slope() and its differences
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

  void find_side_faces(const FaceNumbers& faces, const SideFaces& side, int i, int j,
                       double dt) const {
    const double* speed = side.normal.column(i, j);
    const double per_spacing = 1 / side.spacing;
    over_levels(0, grid_.levels(), [&]<class V>(int k) {
      const V s = load<V>(speed + k) * per_spacing;
      faces.set<V>(Faces::speed, k, s);
      faces.set<V>(Faces::weight, k, Formula::template weight<V>(magnitude<V>(s * dt)));
    });
  }

  void find_top_faces(const FaceNumbers& faces, const Wind& wind, int i, int j, double dt) const {
    const double *w = wind.w.column(i, j), *per_step = grid_.per_step.data(),
                 *rho = grid_.rho_half.data();
    const int levels = grid_.levels();
    over_levels(0, levels - 1, [&]<class V>(int k) {
      const V up = load<V>(w + k), courant = up * dt * load<V>(per_step + k + 1);
      faces.set<V>(Faces::speed, k, load<V>(rho + k) * up);
      faces.set<V>(Faces::weight, k, Formula::template weight<V>(magnitude(courant)));
    });
    // Behind the end cells lies their own value: there is no slope.
    if (!Formula::looks_behind || levels < 2) return;
    if (w[0] >= 0) faces.set(Faces::weight, 0, 0.);
    if (w[levels - 2] < 0) faces.set(Faces::weight, levels - 2, 0.);
  }

 private:
  SweepGrid grid_;
};

}  // namespace seafret
