// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/cases/known_flows/inertial.hpp"

#include <cmath>

#include "decomposition/base/worse.hpp"
#include "miniapp/case_file/file.hpp"

namespace seafret {

Inertial::Inertial(const KnownFlowSetup& setup) : KnownFlow(setup) {
  insist_on_exactness({Coriolis::name});
  insist_on_having(Coriolis::name, "for case.flow: inertial");
  const auto* const coriolis = setup.components.of<Coriolis>();
  if (!coriolis->heights.empty())
    throw KeyError("coriolis.heights",
                   "must not be given for case.flow: inertial: its wind turns about coriolis.wind");
  const auto [east, north] = coriolis->wind_at(0);
  parameter_ = coriolis->parameter;
  turning_ = {setup.wind()[0] + setup.frame[0] - east, setup.wind()[1] + setup.frame[1] - north};
  if (parameter_ == 0)
    throw KeyError("coriolis.parameter", "must not be 0 for case.flow: inertial");
  if (std::abs(turning_) < 1e-6)
    throw KeyError(setup.wind_key,
                   "is the geostrophic one, coriolis.wind: for case.flow: inertial it must differ");
}

std::vector<Measure> Inertial::measures(const Domain& domain, const Stratus& model, double time) {
  const std::complex<double> wind(setup_.wind()[0], setup_.wind()[1]),
      exact = wind + turning_ * (std::polar(1., -parameter_ * time) - 1.);
  const TimeLevel& now = model.now();
  double worst = 0;
  const Box owned = domain.owned();
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0; i < owned.x1; ++i)
      for (int k = 0; k < setup_.levels.levels(); ++k) {
        const std::complex<double> here(now.fields[stratus::u](i, j, k),
                                        now.fields[stratus::v](i, j, k));
        worst = worse(worst, std::abs(here - exact));
      }
  return {{"error", domain.comm.max(worst) / std::abs(turning_), "1"}};
}

}  // namespace seafret
