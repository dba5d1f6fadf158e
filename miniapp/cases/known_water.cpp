// SPDX-License-Identifier: BSD-3-Clause
// Every known water.  To add one: write miniapp/cases/known_waters/<name>.hpp, add a line.
#include "miniapp/cases/known_water.hpp"

#include "miniapp/cases/known_waters/constant_tracer.hpp"
#include "miniapp/cases/known_waters/drying_slope.hpp"
#include "miniapp/cases/known_waters/drying_tracer.hpp"
#include "miniapp/cases/known_waters/internal_seiche.hpp"
#include "miniapp/cases/known_waters/lock_exchange.hpp"
#include "miniapp/cases/known_waters/mound.hpp"
#include "miniapp/cases/known_waters/munk.hpp"
#include "miniapp/cases/known_waters/seamount.hpp"

namespace seafret {

Registry<KnownWaterKind>& known_waters() {
  static Registry<KnownWaterKind> all("water");
  return all;
}

}  // namespace seafret
