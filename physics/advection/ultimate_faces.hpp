// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

#include "physics/advection/faces.hpp"

namespace seafret {

/// What the wind alone says about a face: worked out once, used by every scalar.  The donor of a
/// face is the cell that the wind blows from.
struct UltimateFaces {
  enum Number {
    speed,     ///< flux = speed * face value, whatever the unit
    downwind,  ///< QUICKEST's weight of the difference from the donor to the cell downwind,
    upwind,    ///< and of that from the cell upwind to the donor
    room,      ///< of the donor: see Ultimate
    across_a,  ///< half the Courant number in each of the two directions along the face
    across_b,
    numbers
  };
  static constexpr int flops = 20;  // of flux()

  template <class V>
  using Of = std::array<V, numbers>;
  template <class V>
  static Of<V> of(V face_speed, V courant, V donor_room, V a, V b) {
    const V c = magnitude(courant), left = (1 - c) * (1. / 6);
    return {face_speed, left * (2 - c), left * (1 + c), donor_room, a, b};
  }

  /// The flux of one scalar.  QUICKEST's value at the face is
  ///   (fd + fc)/2 - |c|/2 (fd - fc) - (1 - c^2)/6 (fd - 2 fc + fu) - what the wind brings across;
  /// ULTIMATE holds it between the donor fc and the nearer of fd and fc + room (fc - fu).  That is
  /// Leonard's limiter in normalised variables, max(nc, min(nf, nc/out, 1)), without its divisions;
  /// where fc is an extremum both ends are fc.  All is told from fc on.
  template <Blows way, class V>
  static V flux(const double* face, const FaceCells<V>& q) {
    const V through = FaceNumbers::get<V>(face, speed);
    const V a = FaceNumbers::get<V>(face, across_a), b = FaceNumbers::get<V>(face, across_b);
    const auto forward = through >= 0;
    const V fu = by_wind<way>(forward, q.behind, q.beyond),
            fc = by_wind<way>(forward, q.here, q.next), fd = by_wind<way>(forward, q.next, q.here);
    const V a0 = by_wind<way>(forward, q.here_a0, q.next_a0),
            a1 = by_wind<way>(forward, q.here_a1, q.next_a1);
    const V b0 = by_wind<way>(forward, q.here_b0, q.next_b0),
            b1 = by_wind<way>(forward, q.here_b1, q.next_b1);

    // |a| times the difference from the donor to where a comes from; the sign rides in both, so
    // that a is loaded once and no bit of it is cleared.
    const V brought = a * (a > 0 ? fc - a0 : a1 - fc) + b * (b > 0 ? fc - b0 : b1 - fc);
    const V ahead = fd - fc, behind = fc - fu;
    const V quickest = FaceNumbers::get<V>(face, downwind) * ahead +
                       FaceNumbers::get<V>(face, upwind) * behind - brought;
    const V limit = FaceNumbers::get<V>(face, room) * behind;
    const V low = least(V{}, greatest(ahead, limit)), high = greatest(V{}, least(ahead, limit));
    return through * (fc + least(greatest(quickest, low), high));
  }
};

}  // namespace seafret
