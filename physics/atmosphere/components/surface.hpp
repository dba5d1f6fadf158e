// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <optional>

#include "decomposition/base/names.hpp"
#include "physics/atmosphere/components/component.hpp"

namespace seafret {

/// The sea below: it holds the wind back, warms and moistens the lowest level.  By the neutral bulk
/// law, the flux of anything is Cd |wind| (its value at the sea - that in the lowest level), Cd =
/// (0.4/ln(z/roughness))^2; or heat and water, and maybe the stress, by fluxes that are given.
class Surface {
 public:
  static constexpr const char* name = "surface";
  static constexpr const char* what = "The sea below the air.";
  static constexpr bool changes_water = true;
  enum class Fluxes { bulk, given };
  struct Options {
    Fluxes fluxes = Fluxes::bulk;
    double temperature = 289;             ///< K
    std::optional<double> humidity = {};  ///< kg/kg; else saturated()
    double roughness = 2e-4;              ///< m
    double heat = 0;                      ///< K m/s, if given
    double water = 0;                     ///< m/s, if given
    /// m/s, if given; 0: the drag is that of the roughness.
    double friction_velocity = 0;
    double drag(const VerticalGrid& levels) const;  ///< Cd of the lowest level
    /// Whether that drags.
    bool has_roughness() const { return fluxes == Fluxes::bulk || friction_velocity == 0; }
    /// Of a wind of so many m/s in it: the stress over the density and the wind, m/s.  A wind below
    /// the friction velocity that is given is held back in proportion, or it would turn round.
    double held_back(double drag, double speed) const {
      if (has_roughness()) return drag * speed;
      return friction_velocity * friction_velocity / std::max(speed, friction_velocity);
    }
    /// What air of the sea's temperature can hold under a pressure in Pa, kg/kg.
    double saturated(double pressure) const;
    /// As ComponentOptions::taken(), in winds of up to so much.
    double taken(const Mesh& mesh, double speed) const;
    template <class Keys>
    void describe(Keys& keys);
  };

  Surface(const Options& options, const ComponentSetup& setup);
  /// Four fields and their tendencies, in the lowest level.
  static Work work(const Options& options, const VerticalGrid& levels);

  void add(const Box& where, const Moment& moment, Fields tendencies) const;

  /// Of theta, K m/s, and of vapour, m/s, upwards; of momentum along x and y, m2/s2, downwards, the
  /// stress over the density: at the centre of a column, where it has the same sum over a periodic
  /// grid as what holds back the winds at the faces.
  struct Flux {
    double heat = 0, water = 0, x = 0, y = 0;
  };
  Flux flux(const TimeLevel& air, int i, int j) const;

 private:
  /// Of the wind over the ground at the centre of a column, in its lowest level, m/s.
  std::array<double, 2> lowest(const Wind& wind, int i, int j) const;
  /// Of such a wind, Options::held_back().
  double drag(const std::array<double, 2>& lowest) const;
  /// Without momentum; `drag` is that of the column.
  Flux flux(const TimeLevel& air, int i, int j, double drag) const;

  Options options_;
  std::array<double, 2> frame_;              // over the ground, m/s
  double drag_, theta_, humidity_, per_dz_;  // Cd; of the sea, as the model counts theta; 1/m
};

template <>
inline const NameTable<Surface::Fluxes> names_of<Surface::Fluxes>{
    {"bulk", Surface::Fluxes::bulk}, {"given", Surface::Fluxes::given}};

template <class Keys>
void Surface::Options::describe(Keys& keys) {
  keys.choose(
      "fluxes", fluxes,
      "heat and water by the bulk law from the sea's temperature and humidity, or as given");
  keys.value("temperature", temperature, "of the sea", {.unit = "K", .low = 200, .high = 350});
  keys.value("humidity", humidity,
             "of the air that touches it; if not given, what air of that temperature can hold",
             {.unit = "kg/kg", .low = 0, .high = 0.1});
  keys.value("roughness", roughness, "length of it", {.unit = "m", .above = 0, .high = 1});
  keys.value("heat", heat, "flux of potential temperature, if given",
             {.unit = "K m/s", .low = -1, .high = 1});
  keys.value("water", water, "flux of vapour, if given",
             {.unit = "m/s", .low = -1e-2, .high = 1e-2});
  keys.value("friction_velocity", friction_velocity,
             "if given: its square is the stress over the density; 0: the roughness drags",
             {.unit = "m/s", .low = 0, .high = 10});
  for (const char* key : {"temperature", "humidity"})
    keys.used(fluxes == Fluxes::bulk, key, "surface.fluxes", "surface.fluxes: bulk");
  for (const char* key : {"heat", "water", "friction_velocity"})
    keys.used(fluxes == Fluxes::given, key, "surface.fluxes", "surface.fluxes: given");
  keys.used(has_roughness(), "roughness", "surface.friction_velocity",
            "a surface without surface.friction_velocity");
}

}  // namespace seafret
