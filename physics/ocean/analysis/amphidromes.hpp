// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "comms/base/domain.hpp"
#include "decomposition/fields/field.hpp"
#include "physics/ocean/basin/basin.hpp"

namespace seafret {

/// A point without tide, about which the tide turns.
struct Amphidrome {
  double longitude = 0, latitude = 0;  ///< degrees
  double depth = 0;                    ///< m, at rest; the mean of the four cells about it
  /// m: root mean square of the amplitudes 25 km away, by the slope of the tide at the point
  /// itself, so that it does not depend on the grid.
  double amplitude_about = 0;
  bool anticlockwise = true;  ///< as high water goes round
};

/// All of a tide with these amplitudes (m) and phase lags (degrees), in the order of their cells,
/// row by row; the same on every rank, and for any number of ranks. Looked for between four wet
/// cells about which the phase turns by a whole circle; the point is the zero of the complex tide
/// that is bilinear between them. Collective.
std::vector<Amphidrome> find_amphidromes(FieldView<const double> amplitude,
                                         FieldView<const double> phase, const Basin& basin,
                                         const SeaMetrics& metrics, const Domain& domain);

/// Between two places, degrees, on the sphere: km.
double kilometres_between(double longitude, double latitude, double other_longitude,
                          double other_latitude);

}  // namespace seafret
