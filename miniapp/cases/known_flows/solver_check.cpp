// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_flows/solver_check.hpp"

#include <algorithm>
#include <cmath>

#include "physics/atmosphere/diagnostics.hpp"

namespace seafret {

/// The pressure of the owned columns, less that of the lowest cell of the grid's first column.
std::vector<double> SolverCheck::solved(const std::string& solver, const Domain& domain,
                                        const Stratus& model) const {
  const PoissonOptions options{.solver = solver, .tolerance = 1e-12, .most_iterations = 2000};
  const auto made =
      poisson_solvers().at(solver).make({.domain = domain,
                                         .levels = model.levels(),
                                         .options = options,
                                         .halo = HaloOptions().named("check of " + solver),
                                         .memory = std::pmr::get_default_resource()});
  Field<> p(domain.owned(), Halo::all(1), model.levels().levels());
  std::fill_n(p.view().data, p.view().box.area() * p.view().levels, 0.);
  expect_converged(made->solve(model.source(), p.view()), options, 0);
  std::vector<double> values;
  const Box owned = domain.owned();
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0; i < owned.x1; ++i)
      values.insert(values.end(), p.view().column(i, j), p.view().column(i, j) + p.view().levels);
  const bool first = owned.contains(0, 0);
  const double origin = domain.comm.max(first ? p.view()(0, 0, 0) : -HUGE_VAL);
  for (double& value : values) value -= origin;
  return values;
}

std::vector<Measure> SolverCheck::measures(const Domain& domain, const Stratus& model,
                                           double /*time*/) {
  const std::vector<double> right = solved("fft", domain, model);
  const auto [low, high] = std::minmax_element(right.begin(), right.end());
  const double range =
      domain.comm.max(right.empty() ? 0 : *high) - domain.comm.min(right.empty() ? 0 : *low);
  std::vector<Measure> found;
  for (const std::string& solver : poisson_solvers().names()) {
    if (solver == "fft") continue;
    const std::vector<double> values = solved(solver, domain, model);
    double off = 0;
    for (std::size_t n = 0; n < values.size(); ++n)
      off = std::max(off, std::abs(values[n] - right[n]));
    found.push_back({solver + "_off", domain.comm.max(off) / range, "1"});
  }
  double speed = 0;
  for (const FieldView<double>& wind : model.now().velocities())
    speed = std::max(speed, largest_size(domain, wind));
  found.push_back({"divergence", model.continuity().largest * setup_.grid.dx / speed, "1"});
  return found;
}

}  // namespace seafret
