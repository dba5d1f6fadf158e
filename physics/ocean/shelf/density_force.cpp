// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/density_force.hpp"

#include "physics/ocean/flow_kernels.hpp"
#include "physics/vectors.hpp"

namespace seafret {
namespace {

/// Density anomaly and height at a corner.
template <class V>
struct Corner {
  V anomaly, height;
};

/// Of the four-sided figure of two columns and two heights: its area in the plane of density and
/// height, which is the integral of the Jacobian over it.
template <class V>
V jacobian(const Corner<V>& low, const Corner<V>& high, const Corner<V>& low_ahead,
           const Corner<V>& high_ahead) {
  return 0.5 * ((low_ahead.anomaly - high.anomaly) * (high_ahead.height - low.height) -
                (high_ahead.anomaly - low.anomaly) * (low_ahead.height - high.height));
}

template <class V>
Corner<V> corner(const SeaLevels& levels, const DenseColumn& of, int k) {
  return {load<V>(of.anomaly + k),
          of.eta + (of.water.height * load<V>(levels.middle.data() + k) +
                    of.water.even * load<V>(levels.middle_to_even.data() + k))};
}

Corner<double> surface(const SeaLevels& levels, const DenseColumn& of) {
  const int last = levels.count() - 1;
  const Corner<double> top = corner<double>(levels, of, last);
  if (last == 0) return {top.anomaly, of.eta};
  const Corner<double> below = corner<double>(levels, of, last - 1);
  const double gradient = (top.anomaly - below.anomaly) / (top.height - below.height);
  return {top.anomaly + gradient * (of.eta - top.height), of.eta};
}

}  // namespace

void find_density_force(const SeaLevels& levels, const DenseColumn& here, const DenseColumn& ahead,
                        double distance, double reference_density, double* force) {
  const int last = levels.count() - 1;
  over_levels(0, last, [&]<class V>(int k) {
    store(force + k, jacobian(corner<V>(levels, here, k), corner<V>(levels, here, k + 1),
                              corner<V>(levels, ahead, k), corner<V>(levels, ahead, k + 1)));
  });
  const Corner<double> top = surface(levels, here), top_ahead = surface(levels, ahead);
  double sum = 0.5 * (top.anomaly + top_ahead.anomaly) * (top_ahead.height - top.height) +
               jacobian(corner<double>(levels, here, last), top,
                        corner<double>(levels, ahead, last), top_ahead);
  const double scale = -gravity / (reference_density * distance);
  force[last] = scale * sum;
  for (int k = last - 1; k >= 0; --k) {
    sum += force[k];
    force[k] = scale * sum;
  }
}

}  // namespace seafret
