// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/components/buoyancy.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "comms/base/timers.hpp"
#include "physics/columns.hpp"

namespace seafret {

std::vector<double> Buoyancy::of(const Sounding& s, double theta_ref) {
  std::vector<double> found;
  for (std::size_t k = 0; k < s.theta_l.size(); ++k) found.push_back(of(s.air(k), theta_ref));
  return found;
}

double Buoyancy::of(const MoistAir& air, double theta_ref) {
  return excess(air.theta - theta_ref, 1 / theta_ref, air.vapour, air.liquid);
}

Buoyancy::Buoyancy(const Options& /*options*/, const ComponentSetup& setup)
    : per_kelvin_(1 / setup.reference.theta),
      sums_(setup.mesh.levels.z.size()),
      undisturbed_(of(setup.sounding, setup.reference.theta)),
      mean_(undisturbed_) {}

std::vector<double> Buoyancy::waves(std::span<const double> lift, const VerticalGrid& levels) {
  std::vector<double> frequencies(lift.size());
  for (std::size_t k = 0; k + 1 < lift.size(); ++k) {
    const double rise = lift[k + 1] - lift[k];
    // A vector takes all roots, wanted or not.
    const double size = std::sqrt(air::gravity * std::abs(rise) / levels.dz_half[k]);
    frequencies[k] = rise > 0 ? size : 0;
  }
  return frequencies;
}

void Buoyancy::prepare(const Domain& domain, const Moment& moment) {
  SEAFRET_REGION("step/mean buoyancy");
  const FieldView<const double> theta = moment.now.fields[stratus::theta],
                                vapour = moment.now.fields[stratus::vapour],
                                liquid = moment.now.fields[stratus::liquid];
  // As fine as the sum of all columns allows, each at most 1.
  const auto columns = static_cast<std::uint64_t>(domain.grid().box().area());
  const double unit = std::ldexp(1.0, std::min(45, 62 - static_cast<int>(std::bit_width(columns))));
  const Box& owned = domain.owned();
  const int levels = theta.levels;
  std::fill(sums_.begin(), sums_.end(), 0);
  std::int64_t* const sums = sums_.data();
  const double* const base = undisturbed_.data();
  const double per_kelvin = per_kelvin_;
#pragma omp parallel for schedule(static) reduction(+ : sums[:levels])
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0; i < owned.x1; ++i) {
      const double* const t = theta.column(i, j);
      const double* const v = vapour.column(i, j);
      const double* const l = liquid.column(i, j);
#pragma omp simd
      for (int k = 0; k < levels; ++k) {
        const double e = excess(t[k], per_kelvin, v[k], l[k]) - base[k];
        sums[k] += static_cast<std::int64_t>(unit * (std::abs(e) < 1 ? e : 0.0));
      }
    }
  domain.comm.sum(sums_);
  for (std::size_t k = 0; k < sums_.size(); ++k)
    mean_[k] =
        undisturbed_[k] + static_cast<double>(sums_[k]) / (unit * static_cast<double>(columns));
}

void Buoyancy::add(const Box& where, const Moment& moment, Fields tendencies) const {
  const FieldView<const double> theta = moment.now.fields[stratus::theta],
                                vapour = moment.now.fields[stratus::vapour],
                                liquid = moment.now.fields[stratus::liquid];
  const FieldView<double> tendency = tendencies[stratus::w];
  const double* const mean = mean_.data();
  const double per_kelvin = per_kelvin_;
  for_each_column(where, [&](int i, int j) {
    const double* const t = theta.column(i, j);
    const double* const v = vapour.column(i, j);
    const double* const l = liquid.column(i, j);
    double* const w = tendency.column(i, j);
#pragma omp simd
    for (int k = 0; k < tendency.levels - 1; ++k) {
      const double below = excess(t[k], per_kelvin, v[k], l[k]) - mean[k];
      const double above = excess(t[k + 1], per_kelvin, v[k + 1], l[k + 1]) - mean[k + 1];
      w[k] += 0.5 * air::gravity * (below + above);
    }
  });
}

}  // namespace seafret
