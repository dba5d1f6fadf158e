// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/density_force.hpp"

#include "physics/ocean/constants.hpp"
#include "physics/vectors.hpp"

namespace seafret {
namespace {

/// Density and height at a point, and their slopes there along the row or column it stands in.
template <class V>
struct Dense {
  V anomaly, height, anomaly_slope, height_slope;

  /// The harmonic mean of the differences: nothing at an extreme.
  static Dense of(V anomaly, V anomaly_before, V anomaly_after, V height, V height_before,
                  V height_after) {
    const V a = anomaly - anomaly_before, b = anomaly_after - anomaly;
    const V c = height - height_before, d = height_after - height;
    // One division for both; the addend only keeps zero from dividing.
    const V all = magnitude<V>(a + b) + 1e-30, high = magnitude<V>(c + d) + 1e-30;
    const V twice = 2 / (all * high);
    const V of_anomaly = greatest<V>(V{}, a * b) * high * twice;
    const V of_height = greatest<V>(V{}, c * d) * all * twice;
    return {anomaly, height, a < 0 ? -of_anomaly : of_anomaly, c < 0 ? -of_height : of_height};
  }
};

/// The integral of the density over the height from one point to the next.
template <class V>
V weight_between(const Dense<V>& a, const Dense<V>& b) {
  const V anomaly = b.anomaly - a.anomaly, height = b.height - a.height;
  return 0.5 * (a.anomaly + b.anomaly) * height -
         0.1 * ((b.anomaly_slope - a.anomaly_slope) *
                    (height - (1. / 12) * (a.height_slope + b.height_slope)) -
                (b.height_slope - a.height_slope) *
                    (anomaly - (1. / 12) * (a.anomaly_slope + b.anomaly_slope)));
}

}  // namespace

void find_pressure(int levels, const double* anomaly, const double* height, double eta,
                   double* pressure) {
  const int last = levels - 1;
  const auto at = [=]<class V>(int before, int k, int after) {
    return Dense<V>::of(load<V>(anomaly + k), load<V>(anomaly + before), load<V>(anomaly + after),
                        load<V>(height + k), load<V>(height + before), load<V>(height + after));
  };
  // At both ends the one difference there is stands for the other.
  const auto at_end = [=](int k, int inner) {
    const int sign = k > inner ? 1 : -1;
    return Dense<double>{anomaly[k], height[k], sign * (anomaly[k] - anomaly[inner]),
                         sign * (height[k] - height[inner])};
  };
  const auto within = [&](int k) {
    return k == 0      ? at_end(0, 1)
           : k == last ? at_end(last, last - 1)
                       : at.template operator()<double>(k - 1, k, k + 1);
  };
  over_levels(1, last - 1, [&]<class V>(int k) {
    store(pressure + k, weight_between(at.template operator()<V>(k - 1, k, k + 1),
                                       at.template operator()<V>(k, k + 1, k + 2)));
  });
  if (last > 0) pressure[0] = weight_between(within(0), within(1));
  if (last > 1) pressure[last - 1] = weight_between(within(last - 1), within(last));

  const double above = eta - height[last];
  const double gradient =
      last > 0 ? (anomaly[last] - anomaly[last - 1]) / (height[last] - height[last - 1]) : 0;
  pressure[last] = (anomaly[last] + 0.5 * gradient * above) * above;
  for (int k = last - 1; k >= 0; --k) pressure[k] += pressure[k + 1];
}

void find_density_force(int levels, const std::array<DenseColumn, 4>& row, double distance,
                        double reference_density, double* force) {
  const double scale = -gravity / (reference_density * distance);
  const DenseColumn &behind = row[0], &here = row[1], &ahead = row[2], &beyond = row[3];
  over_levels(
      0, levels,
      [&, &behind = behind, &here = here, &ahead = ahead, &beyond = beyond]<class V>(int k) {
        const V anomaly = load<V>(here.anomaly + k), anomaly_ahead = load<V>(ahead.anomaly + k);
        const V height = load<V>(here.height + k), height_ahead = load<V>(ahead.height + k);
        const auto a = Dense<V>::of(anomaly, load<V>(behind.anomaly + k), anomaly_ahead, height,
                                    load<V>(behind.height + k), height_ahead);
        const auto b = Dense<V>::of(anomaly_ahead, anomaly, load<V>(beyond.anomaly + k),
                                    height_ahead, height, load<V>(beyond.height + k));
        store(force + k, scale * ((load<V>(ahead.pressure + k) - load<V>(here.pressure + k)) +
                                  weight_between(a, b)));
      });
}

}  // namespace seafret
