// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>

namespace seafret {

/// What the wind alone says about one face of each level of a column: worked out once, used by
/// every scalar.  The donor of a face is the cell that the wind blows from.
struct UltimateFaces {
  static constexpr int columns = 6;
  static constexpr int flops = 21;  // of flux_through()
  template <class Next>
  static UltimateFaces out_of(Next next) {
    return {next(), next(), next(), next(), next(), next()};
  }

  double* speed;     ///< flux = speed * face value, whatever the unit
  double* downwind;  ///< QUICKEST's weight of the difference from the donor to the cell downwind,
  double* upwind;    ///< and of that from the cell upwind to the donor
  double* room;      ///< of the donor: see Ultimate
  double* across_a;  ///< half the Courant number in each of the two directions along the face
  double* across_b;

  void set(int k, double face_speed, double courant, double donor_room) const {
    const double c = std::abs(courant);
    speed[k] = face_speed;
    downwind[k] = (1 - c) * (2 - c) * (1. / 6);
    upwind[k] = (1 - c) * (1 + c) * (1. / 6);
    room[k] = donor_room;
  }
};

/// The flux of one scalar through one of these faces.  `along` is the distance in memory from the
/// face's first cell to its second, a and b those across.  QUICKEST's value at the face is
///   (fd + fc)/2 - |c|/2 (fd - fc) - (1 - c^2)/6 (fd - 2 fc + fu) - what the wind brings across;
/// ULTIMATE holds it between the donor fc and the nearer of fd and fc + room (fc - fu).  That is
/// Leonard's limiter in normalised variables, max(nc, min(nf, nc/out, 1)), without its divisions;
/// where fc is an extremum both ends are fc.
inline double flux_through(const UltimateFaces& faces, const double* q, std::ptrdiff_t along,
                           std::ptrdiff_t a, std::ptrdiff_t b, int k) {
  // Every value is loaded before one is selected: a load that hangs on the wind does not vectorise.
  const double* here = q + k;
  const double* next = here + along;
  const double q0 = here[-along], q1 = here[0], q2 = next[0], q3 = next[along];
  const double here_a0 = here[-a], here_a1 = here[a], next_a0 = next[-a], next_a1 = next[a];
  const double here_b0 = here[-b], here_b1 = here[b], next_b0 = next[-b], next_b1 = next[b];

  const double speed = faces.speed[k], across_a = faces.across_a[k], across_b = faces.across_b[k];
  const bool forward = speed >= 0, a_forward = across_a > 0, b_forward = across_b > 0;
  const double fu = forward ? q0 : q3, fc = forward ? q1 : q2, fd = forward ? q2 : q1;
  const double here_a = a_forward ? here_a0 : here_a1, next_a = a_forward ? next_a0 : next_a1;
  const double here_b = b_forward ? here_b0 : here_b1, next_b = b_forward ? next_b0 : next_b1;
  const double fa = forward ? here_a : next_a, fb = forward ? here_b : next_b;

  const double brought = std::abs(across_a) * (fc - fa) + std::abs(across_b) * (fc - fb);
  const double quickest =
      fc + (faces.downwind[k] * (fd - fc) + faces.upwind[k] * (fc - fu) - brought);
  const double limit = fc + faces.room[k] * (fc - fu);
  const double low = std::min(fc, std::max(fd, limit)), high = std::max(fc, std::min(fd, limit));
  return speed * std::min(std::max(quickest, low), high);
}

}  // namespace seafret
