// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "decomposition/base/aligned.hpp"
#include "decomposition/base/names.hpp"
#include "physics/atmosphere/components/component.hpp"

namespace seafret {

/// What turbulence too small for the grid does: it mixes momentum, heat and all that the air
/// carries down their gradients, div(rho K grad q)/rho.
///
/// By Smagorinsky and Lilly, K = length^2 strain f(Ri): of the strain of the wind, and of the
/// Richardson number Ri of what stratification, moist where there is cloud, takes from the
/// turbulence or gives to it (the functions of MONC).  Towards the ground the
/// length becomes that to the wall.  Or with one viscosity and diffusivity everywhere.
class Subgrid {
 public:
  static constexpr const char* name = "subgrid";
  static constexpr const char* what = "Turbulence too small for the grid.";
  static constexpr bool changes_water = false;
  enum class Closure { smagorinsky, constant };
  struct Options {
    Closure closure = Closure::smagorinsky;
    double length = 11.5;     ///< m, far from the ground
    double roughness = 2e-4;  ///< m
    double viscosity = 75;    ///< m2/s, if constant
    double diffusivity = 75;  ///< m2/s, if constant
    template <class Keys>
    void describe(Keys& keys);
    /// As ComponentOptions::taken(), where the mixing is constant.
    double taken(const Mesh& mesh, double speed) const;
    /// The share of a cell that is mixed in a leap at most, where viscosities are found.
    double most_found() const { return closure == Closure::smagorinsky ? 0.5 : 0; }
  };

  Subgrid(const Options& options, const ComponentSetup& setup);
  /// Reads wind and scalars, if they matter, and finds two viscosities; reads one, and the wind,
  /// and changes its tendencies; the sweep of the scalars reads the other twice.
  static Work work(const Options& options, const VerticalGrid& /*levels*/) {
    const bool finds = options.closure == Closure::smagorinsky;
    return {.bytes = ((finds ? 6 : 0) + 2 * 2 + 4 + 3 * 2 + 2) * 8.,
            .flops = (finds ? 107 : 0) + 102 + 12 + 26.,
            .flops_of_scalar = 9};
  }

  /// The viscosity and diffusivity of the moment on `where`; reads the past air there and one
  /// column round it, corners included.
  void mix(const Box& where, const Moment& moment) const;
  /// The share of a cell on level k that the viscosity on the faces of its column mixes with its
  /// neighbours in a second; nothing is mixed through ground and lid.
  static double mixed(const Mesh& mesh, const double* viscosity, int k);
  /// What the viscosity does to the wind; that of scalars goes with their advection.
  void add(const Box& where, const Moment& moment, Fields tendencies) const;

 private:
  void mix_column(const Moment& moment, int i, int j) const;
  void mix_wind(const Moment& moment, int i, int j, Fields tendencies) const;

  Options options_;
  Mesh mesh_;
  double theta_ref_;
  // Of the faces between levels, numbered as in Moment; zero at ground and lid.
  AlignedVector length2_;   // m2
  AlignedVector most_;      // m2: over the span, the largest viscosity
  AlignedVector conducts_;  // rho/dz_half
  AlignedVector per_step_;  // 1/dz_half, 1/m
  AlignedVector cooling_;   // K of theta a kg/kg that evaporates there
  // In cloud: what a K more of liquid-water potential temperature, or a kg/kg more of water in all,
  // does to the potential temperature of equal buoyancy.
  AlignedVector cloudy_heat_;   // 1
  AlignedVector cloudy_water_;  // K
  // Of the levels.
  AlignedVector conducts_w_;  // rho/dz; zero above the lid
  AlignedVector per_mass_;    // 1/(rho dz)
  AlignedVector per_mass_w_;  // 1/(rho_half dz_half) of their tops; zero at the lid
  AlignedVector per_dz_;      // 1/m
};

template <>
inline const NameTable<Subgrid::Closure> names_of<Subgrid::Closure>{
    {"smagorinsky", Subgrid::Closure::smagorinsky}, {"constant", Subgrid::Closure::constant}};

template <class Keys>
void Subgrid::Options::describe(Keys& keys) {
  keys.choose("closure", closure,
              "how strongly: of strain and stratification, or everywhere alike");
  keys.value("length", length, "Smagorinsky's, far from the ground; 0.23 of the spacing is usual",
             {.unit = "m", .low = 1e-3, .high = 1e4});
  keys.value("roughness", roughness, "of the ground", {.unit = "m", .above = 0, .high = 10});
  keys.value("viscosity", viscosity, "if constant", {.unit = "m2/s", .low = 0, .high = 1e6});
  keys.value("diffusivity", diffusivity, "of heat and all that is carried, if constant",
             {.unit = "m2/s", .low = 0, .high = 1e6});
  const bool is_constant = closure == Closure::constant;
  for (const char* key : {"viscosity", "diffusivity"})
    keys.used(is_constant, key, "subgrid.closure", "subgrid.closure: constant");
  for (const char* key : {"length", "roughness"})
    keys.used(!is_constant, key, "subgrid.closure", "subgrid.closure: smagorinsky");
}

}  // namespace seafret
