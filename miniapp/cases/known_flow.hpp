// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "miniapp/cases/case.hpp"
#include "physics/atmosphere/profiles.hpp"
#include "physics/atmosphere/stratus.hpp"

namespace seafret {

/// What a flow is set up in.
struct KnownFlowSetup {
  Grid grid;
  const VerticalGrid& levels;
  ReferenceAir reference;
  Sounding sounding;  ///< its wind as it is seen from the frame
  const ComponentOptions& components;
  std::array<double, 2> frame;  ///< how that moves over the ground, m/s
  double noise;                 ///< K
  const char* wind_key;         ///< that gave the wind

  /// On all levels, after insist_on_components(): as it is seen from the frame, m/s.
  std::array<double, 2> wind() const { return {sounding.u[0], sounding.v[0]}; }
  double width() const { return grid.nx * grid.dx; }
  double height() const { return levels.z_half.back(); }
  /// Of the middle of a column, from that of the box, m.
  double from_middle(int i) const { return (i + 0.5) * grid.dx - 0.5 * width(); }
};

/// Air that does something known: what it begins with besides sounding and wind, and what is
/// measured of it at the end.
class KnownFlow {
 public:
  explicit KnownFlow(const KnownFlowSetup& setup) : setup_(setup) {}
  virtual ~KnownFlow() = default;
  KnownFlow(const KnownFlow&) = delete;
  KnownFlow& operator=(const KnownFlow&) = delete;

  /// What is added at first to a field (stratus::u, ...) where it stands on the cell (i, j, k) of
  /// the grid.
  virtual double disturbance(std::size_t field, int i, int j, int k) const = 0;
  virtual bool wants_profiles() const { return false; }
  /// After each step; there are profiles, to be measured, where they are wanted.  Collective.
  virtual void follow(const Domain& /*domain*/, Stratus& /*model*/, Profiles* /*profiles*/,
                      double /*time*/) {}
  /// Collective.
  virtual std::vector<Measure> measures(const Domain& domain, const Stratus& model,
                                        double time) = 0;

 protected:
  std::array<int, 2> points() const { return {setup_.grid.nx, setup_.grid.ny}; }
  /// For a flow with an exact answer.  Throws KeyError but for air of one density, on levels that
  /// are alike, moved by nothing but some of these components.
  void insist_on_exactness(std::initializer_list<const char*> components) const;
  /// Throws KeyError where this component is off; `why` ends what it says.
  void insist_on_having(const char* component, const std::string& why) const;
  /// Throws KeyError where air is moved by others, by a wind that changes with height, or by what
  /// noise makes of buoyancy.
  void insist_on_components(std::initializer_list<const char*> components) const;
  /// Throws KeyError where levels differ.
  void insist_on_even_levels() const;
  /// Throws KeyError where there is any; `why` ends what it says.
  void insist_on_no_wind(const std::string& why) const;
  /// Throws KeyError where a viscosity is not the same everywhere; `why` ends what it says.
  void insist_on_constant_viscosity(const std::string& why) const;
  /// The lowest and the highest theta beside that of the sounding, K.  Collective.
  void add_range_of_theta(const Domain& domain, const Stratus& model,
                          std::vector<Measure>& found) const;

  KnownFlowSetup setup_;
};

/// How fast such winds along the ground (x) and upwards, m/s, cross a cell, 1/s.
inline auto by_winds(double along, double up) {
  return [=](const Grid& grid, const VerticalGrid& levels) {
    return along / grid.dx + up / std::ranges::min(levels.dz);
  };
}

/// A flow in the registry; one with no `make` has nothing to add.
struct KnownFlowKind {
  std::string what;  ///< for the manual
  std::unique_ptr<KnownFlow> (*make)(const KnownFlowSetup& setup) = nullptr;
  /// Where it was published.
  std::string references =
      "Duynkerke et al. 2004, Quarterly Journal of the Royal Meteorological Society 130, "
      "3269-3296";
  /// How fast the strongest winds that come of it besides the first cross a cell, 1/s, for the
  /// choice of a time step; a stratus has updraughts of up to 2 m/s.
  std::function<double(const Grid& grid, const VerticalGrid& levels)> crossing = by_winds(0, 2);
};
Registry<KnownFlowKind>& known_flows();

/// The lowest and the highest value of a field of the model.
void add_range(const Domain& domain, const Stratus& model, std::size_t field,
               const std::string& name, const std::string& unit, std::vector<Measure>& found);

template <class T>
std::unique_ptr<KnownFlow> make_known_flow(const KnownFlowSetup& setup) {
  return std::make_unique<T>(setup);
}

}  // namespace seafret
