// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_seas/seiche.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "comms/base/reproducible_sum.hpp"
#include "physics/ocean/constants.hpp"

namespace seafret {

using std::numbers::pi;

double Seiche::wave(std::size_t axis) const {
  return options_.rectangle.points[axis] == 1 ? 0 : pi / length(axis);
}

double Seiche::frequency() const {
  return std::sqrt(gravity * options_.depth) * std::hypot(wave(0), wave(1));
}

KnownSea::State Seiche::at(double x, double y, double time) const {
  const double kx = wave(0), ky = wave(1), w = frequency(), a = options_.height;
  const double pushed = gravity * a / w * std::sin(w * time);
  return {a * std::cos(kx * x) * std::cos(ky * y) * std::cos(w * time),
          pushed * kx * std::sin(kx * x) * std::cos(ky * y),
          pushed * ky * std::cos(kx * x) * std::sin(ky * y)};
}

std::vector<Measure> Seiche::measures(const Domain& domain, const DepthMeanFlow& flow,
                                      double time) const {
  const double w = frequency(), quarter = 0.5 * pi / w;
  const FlowView<const double> now = flow.now();
  std::array<ReproducibleSum, 5> sums;  // surface and currents upon the mode; error, of the surface
  for_each_point(flow.sea().wet_cells, flow.owned(), [&](int i, int j) {
    const double x = x_of(i + 0.5), y = y_of(j + 0.5), mode = at(x, y, 0).eta;
    sums[0].add(now.eta(i, j) * mode);
    sums[1].add(mode * mode);
    sums[4].add(std::abs(now.eta(i, j) - at(x, y, time).eta) / options_.height);
  });
  const auto add_current = [&](double transport, double mode) {
    sums[2].add(transport / options_.depth * mode);
    sums[3].add(mode * mode);
  };
  for_each_point(flow.sea().east_faces, flow.owned(), [&](int i, int j) {
    add_current(now.u(i, j), at(x_of(i + 1), y_of(j + 0.5), quarter).u);
  });
  for_each_point(flow.sea().north_faces, flow.owned(), [&](int i, int j) {
    add_current(now.v(i, j), at(x_of(i + 0.5), y_of(j + 1), quarter).v);
  });
  ReproducibleSum::over_ranks(sums, domain.comm);
  const double phase = std::atan2(sums[2].value() / sums[3].value(),  // of sin w t and cos w t
                                  sums[0].value() / sums[1].value());
  const double turns = std::round((w * time - phase) / (2 * pi)) + phase / (2 * pi);
  const double cells = static_cast<double>(domain.grid().box().area());
  return {{"period", time / turns, "s"}, {"eta_l1", sums[4].value() / cells, "1"}};
}

}  // namespace seafret
