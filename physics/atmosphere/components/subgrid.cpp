// SPDX-License-Identifier: BSD-3-Clause
#include "physics/atmosphere/components/subgrid.hpp"

#include <algorithm>

#include "comms/base/timers.hpp"
#include "physics/atmosphere/constants.hpp"
#include "physics/atmosphere/saturation.hpp"
#include "physics/columns.hpp"
#include "physics/vectors.hpp"

namespace seafret {
namespace {

template <class V>
V squared(V x) {
  return x * x;
}

/// What goes through one face above or below a cell, of what is in the cell, in a second, where
/// the viscosity is 1 there: `face` counts those between levels.
double through(const VerticalGrid& levels, std::size_t face, std::size_t cell) {
  return levels.rho_half[face] / levels.dz_half[face] / (levels.rho[cell] * levels.dz[cell]);
}

/// The same of the cell's sides, of the share that a viscosity at its top or bottom has in theirs.
double through_sides(const Mesh& mesh) { return 1 / squared(mesh.dx) + 1 / squared(mesh.dy); }

/// What between two levels with cloud a difference of theta less so many K a kg/kg of cloud water,
/// and one of water in all, is to the potential temperature of equal buoyancy.
struct CloudyWeights {
  double cooling = 0, heat = 0, water = 0;
};

/// Of air that carries its cloud water along, and condenses none.
CloudyWeights weights_of_mixture(double theta_ref) {
  return {(1 + air::virtual_factor) * theta_ref, 1, air::virtual_factor * theta_ref};
}

/// Of saturated air of so much theta (K) and pressure (Pa).  As it rises vapour condenses,
/// d qc = a (d qt - d(saturation)/dT exner d theta_l), and warms what is left (Durran and Klemp
/// 1982, Journal of the Atmospheric Sciences 39, 2152-2158, in these variables).
CloudyWeights cloudy_weights(double theta, double exner, double pressure, double theta_ref) {
  const double per_kelvin = 1 / (theta * exner - tetens::pole);
  const double rise = saturation_rise(saturation(theta * exner, per_kelvin, pressure), per_kelvin);
  const double share = 1 / (1 + air::latent_heat / air::heat_capacity * rise),
               condensed = air::latent_heat / (air::heat_capacity * exner) -
                           (1 + air::virtual_factor) * theta_ref;
  return {air::latent_heat / (air::heat_capacity * exner), 1 - share * condensed * rise * exner,
          air::virtual_factor * theta_ref + share * condensed};
}

/// Of the sounding's air, halfway from a level to the next: what condenses on the way up does so at
/// all pressures between them.
CloudyWeights cloudy_weights(const Sounding& sounding, std::size_t level, double theta_ref) {
  CloudyWeights mean;
  for (const std::size_t n : {level, level + 1}) {
    const CloudyWeights beside =
        cloudy_weights(sounding.air(n).theta, sounding.exner[n], sounding.pressure[n], theta_ref);
    mean.cooling += 0.5 * beside.cooling;
    mean.heat += 0.5 * beside.heat;
    mean.water += 0.5 * beside.water;
  }
  return mean;
}

}  // namespace

double Subgrid::Options::taken(const Mesh& mesh, double /*speed*/) const {
  if (closure != Closure::constant) return 0;  // see most_found()
  const int levels = mesh.levels.levels();
  const std::vector<double> faces(static_cast<std::size_t>(levels) + 1,
                                  std::max(viscosity, diffusivity));
  double most = 0;
  for (int k = 0; k < levels; ++k) most = std::max(most, mixed(mesh, faces.data(), k));
  return most;
}

double Subgrid::mixed(const Mesh& mesh, const double* viscosity, int k) {
  const VerticalGrid& levels = mesh.levels;
  const auto n = static_cast<std::size_t>(k);
  const double bottom = viscosity[k], top = viscosity[k + 1];
  return (bottom + top) * through_sides(mesh) + (k > 0 ? bottom * through(levels, n - 1, n) : 0.0) +
         (k + 1 < levels.levels() ? top * through(levels, n, n) : 0.0);
}

Subgrid::Subgrid(const Options& options, const ComponentSetup& setup)
    : options_(options), mesh_(setup.mesh), theta_ref_(setup.reference.theta) {
  const VerticalGrid& levels = mesh_.levels;
  const std::size_t count = levels.z.size();
  for (auto* of_faces : {&length2_, &most_, &conducts_, &per_step_, &cooling_, &cloudy_heat_,
                         &cloudy_water_, &conducts_w_})
    of_faces->assign(count + 1, 0.);
  per_mass_w_.assign(count, 0.);
  for (std::size_t k = 0; k + 1 < count; ++k) {
    const double to_wall = air::von_karman * (levels.z_half[k] + options.roughness);
    length2_[k + 1] = 1 / (1 / squared(to_wall) + 1 / squared(options.length));
    // No cell beside the face may lose more than half of what it can lose by two such faces.
    const double loses =
        through_sides(mesh_) + std::max(through(levels, k, k), through(levels, k, k + 1));
    most_[k + 1] = std::min(0.2 * squared(std::min({levels.dz_half[k], mesh_.dx, mesh_.dy})),
                            options.most_found() / 2 / loses);
    conducts_[k + 1] = levels.rho_half[k] / levels.dz_half[k];
    per_step_[k + 1] = 1 / levels.dz_half[k];
    const CloudyWeights weights = setup.condenses ? cloudy_weights(setup.sounding, k, theta_ref_)
                                                  : weights_of_mixture(theta_ref_);
    cooling_[k + 1] = weights.cooling;
    cloudy_heat_[k + 1] = weights.heat;
    cloudy_water_[k + 1] = weights.water;
    per_mass_w_[k] = 1 / (levels.rho_half[k] * levels.dz_half[k]);
  }
  for (std::size_t k = 0; k < count; ++k) {
    conducts_w_[k] = levels.rho[k] / levels.dz[k];
    per_mass_.push_back(1 / (levels.rho[k] * levels.dz[k]));
    per_dz_.push_back(1 / levels.dz[k]);
  }
}

/// All of a column in one pass upwards.  The squares of stretching and turning belong to levels,
/// and a face has the mean of the two beside it; that of the vertical shear stands on the edges of
/// the face itself, and is the mean of those two.  The square of the buoyancy frequency is that of
/// what is conserved when air rises (liquid-water temperature, water in all), weighted as in cloud
/// where both sides are cloudy.
void Subgrid::mix_column(const Moment& moment, int i, int j) const {
  constexpr double saturated = 1e-8, least_strain2 = 1e-12, prandtl = 0.7;  // of neutral air
  const Wind wind = moment.past.wind();
  const ColumnsAround u(wind.u, i, j), v(wind.v, i, j), w(wind.w, i, j);
  const double *const u_northwest = wind.u.column(i - 1, j + 1),
                      *const u_southwest = wind.u.column(i - 1, j - 1),
                      *const v_southeast = wind.v.column(i + 1, j - 1),
                      *const v_southwest = wind.v.column(i - 1, j - 1);
  double* const momentum = moment.viscosities.momentum.column(i, j);
  double* const scalars = moment.viscosities.scalars.column(i, j);
  const auto& past = moment.past.fields;
  const double* const theta = past[stratus::theta].column(i, j);
  const double* const vapour = past[stratus::vapour].column(i, j);
  const double* const liquid = past[stratus::liquid].column(i, j);
  const double *const cooling = cooling_.data(), *const per_step = per_step_.data(),
                      *const per_dz = per_dz_.data(), *const length2 = length2_.data(),
                      *const most = most_.data(), *const cloudy_heat = cloudy_heat_.data(),
                      *const cloudy_water = cloudy_water_.data();
  const double per_x = 1 / mesh_.dx, per_y = 1 / mesh_.dy, per_span = 1 / moment.span;
  const double per_kelvin = air::gravity / theta_ref_, of_vapour = theta_ref_ * air::virtual_factor;
  const int levels = mesh_.levels.levels();
  double edges = 0, w_below = 0, strain_below = 0, theta_below = 0, water_below = 0,
         cloud_below = 0;
  over_levels(0, levels, [&]<class V>(int k) {
    const auto at = [k](const double* from) { return load<V>(from + k); };
    const auto above = [k](const double* from) { return load<V>(from + k + 1); };
    const auto shear = [&](const double* along, V rising) {
      return squared((above(along) - at(along)) * above(per_step) + rising);
    };
    const V u0 = at(u.here), u_w = at(u.west), v0 = at(v.here), v_s = at(v.south), w0 = at(w.here);
    const V top =
        (shear(u.here, (at(w.east) - w0) * per_x) + shear(u.west, (w0 - at(w.west)) * per_x)) +
        (shear(v.here, (at(w.north) - w0) * per_y) + shear(v.south, (w0 - at(w.south)) * per_y));
    const V bottom = shifted_in(edges, top);
    edges = last_of(top);
    const V stretching = squared((u0 - u_w) * per_x) + squared((v0 - v_s) * per_y) +
                         squared((w0 - shifted_in(w_below, w0)) * at(per_dz));
    w_below = last_of(w0);
    const auto turn = [&](V to_north, V to_east) {
      return squared(to_north * per_y + to_east * per_x);
    };
    const V turning =
        (turn(at(u.north) - u0, at(v.east) - v0) + turn(at(u_northwest) - u_w, v0 - at(v.west))) +
        (turn(u0 - at(u.south), at(v_southeast) - v_s) +
         turn(u_w - at(u_southwest), v_s - at(v_southwest)));
    const V strain = 2 * stretching + 0.25 * turning;  // of the level
    const V strain2 = 0.5 * ((shifted_in(strain_below, strain) + strain) + bottom) + least_strain2;
    strain_below = last_of(strain);

    const V warmth = at(theta), cloud = at(liquid), water = at(vapour) + cloud;
    const V less_cloud = shifted_in(cloud_below, cloud);
    const auto both_cloudy = (less_cloud > saturated) & (cloud > saturated);
    const V of_heat = both_cloudy ? at(cloudy_heat) : V{} + 1;
    const V of_water = both_cloudy ? at(cloudy_water) : V{} + of_vapour;
    const V frequency2 = per_kelvin *
                         (of_heat * ((warmth - shifted_in(theta_below, warmth)) -
                                     at(cooling) * (cloud - less_cloud)) +
                          of_water * (water - shifted_in(water_below, water))) *
                         at(per_step);
    cloud_below = last_of(cloud);
    theta_below = last_of(warmth);
    water_below = last_of(water);

    const int next = k + levels;  // of the next column
    fetch(u.north + next, v.north + next, w.north + next, theta + next, vapour + next,
          liquid + next);
    fetch_to_change(momentum + next + 1, scalars + next + 1);
    const V lifts = least(frequency2, V{});  // where the air is unstable
    const V richardson = greatest(frequency2 / strain2, V{});
    const V damped = squared(squared(greatest(1 - 4 * richardson, V{})));
    const V cap = at(most) * per_span, area = at(length2);
    store(momentum + k, least(area * root(strain2 - 16 * lifts) * damped, cap));
    store(scalars + k, least(area * root(strain2 - 40 * lifts) *
                                 (damped * (1 - 1.2 * richardson) * (1 / prandtl)),
                             cap));
  });
  momentum[levels] = scalars[levels] = 0;
}

void Subgrid::mix(const Box& where, const Moment& moment) const {
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
  for_each_column(where, [&](int i, int j) { mix_wind(moment, i, j, tendencies); });
}

/// All that u, v and w of column (i, j) need of a level is loaded once: u on the face to the east,
/// v on that to the north, w on the tops of all levels but the last.  What lies beyond a column's
/// end is multiplied by zero.
void Subgrid::mix_wind(const Moment& moment, int i, int j, Fields tendencies) const {
  const Wind wind = moment.past.wind();
  const auto viscosity = [&](int di, int dj) {
    return moment.viscosities.momentum.column(i + di, j + dj);
  };
  const ColumnsAround u(wind.u, i, j), v(wind.v, i, j), w(wind.w, i, j);
  const double *k_here = viscosity(0, 0), *k_west = viscosity(-1, 0), *k_east = viscosity(1, 0),
               *k_south = viscosity(0, -1), *k_north = viscosity(0, 1),
               *k_southeast = viscosity(1, -1), *k_northeast = viscosity(1, 1),
               *k_northwest = viscosity(-1, 1);
  double *const du = tendencies[stratus::u].column(i, j),
                *const dv = tendencies[stratus::v].column(i, j),
                *const dw = tendencies[stratus::w].column(i, j);
  const double *const conducts = conducts_.data(), *const per_mass = per_mass_.data(),
                      *const conducts_w = conducts_w_.data(),
                      *const per_mass_w = per_mass_w_.data();
  const double per_x2 = 1 / squared(mesh_.dx), per_y2 = 1 / squared(mesh_.dy);
  const int levels = mesh_.levels.levels();
  const double of_the_lid = dw[levels - 1];  // where w is and stays zero
  double u_below = 0, v_below = 0,
         w_below = conducts_w[0] * 0.5 * (k_here[0] + k_here[1]) * w.here[0];
  over_levels(0, levels, [&]<class V>(int k) {
    const auto at = [k](const double* from) { return load<V>(from + k); };
    const auto above = [k](const double* from) { return load<V>(from + k + 1); };
    const auto over = [&](const double* faces) { return at(faces) + above(faces); };
    const V here = over(k_here), east = over(k_east), north = over(k_north),
            northeast = over(k_northeast);
    const V by_u = 0.25 * (here + east), by_v = 0.25 * (here + north);
    const V to_northeast_u = 0.5 * (by_u + 0.25 * (north + northeast)),
            to_southeast_u = 0.5 * (by_u + 0.25 * (over(k_south) + over(k_southeast))),
            to_northeast_v = 0.5 * (by_v + 0.25 * (east + northeast)),
            to_northwest_v = 0.5 * (by_v + 0.25 * (over(k_west) + over(k_northwest)));
    const V u0 = at(u.here), v0 = at(v.here), w0 = at(w.here);

    const V top = above(k_here), conducted = above(conducts), mass = at(per_mass);
    const V top_east = 0.5 * (top + above(k_east)), top_north = 0.5 * (top + above(k_north)),
            top_west = 0.5 * (top + above(k_west)), top_south = 0.5 * (top + above(k_south));
    const V u_up = top_east * conducted * (above(u.here) - u0);
    add_at(du + k, per_x2 * (0.5 * east * (at(u.east) - u0) - 0.5 * here * (u0 - at(u.west))) +
                       per_y2 * (to_northeast_u * (at(u.north) - u0) -
                                 to_southeast_u * (u0 - at(u.south))) +
                       mass * (u_up - shifted_in(u_below, u_up)));
    u_below = last_of(u_up);
    const V v_up = top_north * conducted * (above(v.here) - v0);
    add_at(dv + k,
           per_y2 * (0.5 * north * (at(v.north) - v0) - 0.5 * here * (v0 - at(v.south))) +
               per_x2 * (to_northeast_v * (at(v.east) - v0) - to_northwest_v * (v0 - at(v.west))) +
               mass * (v_up - shifted_in(v_below, v_up)));
    v_below = last_of(v_up);

    const V w_up =
        above(conducts_w) * (0.5 * (top + load<V>(k_here + k + 2))) * (above(w.here) - w0);
    add_at(dw + k, per_x2 * (top_east * (at(w.east) - w0) - top_west * (w0 - at(w.west))) +
                       per_y2 * (top_north * (at(w.north) - w0) - top_south * (w0 - at(w.south))) +
                       (w_up - shifted_in(w_below, w_up)) * at(per_mass_w));
    w_below = last_of(w_up);
  });
  dw[levels - 1] = of_the_lid;
}

}  // namespace seafret
