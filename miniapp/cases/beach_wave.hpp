// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/rectangle.hpp"

namespace seafret {

/// A standing wave on a plane beach that runs up it, `height` m at most, and down again (Carrier
/// and Greenspan 1958, Journal of Fluid Mechanics 4, 97-109). It begins where all is still and the
/// water lowest.
///
/// In units l of length, slope l of height and sqrt(l/(slope g)) of time, with x inland from the
/// shore of rest: eta = -A/4 J0(s) sin q - v^2/2, v = -A J1(s)/s cos q, x = eta - s^2/16,
/// t = q/2 - v; A/4 is how high it runs up, and for A above 1 it breaks. Its period is pi.
class BeachWave {
 public:
  /// `unit` is l, m.
  BeachWave(double slope, double unit, double height)
      : slope_(slope), unit_(unit), height_(height) {}
  /// The unit of length of a wave of this period, s.
  static double unit_of(double slope, double period);

  struct State {
    double eta = 0, u = 0;  ///< m over the shore of rest; m/s inland
  };
  /// Such a place, m inland from the shore of rest; on dry land eta is that of the land.
  State at(double inland, double time) const;
  double amplitude() const;  ///< A
  /// Throws KeyError, of sea.height, for a wave that breaks or is none.
  void insist_on_no_breaking() const;
  /// Throws KeyError, of grid.points, for columns that end before the highest place that it
  /// reaches, where the shore of rest is so far, m, from the first; and of grid.spacing, for wider
  /// ones.
  void insist_on_columns(const Rectangle& rectangle, double shore, double widest) const;

 private:
  double slope_, unit_, height_;
};

}  // namespace seafret
