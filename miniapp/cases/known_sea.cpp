// SPDX-License-Identifier: BSD-3-Clause
// Every known sea.  To add one: write miniapp/cases/known_seas/<name>.hpp, add a line.
#include "miniapp/cases/known_sea.hpp"

#include "miniapp/cases/known_seas/beach.hpp"
#include "miniapp/cases/known_seas/bowls.hpp"
#include "miniapp/cases/known_seas/dam_break.hpp"
#include "miniapp/cases/known_seas/kelvin.hpp"
#include "miniapp/cases/known_seas/mound.hpp"
#include "miniapp/cases/known_seas/munk.hpp"
#include "miniapp/cases/known_seas/seiche.hpp"
#include "miniapp/cases/known_seas/stommel.hpp"
#include "miniapp/cases/known_seas/wind_setup.hpp"

namespace seafret {

Registry<KnownSeaKind>& known_seas() {
  static Registry<KnownSeaKind> all("sea");
  return all;
}

}  // namespace seafret
