// SPDX-License-Identifier: BSD-3-Clause
// Every flow.  To add one: write miniapp/cases/known_flows/<name>.hpp, add a line.
#include "miniapp/cases/known_flow.hpp"

#include "miniapp/cases/known_flows/bubble.hpp"
#include "miniapp/cases/known_flows/density_current.hpp"
#include "miniapp/cases/known_flows/fire.hpp"
#include "miniapp/cases/known_flows/gravity_wave.hpp"
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

void add_range(const Domain& domain, const Stratus& model, std::size_t field,
               const std::string& name, const std::string& unit, std::vector<Measure>& found) {
  const Range range = ranges(domain, Fields(model.now().fields).subspan(field, 1)).front();
  found.push_back({name + "_min", range.low, unit});
  found.push_back({name + "_max", range.high, unit});
}

}  // namespace seafret
