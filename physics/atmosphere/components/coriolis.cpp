// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/components/coriolis.hpp"

#include "physics/columns.hpp"

namespace seafret {

Coriolis::Coriolis(const Options& options, const ComponentSetup& setup)
    : parameter_(options.parameter) {
  for (const double z : setup.mesh.levels.z) {
    const auto [east, north] = options.wind_at(z);
    u_.push_back(east - setup.frame[0]);
    v_.push_back(north - setup.frame[1]);
  }
}

void Coriolis::add(const Box& where, const Moment& moment, Fields tendencies) const {
  const Wind wind = moment.now.wind();
  const double f = parameter_;
  const double *const u_g = u_.data(), *const v_g = v_.data();
  for_each_column(where, [&](int i, int j) {
    const double* const u = wind.u.column(i, j);
    const double* const u_west = wind.u.column(i - 1, j);
    const double* const u_north = wind.u.column(i, j + 1);
    const double* const u_northwest = wind.u.column(i - 1, j + 1);
    const double* const v = wind.v.column(i, j);
    const double* const v_east = wind.v.column(i + 1, j);
    const double* const v_south = wind.v.column(i, j - 1);
    const double* const v_southeast = wind.v.column(i + 1, j - 1);
    double* const du = tendencies[stratus::u].column(i, j);
    double* const dv = tendencies[stratus::v].column(i, j);
#pragma omp simd
    for (int k = 0; k < wind.u.levels; ++k) {
      du[k] += f * (0.25 * ((v[k] + v_east[k]) + (v_south[k] + v_southeast[k])) - v_g[k]);
      dv[k] -= f * (0.25 * ((u[k] + u_north[k]) + (u_west[k] + u_northwest[k])) - u_g[k]);
    }
  });
}

}  // namespace seafret
