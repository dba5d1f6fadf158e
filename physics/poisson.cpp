// SPDX-License-Identifier: BSD-3-Clause
#include "physics/poisson.hpp"

#include <fmt/format.h>

#include <cmath>

namespace seafret {

void expect_converged(const PoissonSolver::Result& result, const PoissonOptions& options,
                      std::int64_t step) {
  if (result.converged || !std::isfinite(result.residual)) return;
  throw RunError(fmt::format(
      "step {}: the pressure solver {} has left {:.3g} of the source after {} iterations, which is "
      "above its tolerance {:.3g}; residuals of the first guess, of iterations 1, 2, 4 and so on, "
      "and of the last: {:.3g}",
      step, options.solver, result.residual, result.iterations, options.tolerance,
      fmt::join(result.history(), ", ")));
}

}  // namespace seafret
