// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/components/subgrid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "comms/base/timers.hpp"
#include "physics/atmosphere/constants.hpp"
#include "physics/columns.hpp"
#include "physics/mixing.hpp"

namespace seafret {
namespace {

double squared(double x) { return x * x; }

/// What Ri makes of the mixing length, of momentum and of scalars; 0.7 is the Prandtl number of
/// neutral air.
struct Stability {
  double momentum, scalars;
};
Stability stability(double richardson) {
  constexpr double prandtl = 0.7, critical = 0.25;
  const double unstable = std::min(richardson, 0.), stable = std::max(richardson, 0.);
  const double damped = squared(squared(std::max(0., 1 - stable / critical)));
  const double momentum = richardson < 0 ? std::sqrt(1 - 16 * unstable) : damped;
  const double scalars =
      richardson < 0 ? std::sqrt(1 - 40 * unstable) : damped * (1 - 1.2 * stable);
  return {momentum, scalars / prandtl};
}

/// The mean of the bottom and top of level k.
double middle(const double* k_faces, int k) { return 0.5 * (k_faces[k] + k_faces[k + 1]); }

}  // namespace

double Subgrid::Options::longest_step(const Mesh& mesh) const {
  if (closure != Closure::constant) return std::numeric_limits<double>::infinity();
  const double thinnest = *std::ranges::min_element(mesh.levels.dz);
  const double most = std::max(viscosity, diffusivity);
  if (most == 0) return std::numeric_limits<double>::infinity();
  return 0.25 / (most * (1 / squared(mesh.dx) + 1 / squared(mesh.dy) + 1 / squared(thinnest)));
}

Subgrid::Subgrid(const Options& options, const ComponentSetup& setup)
    : options_(options), mesh_(setup.mesh), theta_ref_(setup.reference.theta) {
  const VerticalGrid& levels = mesh_.levels;
  const std::size_t count = levels.z.size();
  length2_.assign(count + 1, 0.);
  most_.assign(count + 1, 0.);
  conducts_.assign(count + 1, 0.);
  for (std::size_t k = 0; k + 1 < count; ++k) {
    const double to_wall = air::von_karman * (levels.z_half[k] + options.roughness);
    length2_[k + 1] = 1 / (1 / squared(to_wall) + 1 / squared(options.length));
    most_[k + 1] = 0.2 * squared(std::min({levels.dz_half[k], mesh_.dx, mesh_.dy}));
    conducts_[k + 1] = levels.rho_half[k] / levels.dz_half[k];
    per_step_.push_back(1 / levels.dz_half[k]);
  }
  for (std::size_t k = 0; k < count; ++k) per_mass_.push_back(1 / (levels.rho[k] * levels.dz[k]));
  for (const double exner : setup.sounding.exner)
    cooling_.push_back(air::latent_heat / (air::heat_capacity * exner));
}

/// The square of the strain at the centres, 1/s2; the shear of a cell is the mean of that at its
/// edges, and there is none at ground and lid.  `edges` is for work.
void Subgrid::find_strain(const Wind& wind, int i, int j, double* edges, double* strain) const {
  const double per_x = 1 / mesh_.dx, per_y = 1 / mesh_.dy;
  const double *dz = mesh_.levels.dz.data(), *per_z = per_step_.data();
  const auto u = [&](int di, int dj) { return wind.u.column(i + di, j + dj); };
  const auto v = [&](int di, int dj) { return wind.v.column(i + di, j + dj); };
  const auto w = [&](int di, int dj) { return wind.w.column(i + di, j + dj); };
  const double *here = w(0, 0), *east = w(1, 0), *west = w(-1, 0), *north = w(0, 1),
               *south = w(0, -1);
  const double *u0 = u(0, 0), *u1 = u(-1, 0), *v0 = v(0, 0), *v1 = v(0, -1);
  const int levels = mesh_.levels.levels();
  edges[0] = edges[levels] = 0;
#pragma omp simd
  for (int k = 0; k < levels - 1; ++k) {
    const auto shear = [=](const double* along, double up) {
      return squared((along[k + 1] - along[k]) * per_z[k] + up);
    };
    edges[k + 1] =
        (shear(u0, (east[k] - here[k]) * per_x) + shear(u1, (here[k] - west[k]) * per_x)) +
        (shear(v0, (north[k] - here[k]) * per_y) + shear(v1, (here[k] - south[k]) * per_y));
  }
  const double *u_n = u(0, 1), *u_s = u(0, -1), *u_nw = u(-1, 1), *u_sw = u(-1, -1);
  const double *v_e = v(1, 0), *v_w = v(-1, 0), *v_se = v(1, -1), *v_sw = v(-1, -1);
  const auto of_level = [=](int k, double below) {
    const auto shear = [=](double to_north, double to_east) {
      return squared(to_north * per_y + to_east * per_x);
    };
    const double stretching = squared((u0[k] - u1[k]) * per_x) + squared((v0[k] - v1[k]) * per_y) +
                              squared((here[k] - below) / dz[k]);
    const double turning =
        (shear(u_n[k] - u0[k], v_e[k] - v0[k]) + shear(u_nw[k] - u1[k], v0[k] - v_w[k])) +
        (shear(u0[k] - u_s[k], v_se[k] - v1[k]) + shear(u1[k] - u_sw[k], v1[k] - v_sw[k]));
    return 2 * stretching + 0.25 * (turning + (edges[k] + edges[k + 1]));
  };
  strain[0] = of_level(0, 0.);
#pragma omp simd
  for (int k = 1; k < levels; ++k) strain[k] = of_level(k, here[k - 1]);
}

/// The square of the buoyancy frequency, 1/s2, is that of what is conserved when air rises
/// (liquid-water temperature, water in all), weighted as in cloud where both sides are cloudy.
void Subgrid::mix_column(const Moment& moment, int i, int j) const {
  constexpr double cloudy = 1e-8;
  double* const momentum = moment.viscosities.momentum.column(i, j);
  double* const scalars = moment.viscosities.scalars.column(i, j);
  const auto& past = moment.past.fields;
  const double* const theta = past[stratus::theta].column(i, j);
  const double* const vapour = past[stratus::vapour].column(i, j);
  const double* const liquid = past[stratus::liquid].column(i, j);
  const double *cooling = cooling_.data(), *per_z = per_step_.data();
  const double *length2 = length2_.data(), *most = most_.data();
  const double per_span = 1 / moment.span, theta_ref = theta_ref_;
  const double per_kelvin = air::gravity / theta_ref;
  const int levels = mesh_.levels.levels();
  find_strain(moment.past.wind(), i, j, scalars, momentum);
  for (int k = 1; k < levels; ++k) scalars[k] = 0.5 * (momentum[k - 1] + momentum[k]) + 1e-12;
#pragma omp simd
  for (int k = 1; k < levels; ++k) {
    const double theta_l =
        (theta[k] - cooling[k] * liquid[k]) - (theta[k - 1] - cooling[k - 1] * liquid[k - 1]);
    const double total = (vapour[k] + liquid[k]) - (vapour[k - 1] + liquid[k - 1]);
    const bool cloud = liquid[k - 1] > cloudy && liquid[k] > cloudy;
    const double of_heat = cloud ? 0.5 : 1, of_water = cloud ? 3.3 : air::virtual_factor;
    const double frequency2 =
        per_kelvin * (of_heat * theta_l + of_water * theta_ref * total) * per_z[k - 1];
    const double strain2 = scalars[k];
    const Stability f = stability(frequency2 / strain2);
    const double neutral = length2[k] * std::sqrt(strain2), cap = most[k] * per_span;
    momentum[k] = std::min(neutral * f.momentum, cap);
    scalars[k] = std::min(neutral * f.scalars, cap);
  }
  momentum[0] = momentum[levels] = scalars[0] = scalars[levels] = 0;
}

void Subgrid::mix(const Box& where, const Moment& moment) const {
  SEAFRET_REGION("step/subgrid");
  const bool alike = options_.closure == Closure::constant;
  for_each_column(where, [&](int i, int j) {
    if (!alike) return mix_column(moment, i, j);
    const auto fill = [&](const FieldView<double>& field, double value) {
      std::fill_n(field.column(i, j), field.levels, value);
    };
    fill(moment.viscosities.momentum, options_.viscosity);
    fill(moment.viscosities.scalars, options_.diffusivity);
  });
}

void Subgrid::add(const Box& where, const Moment& moment, Fields tendencies) const {
  SEAFRET_REGION("step/diffusion");
  const Wind wind = moment.past.wind();
  const FieldView<const double> viscosity = moment.viscosities.momentum;
  for_each_column(where, [&](int i, int j) {
    mix_side(wind.u, viscosity, i, j, 1, 0, tendencies[stratus::u].column(i, j));
    mix_side(wind.v, viscosity, i, j, 0, 1, tendencies[stratus::v].column(i, j));
    mix_w(wind.w, viscosity, i, j, tendencies[stratus::w].column(i, j));
  });
}

/// u or v of column (i, j), on the face between this column and the one at (di, dj).
void Subgrid::mix_side(const FieldView<const double>& self,
                       const FieldView<const double>& viscosity, int i, int j, int di, int dj,
                       double* tendency) const {
  const double *here = self.column(i, j), *back = self.column(i - di, j - dj),
               *front = self.column(i + di, j + dj), *left = self.column(i - dj, j - di),
               *right = self.column(i + dj, j + di);
  const auto at = [&](int ni, int nj) { return viscosity.column(i + ni, j + nj); };
  const double *in = at(0, 0), *out = at(di, dj), *in_left = at(-dj, -di), *in_right = at(dj, di),
               *out_left = at(di - dj, dj - di), *out_right = at(di + dj, dj + di);
  const double *conducts = conducts_.data(), *per_mass = per_mass_.data();
  const double per_along = 1 / squared(di != 0 ? mesh_.dx : mesh_.dy);
  const double per_across = 1 / squared(di != 0 ? mesh_.dy : mesh_.dx);
#pragma omp simd
  for (int k = 0; k < self.levels; ++k) {
    const double between_both = between(in, out, k);
    const double to_right = 0.5 * (between_both + between(in_right, out_right, k));
    const double to_left = 0.5 * (between_both + between(in_left, out_left, k));
    const double up = 0.5 * (in[k + 1] + out[k + 1]) * conducts[k + 1];
    const double down = 0.5 * (in[k] + out[k]) * conducts[k];
    tendency[k] +=
        per_along * (middle(out, k) * (front[k] - here[k]) - middle(in, k) * (here[k] - back[k])) +
        per_across * (to_right * (right[k] - here[k]) - to_left * (here[k] - left[k])) +
        per_mass[k] * (up * (here[k + 1] - here[k]) - down * (here[k] - here[k - 1]));
  }
}

/// w of column (i, j), on the tops of its levels but the last.
void Subgrid::mix_w(const FieldView<const double>& w, const FieldView<const double>& viscosity,
                    int i, int j, double* tendency) const {
  const double *here = w.column(i, j), *west = w.column(i - 1, j), *east = w.column(i + 1, j),
               *south = w.column(i, j - 1), *north = w.column(i, j + 1);
  const double *at = viscosity.column(i, j), *at_west = viscosity.column(i - 1, j),
               *at_east = viscosity.column(i + 1, j), *at_south = viscosity.column(i, j - 1),
               *at_north = viscosity.column(i, j + 1);
  const VerticalGrid& levels = mesh_.levels;
  const double *rho = levels.rho.data(), *rho_half = levels.rho_half.data();
  const double *dz = levels.dz.data(), *dz_half = levels.dz_half.data();
  const double per_x = 0.5 / squared(mesh_.dx), per_y = 0.5 / squared(mesh_.dy);
  const auto change = [=](int k, double below) {
    const int face = k + 1;
    const double up = rho[k + 1] * middle(at, k + 1) / dz[k + 1],
                 down = rho[k] * middle(at, k) / dz[k];
    return per_x * ((at[face] + at_east[face]) * (east[k] - here[k]) -
                    (at[face] + at_west[face]) * (here[k] - west[k])) +
           per_y * ((at[face] + at_north[face]) * (north[k] - here[k]) -
                    (at[face] + at_south[face]) * (here[k] - south[k])) +
           (up * (here[k + 1] - here[k]) - down * (here[k] - below)) / (rho_half[k] * dz_half[k]);
  };
  if (w.levels > 1) tendency[0] += change(0, 0.);  // the ground
#pragma omp simd
  for (int k = 1; k < w.levels - 1; ++k) tendency[k] += change(k, here[k - 1]);
}

}  // namespace seafret
