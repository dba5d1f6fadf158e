// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "miniapp/cases/known_flow.hpp"

namespace seafret {

/// The first steps of a night, at the end of which every solver is asked for two pressures that are
/// known, the model's last one and that of a wind of white noise: the source is made of them by the
/// differences themselves.
class SolverCheck final : public KnownFlow {
 public:
  /// Throws KeyError for air that would ask for no pressure.
  explicit SolverCheck(const KnownFlowSetup& setup);
  double disturbance(std::size_t /*field*/, int /*i*/, int /*j*/, int /*k*/) const override {
    return 0;
  }
  /// By how much what each solver finds differs from the known pressure, as a share of its range,
  /// up to a constant; the largest divergence that the model's own has left, times the spacing over
  /// the largest velocity.
  std::vector<Measure> measures(const Domain& domain, const Stratus& model, double time) override;

 private:
  double source(FieldView<const double> p, const VerticalGrid& v, int i, int j, int k) const;
  Field<> solved(const std::string& solver, const Domain& domain, const VerticalGrid& levels,
                 FieldView<const double> source) const;
  Field<> of_rough_wind(const Domain& domain, const Stratus& model) const;
  double off(const std::string& solver, const Domain& domain, const VerticalGrid& levels,
             FieldView<const double> known) const;
};

inline const bool solver_check_registered = known_flows().add(
    "solver_check", {"as none, and every solver is asked for a known pressure at the end",
                     make_known_flow<SolverCheck>});

}  // namespace seafret
