// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
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

  template <Blows way, class V>
  static V flux(const double* face, const FaceCells<V>& q) {
    const V through = FaceNumbers::get<V>(face, speed);
    const auto forward = through >= 0;
    const V fu = by_wind<way>(forward, q.behind, q.beyond),
            fc = by_wind<way>(forward, q.here, q.next), fd = by_wind<way>(forward, q.next, q.here);
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

  struct Side {
    const double* speed;
    double per_spacing, dt;

    template <class V>
    std::array<V, Faces::numbers> at(int k) const {
      const V s = load<V>(speed + k) * per_spacing;
      return {s, Formula::template weight<V>(magnitude<V>(s * dt))};
    }
    void fetch_next(int k, int levels) const { fetch(speed + k + levels); }
  };
  Side side(const SideFaces& side, int i, int j, double dt) const {
    return {side.normal.column(i, j), 1 / side.spacing, dt};
  }

  struct Top {
    const double *w, *per_step, *rho;
    double dt;

    template <class V>
    std::array<V, Faces::numbers> at(int k) const {
      const V up = load<V>(w + k), courant = up * dt * load<V>(per_step + k + 1);
      return {load<V>(rho + k) * up, Formula::template weight<V>(magnitude(courant))};
    }
    void fetch_next(int k, int levels) const { fetch(w + k + levels); }
    /// Behind the end cells lies their own value: there is no slope.
    void mend_ends(const FaceNumbers& faces, int levels) const {
      if (!Formula::looks_behind || levels < 2) return;
      if (w[0] >= 0) faces.set(Faces::weight, 0, 0.);
      if (w[levels - 2] < 0) faces.set(Faces::weight, levels - 2, 0.);
    }
  };
  Top top(const Wind& wind, int i, int j, double dt) const {
    return {wind.w.column(i, j), grid_.per_step.data(), grid_.rho_half.data(), dt};
  }

 private:
  SweepGrid grid_;
};

}  // namespace seafret
