// SPDX-License-Identifier: BSD-3-Clause
// Every pressure solver.  To add one: write physics/solvers/<name>.hpp, add a line here.
#include "physics/solvers/bicgstab_line.hpp"
#include "physics/solvers/cg_line.hpp"
#include "physics/solvers/fft.hpp"
#include "physics/solvers/multigrid.hpp"

namespace seafret {

Registry<PoissonSolverKind>& poisson_solvers() {
  static Registry<PoissonSolverKind> all("pressure solver");
  return all;
}

}  // namespace seafret
