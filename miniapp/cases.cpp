// SPDX-License-Identifier: BSD-3-Clause
// Every physical case.  To add one: write miniapp/cases/<name>.hpp, add a line here.
#include "miniapp/cases/basin.hpp"
#include "miniapp/cases/case.hpp"
#include "miniapp/cases/coastal.hpp"
#include "miniapp/cases/layers.hpp"
#include "miniapp/cases/rotation.hpp"
#include "miniapp/cases/stratus.hpp"

namespace seafret {

Registry<MakeCase>& cases() {
  static Registry<MakeCase> all("case");
  return all;
}

}  // namespace seafret
