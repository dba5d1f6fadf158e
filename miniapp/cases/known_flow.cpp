// SPDX-License-Identifier: BSD-3-Clause
// Every flow.  To add one: write miniapp/cases/known_flows/<name>.hpp, add a line.
#include "miniapp/cases/known_flow.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "decomposition/base/worse.hpp"
#include "miniapp/case_file/file.hpp"
#include "miniapp/cases/known_flows/bubble.hpp"
#include "miniapp/cases/known_flows/density_current.hpp"
#include "miniapp/cases/known_flows/fire.hpp"
#include "miniapp/cases/known_flows/gravity_wave.hpp"
#include "miniapp/cases/known_flows/inertial.hpp"
#include "miniapp/cases/known_flows/solver_check.hpp"
#include "miniapp/cases/known_flows/taylor_green.hpp"
#include "physics/atmosphere/diagnostics.hpp"

namespace seafret {

Registry<KnownFlowKind>& known_flows() {
  static Registry<KnownFlowKind> all = [] {
    Registry<KnownFlowKind> some("flow");
    some.add("none", {"sounding, wind and noise, and nothing else"});
    return some;
  }();
  return all;
}

void KnownFlow::insist_on_exactness(std::initializer_list<const char*> components) const {
  insist_on_components(components);
  if (!setup_.reference.boussinesq)
    throw KeyError("case.boussinesq",
                   "must be true for this case.flow: its answer is that of air of one density");
  insist_on_even_levels();
}

void KnownFlow::insist_on_having(const char* component, const std::string& why) const {
  if (!setup_.components.has(component))
    throw KeyError("case.components", fmt::format("must hold '{}' {}", component, why));
}

void KnownFlow::insist_on_components(std::initializer_list<const char*> components) const {
  for (const std::string& name : setup_.components.on)
    if (std::ranges::count(components, name) == 0)
      throw KeyError("case.components", fmt::format("has '{}': with this case.flow, whose answer "
                                                    "is known, only [{}] may act",
                                                    name, fmt::join(components, ", ")));
  for (const auto& [key, wind] :
       {std::pair{"sounding.u", &setup_.sounding.u}, {"sounding.v", &setup_.sounding.v}})
    if (std::ranges::count(*wind, wind->front()) != std::ssize(*wind))
      throw KeyError(key, "must be the same at all heights for this case.flow");
  if (setup_.noise != 0 && setup_.components.has(Buoyancy::name))
    throw KeyError(
        "case.noise",
        fmt::format("is {:g} K, which buoyancy would set in motion: with this case.flow, "
                    "whose answer is known, it must be 0",
                    setup_.noise));
}

void KnownFlow::insist_on_no_wind(const std::string& why) const {
  if (const auto [u, v] = setup_.wind(); u != 0 || v != 0)
    throw KeyError(setup_.wind_key,
                   fmt::format("is ({:g}, {:g}) m s-1 as it is seen from the frame; "
                               "it must be 0 {}",
                               u, v, why));
}

void KnownFlow::insist_on_constant_viscosity(const std::string& why) const {
  const auto* const subgrid = setup_.components.of<Subgrid>();
  if (subgrid && subgrid->closure != Subgrid::Closure::constant)
    throw KeyError("subgrid.closure", "must be 'constant', or subgrid be off, " + why);
}

void KnownFlow::insist_on_even_levels() const {
  const auto [thin, thick] = std::ranges::minmax(setup_.levels.dz);
  if (thick - thin > 1e-6 * thick)
    throw KeyError(
        "grid.stretching",
        fmt::format("makes levels of {:.3g} to {:.3g} m: for this case.flow, whose error "
                    "is a mean over cells, they must be alike",
                    thin, thick));
}

void KnownFlow::add_range_of_theta(const Domain& domain, const Stratus& model,
                                   std::vector<Measure>& found) const {
  const FieldView<const double> theta = model.now().fields[stratus::theta];
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (int k = 0; k < theta.levels; ++k) {
    const double rest = setup_.sounding.air(static_cast<std::size_t>(k)).theta;
    const Box owned = domain.owned();
    for (int j = owned.y0; j < owned.y1; ++j)
      for (int i = owned.x0; i < owned.x1; ++i) {
        const double warmer = theta(i, j, k) - (rest - setup_.reference.theta);
        low = lower(low, warmer);
        high = worse(high, warmer);
      }
  }
  found.push_back({"theta_min", domain.comm.min(low), "K"});
  found.push_back({"theta_max", domain.comm.max(high), "K"});
}

void add_range(const Domain& domain, const Stratus& model, std::size_t field,
               const std::string& name, const std::string& unit, std::vector<Measure>& found) {
  const Range range = ranges(domain, Fields(model.now().fields).subspan(field, 1)).front();
  found.push_back({name + "_min", range.low, unit});
  found.push_back({name + "_max", range.high, unit});
}

}  // namespace seafret
