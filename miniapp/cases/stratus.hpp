// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "miniapp/cases/case.hpp"
#include "miniapp/cases/known_flow.hpp"
#include "physics/atmosphere/diagnostics.hpp"
#include "physics/atmosphere/profiles.hpp"
#include "physics/atmosphere/stratus.hpp"

namespace seafret {

/// A night of marine stratus: air moves, with all the fields it carries, under what its components
/// make of it.
class StratusCase final : public Case {
 public:
  void describe(Keys& keys) override;
  /// Of the flow; of air of one's own, none.
  std::string references() const override;
  std::string frame() const override;
  const StratusSettings& settings() const { return settings_; }
  Grid grid() const override { return settings_.grid(); }
  double time_step(double asked) const override;
  bool may_change_step() const override { return true; }
  double longest_step() const override;
  std::vector<FieldDescription> descriptions() const override;
  Held held(const Start& start) const override;
  void begin(const Start& start) override;
  void set_time_step(double dt) override;
  void step() override;
  void swap() override { model_->swap(); }

  void look() override;
  std::optional<Measure> pulse() const override { return pulse_; }

  Axes axes() const override;
  std::vector<OutputField> fields() const override;
  std::vector<Picture> pictures() const override;
  std::vector<OutputField> profiles() const override;
  void measure_profiles() override;
  Courant courant() const override;
  Courant courant_of_all() const override;
  std::int64_t cells() const override { return grid().box().area() * grid().nz; }
  std::vector<HaloOptions> ways_of_swapping(const HaloOptions& halo) const override;
  std::vector<const Exchange*> swaps() const override { return model_->swaps(); }
  std::vector<Check> checks() override;
  std::vector<Measure> measures() override;
  std::vector<std::string> remarks() override;

 private:
  double fastest_waves(const VerticalGrid& levels) const;
  /// How far a step may turn what swings at most, radians.
  double longest_turn() const {
    return Leapfrog::longest_turn(settings_.filter, settings_.williams);
  }
  double calm_turn() const;
  double monotone_outflow() const;
  double left_in_leap() const;
  /// The Q fields that nothing is added to or taken from.
  Fields kept(const TimeLevel& level) const {
    return level.q_fields().subspan(settings_.components.change_water() ? 2 : 0);
  }
  Swings swings() const;
  Fastest fastest_of(std::span<const FieldView<double>> viscosities, const Swings& swings) const;
  Courant courant_of(std::span<const FieldView<double>> viscosities, const Swings& swings) const;
  void find_extrema();
  double rounding_of_divergence() const;
  Check check_divergence() const;
  Check check_projection() const;
  Check check_masses() const;
  double rounding_of_steps() const;
  Check check_extrema() const;
  Check check_water() const;
  void add_budgets(std::vector<Check>& all) const;
  void add_budgets(std::vector<Measure>& all) const;

  StratusSettings settings_;
  SoundingKnots sounding_;
  std::string flow_name_ = "none";
  VerticalGrid levels_;
  std::unique_ptr<KnownFlow> flow_;  ///< if it is more than a night
  std::optional<Domain> domain_;
  std::unique_ptr<Stratus> model_;
  double inversion_water_ = 8e-3;       ///< kg/kg: see Profiles
  std::unique_ptr<Profiles> profiles_;  ///< if the output or the flow wants them
  std::vector<double> first_masses_;    ///< of the kept Q fields, before the first step
  std::vector<Range> first_ranges_;     ///< theirs
  ModelTime time_;
  std::int64_t steps_ = 0;
  double new_extrema_ = 0;  ///< of the kept Q fields at any look, as a share of their highest
  double lacking_ = 0;      ///< kg/kg: so far below 0 was vapour or cloud water at any look, ...
  double most_water_ = 0;   ///< ... and so high
  std::optional<Measure> pulse_;  ///< the largest |w| at the last look
};

inline const bool stratus_registered = cases().add(
    "stratus", []() -> std::unique_ptr<Case> { return std::make_unique<StratusCase>(); });

}  // namespace seafret
