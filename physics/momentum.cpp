// SPDX-License-Identifier: BSD-3-Clause
// Every way in which the wind carries its momentum.  To add one: write physics/momentum/<name>.hpp,
// add a line.
#include "physics/momentum.hpp"

#include "physics/momentum/piacsek_williams.hpp"
#include "physics/momentum/ultimate.hpp"

namespace seafret {

Registry<MomentumKind>& momentum_schemes() {
  static Registry<MomentumKind> all("momentum scheme");
  return all;
}

}  // namespace seafret
