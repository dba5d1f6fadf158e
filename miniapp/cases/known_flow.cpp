// SPDX-License-Identifier: BSD-3-Clause
// Every flow.  To add one: write miniapp/cases/known_flows/<name>.hpp, add a line.
#include "miniapp/cases/known_flow.hpp"

#include "miniapp/cases/known_flows/bubble.hpp"
#include "miniapp/cases/known_flows/density_current.hpp"
#include "miniapp/cases/known_flows/gravity_wave.hpp"
#include "miniapp/cases/known_flows/solver_check.hpp"
#include "miniapp/cases/known_flows/taylor_green.hpp"

namespace seafret {

Registry<KnownFlowKind>& known_flows() {
  static Registry<KnownFlowKind> all = [] {
    Registry<KnownFlowKind> some("flow");
    some.add("none", {"sounding, wind and noise, and nothing else"});
    return some;
  }();
  return all;
}

}  // namespace seafret
