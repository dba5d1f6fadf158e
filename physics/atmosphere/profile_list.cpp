// SPDX-License-Identifier: BSD-3-Clause
// The names and units of all profiles.
#include "physics/atmosphere/profiles.hpp"

namespace seafret {
namespace {

struct ProfileRow {
  const char *name, *unit, *long_name, *standard_name = "", *over_area = "mean";
};

constexpr ProfileRow rows_at_levels[] = {
    {"u", "m s-1", "wind along x", "x_wind"},
    {"v", "m s-1", "wind along y", "y_wind"},
    {"theta", "K", "potential temperature", "air_potential_temperature"},
    {"theta_l", "K", "liquid-water potential temperature"},
    {"qv", "kg kg-1", "water vapour", "humidity_mixing_ratio"},
    {"qc", "kg kg-1", "cloud water", "cloud_liquid_water_mixing_ratio"},
    {"qt", "kg kg-1", "water in all"},
    {"cloud_fraction", "1", "share of the level with more than 1e-5 of cloud water",
     "cloud_area_fraction_in_atmosphere_layer"},
    {"uu", "m2 s-2", "variance of u", "", "variance"},
    {"vv", "m2 s-2", "variance of v", "", "variance"},
    {"theta_theta", "K2", "variance of potential temperature", "", "variance"},
    {"qv_qv", "1", "variance of water vapour", "", "variance"},
    {"qc_qc", "1", "variance of cloud water", "", "variance"},
    {"qt_qt", "1", "variance of water in all", "", "variance"},
    {"tke", "m2 s-2", "resolved kinetic energy of turbulence"},
    {"rho", "kg m-3", "density of reference", "air_density"}};

constexpr ProfileRow rows_at_faces[] = {
    {"w", "m s-1", "upward wind", "upward_air_velocity"},
    {"ww", "m2 s-2", "variance of w", "", "variance"},
    {"w_u", "m2 s-2", "resolved upward flux of u"},
    {"w_v", "m2 s-2", "resolved upward flux of v"},
    {"w_theta", "K m s-1",
     "upward flux of potential temperature by the resolved wind, as it is carried"},
    {"w_qv", "m s-1", "upward flux of vapour by the resolved wind, as it is carried"},
    {"w_qc", "m s-1", "upward flux of cloud water by the resolved wind, as it is carried"},
    {"w_qt", "m s-1", "upward flux of water in all by the resolved wind, as it is carried"},
    {"w_b", "m2 s-3", "resolved upward flux of buoyancy, as it drives the wind"},
    {"w_u_subgrid", "m2 s-2", "upward flux of u by subgrid mixing"},
    {"w_v_subgrid", "m2 s-2", "upward flux of v by subgrid mixing"},
    {"w_theta_subgrid", "K m s-1", "upward flux of potential temperature by subgrid mixing"},
    {"w_qv_subgrid", "m s-1", "upward flux of vapour by subgrid mixing"},
    {"w_qc_subgrid", "m s-1", "upward flux of cloud water by subgrid mixing"},
    {"w_qt_subgrid", "m s-1", "upward flux of water in all by subgrid mixing"},
    {"w_b_subgrid", "m2 s-3", "upward flux of buoyancy by subgrid mixing"},
    {"rho_half", "kg m-3", "density of reference", "air_density"}};

constexpr ProfileRow rows_of_columns[] = {
    {"lwp", "kg m-2", "liquid water path", "atmosphere_mass_content_of_cloud_liquid_water"},
    {"vapour_path", "kg m-2", "water vapour path", "atmosphere_mass_content_of_water_vapor"},
    {"cloud_cover", "1", "share of the columns with a cloud", "cloud_area_fraction"},
    {"cloud_base", "m", "mean height of the lowest cloud", "cloud_base_altitude",
     "mean where cloud"},
    {"cloud_top", "m", "mean height of the highest cloud", "cloud_top_altitude",
     "mean where cloud"},
    {"inversion_height", "m", "mean height where the moist layer ends"},
    {"entrainment", "m s-1",
     "rate at which the layer grows against the air that sinks, since "
     "the record before",
     "", "mean time: mean (since the record before)"},
    {"w_max", "m s-1", "strongest updraught", "", "maximum"},
    {"qc_max", "kg kg-1", "most cloud water", "", "maximum"},
    {"tke_path", "kg s-2", "resolved kinetic energy of turbulence in a column"},
    {"sensible_heat_flux", "W m-2", "heat from the sea", "surface_upward_sensible_heat_flux"},
    {"latent_heat_flux", "W m-2", "heat in vapour from the sea", "surface_upward_latent_heat_flux"},
    {"surface_stress_x", "N m-2", "stress of the air on the sea along x",
     "surface_downward_x_stress"},
    {"surface_stress_y", "N m-2", "stress of the air on the sea along y",
     "surface_downward_y_stress"},
    {"ustar", "m s-1", "friction velocity, of the mean stress", "", "mean (of the stress)"}};

}  // namespace

std::vector<Profiles::Profile> Profiles::described(int levels) {
  std::vector<Profile> all;
  const auto add = [&all](std::span<const ProfileRow> rows, bool half_levels, int values) {
    for (const ProfileRow& row : rows)
      all.push_back({{.name = row.name,
                      .unit = row.unit,
                      .long_name = row.long_name,
                      .standard_name = row.standard_name,
                      .half_levels = half_levels,
                      .levels = values},
                     std::vector<double>(static_cast<std::size_t>(values)),
                     row.over_area});
  };
  add(rows_at_levels, false, levels);
  add(rows_at_faces, true, levels);
  add(rows_of_columns, false, 1);
  return all;
}

}  // namespace seafret
