// SPDX-License-Identifier: BSD-3-Clause
// Every way of advecting scalars.  To add one: write physics/advection/<name>.hpp, add a line.
#include "physics/advection.hpp"

#include "physics/advection/ultimate.hpp"

namespace seafret {

Registry<MakeScalarAdvection>& advection_schemes() {
  static Registry<MakeScalarAdvection> all("advection scheme");
  return all;
}

}  // namespace seafret
