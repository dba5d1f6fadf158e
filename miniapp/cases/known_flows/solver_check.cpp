// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_flows/solver_check.hpp"

#include <algorithm>
#include <cmath>

#include "decomposition/base/worse.hpp"
#include "miniapp/case_file/file.hpp"
#include "physics/atmosphere/diagnostics.hpp"
#include "physics/atmosphere/first_state.hpp"
#include "physics/columns.hpp"

namespace seafret {

SolverCheck::SolverCheck(const KnownFlowSetup& setup) : KnownFlow(setup) {
  const std::string why = "for case.flow: solver_check, whose pressure is that of air that moves";
  insist_on_having(Buoyancy::name, why);
  if (setup.noise == 0) throw KeyError("case.noise", "must not be 0 " + why);
}

/// Of cell (i, j, k), as the equation in physics/poisson.hpp reads.
double SolverCheck::source(FieldView<const double> p, const VerticalGrid& v, int i, int j,
                           int k) const {
  const auto n = static_cast<std::size_t>(k);
  const double dx = setup_.grid.dx, dy = setup_.grid.dy, here = p(i, j, k);
  double through_top = 0, through_bottom = 0;
  if (k + 1 < v.levels()) through_top = v.rho_half[n] / v.dz_half[n] * (p(i, j, k + 1) - here);
  if (k > 0) through_bottom = v.rho_half[n - 1] / v.dz_half[n - 1] * (here - p(i, j, k - 1));
  return v.rho[n] * ((p(i + 1, j, k) - 2 * here + p(i - 1, j, k)) / (dx * dx) +
                     (p(i, j + 1, k) - 2 * here + p(i, j - 1, k)) / (dy * dy)) +
         (through_top - through_bottom) / v.dz[n];
}

/// The pressure that a solver finds, as far as it can, with a halo of one column.
Field<> SolverCheck::solved(const std::string& solver, const Domain& domain,
                            const VerticalGrid& levels, FieldView<const double> source) const {
  const PoissonOptions options{.solver = solver, .tolerance = 1e-12, .most_iterations = 2000};
  const auto made =
      poisson_solvers().at(solver).make({.domain = domain,
                                         .levels = levels,
                                         .options = options,
                                         .halo = HaloOptions().named("check of " + solver),
                                         .memory = std::pmr::get_default_resource()});
  Field<> p(domain.owned(), Halo::all(1), levels.levels());
  p.view().fill(0.);
  expect_converged(made->solve(source, p.view()), options, 0);
  return p;
}

/// The solver's pressure and the known one differ by that of the lowest cell of the grid's first
/// column, and by what is wrong.
double SolverCheck::off(const std::string& solver, const Domain& domain, const VerticalGrid& levels,
                        FieldView<const double> known) const {
  const Box owned = domain.owned();
  Field<> right(owned, Halo{}, levels.levels());
  for_each_column(owned, [&](int i, int j) {
    for (int k = 0; k < levels.levels(); ++k)
      right.view()(i, j, k) = source(known, levels, i, j, k);
  });
  Field<> found = solved(solver, domain, levels, right.view());
  const FieldView<const double> p = found.view();
  const double constant =
      domain.comm.max(owned.contains(0, 0) ? p(0, 0, 0) - known(0, 0, 0) : -HUGE_VAL);
  double worst = 0, low = HUGE_VAL, high = -HUGE_VAL;
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0; i < owned.x1; ++i)
      for (int k = 0; k < levels.levels(); ++k) {
        worst = worse(worst, std::abs(p(i, j, k) - known(i, j, k) - constant));
        low = std::min(low, known(i, j, k));
        high = std::max(high, known(i, j, k));
      }
  return domain.comm.max(worst) / (domain.comm.max(high) - domain.comm.min(low));
}

/// The pressure that makes a wind of white noise free of divergence: no wind asks for rougher.
Field<> SolverCheck::of_rough_wind(const Domain& domain, const Stratus& model) const {
  const Field<> source = divergence_of_noise(setup_.grid, model.mesh(), domain.owned());
  return solved("fft", domain, model.levels(), source.view());
}

std::vector<Measure> SolverCheck::measures(const Domain& domain, const Stratus& model,
                                           double /*time*/) {
  const VerticalGrid& levels = model.levels();
  Field<> rough = of_rough_wind(domain, model);
  std::vector<Measure> found;
  for (const std::string& solver : poisson_solvers().names()) {
    found.push_back({solver + "_off", off(solver, domain, levels, model.pressure()), "1"});
    found.push_back({solver + "_off_rough", off(solver, domain, levels, rough.view()), "1"});
  }
  double speed = 0;
  for (const FieldView<double>& wind : model.now().velocities())
    speed = worse(speed, largest_size(domain, wind));
  found.push_back({"divergence", model.continuity().largest * setup_.grid.dx / speed, "1"});
  return found;
}

}  // namespace seafret
