// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/components/sponge.hpp"

#include <algorithm>
#include <cmath>

#include "physics/columns.hpp"

namespace seafret {

double Sponge::Options::rate_at(double z) const {
  if (z <= from || rate == 0) return 0;
  constexpr double most_exponent = 700;  // of what a number holds
  return rate * std::expm1(std::min((z - from) / scale, most_exponent));
}

double Sponge::Options::taken(const Mesh& mesh, double /*speed*/) const {
  return rate_at(mesh.levels.z_half.back());
}

Sponge::Sponge(const Options& options, const ComponentSetup& setup) {
  const VerticalGrid& levels = setup.mesh.levels;
  const auto rates = [&](const std::vector<double>& heights) {
    std::vector<double> rate;
    for (const double z : heights) rate.push_back(options.rate_at(z));
    return rate;
  };
  const std::vector<double> rate = rates(levels.z), rate_half = rates(levels.z_half);
  first_ = static_cast<int>(std::ranges::find_if(rate_half, [](double r) { return r > 0; }) -
                            rate_half.begin());
  std::vector<double> theta, vapour, liquid;
  const Sounding& s = setup.sounding;
  for (std::size_t k = 0; k < s.theta_l.size(); ++k) {
    const MoistAir air = s.air(k);
    theta.push_back(air.theta - setup.reference.theta);
    vapour.push_back(air.vapour);
    liquid.push_back(air.liquid);
  }
  damped_ = {{stratus::u, rate, s.u},
             {stratus::v, rate, s.v},
             {stratus::w, rate_half, std::vector(levels.z.size(), 0.)},
             {stratus::theta, rate, theta},
             {stratus::vapour, rate, vapour},
             {stratus::liquid, rate, liquid}};
}

Work Sponge::work(const Options& options, const VerticalGrid& levels) {
  const auto damped =
      std::ranges::count_if(levels.z_half, [&](double z) { return options.rate_at(z) > 0; });
  const double share = static_cast<double>(damped) / levels.levels();
  return {.bytes = share * 6 * 3 * 8, .flops = share * 6 * 3};
}

void Sponge::add(const Box& where, const Moment& moment, Fields tendencies) const {
  for_each_column(where, [&](int i, int j) {
    for (const Damped& d : damped_) {
      const double* const past = moment.past.fields[d.field].column(i, j);
      double* const tendency = tendencies[d.field].column(i, j);
      const double *const rate = d.rate.data(), *const towards = d.towards.data();
#pragma omp simd
      for (int k = first_; k < tendencies[d.field].levels; ++k)
        tendency[k] -= rate[k] * (past[k] - towards[k]);
    }
  });
}

}  // namespace seafret
