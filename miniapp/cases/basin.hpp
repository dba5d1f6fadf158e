// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "miniapp/cases/dry_watch.hpp"
#include "miniapp/cases/known_sea.hpp"
#include "miniapp/cases/water_volume.hpp"
#include "miniapp/cases/wave_courant.hpp"
#include "physics/ocean/analysis/volume_budget.hpp"
#include "physics/ocean/flow/time_step.hpp"

namespace seafret {

/// The depth-mean flow of the coastal case in a basin of which the answer is known.
class BasinCase final : public Case {
 public:
  void describe(Keys& keys) override;
  void load(InputFolder& inputs, const Communicator& comm) override;
  std::string references() const override;
  Grid grid() const override { return basin_.grid; }
  double time_step(double asked) const override;
  std::vector<FieldDescription> descriptions() const override;
  Held held(const Start& start) const override;
  void begin(const Start& start) override;
  void step() override;

  void look() override;
  std::optional<Measure> pulse() const override { return pulse_; }
  Axes axes() const override { return options_.rectangle.axes(); }
  std::vector<OutputField> fields() const override;
  Courant courant() const override;
  std::int64_t cells() const override;
  std::vector<const Exchange*> swaps() const override { return {&flow_->exchange()}; }
  std::vector<Check> checks() override;
  std::vector<Measure> measures() override;

 private:
  FlowSettings settings() const;
  double now() const { return static_cast<double>(flow_->steps()) * dt_; }

  std::string kind_ = "seiche";
  SeaOptions options_;
  std::unique_ptr<KnownSea> sea_;
  Basin basin_;
  SeaMetrics metrics_;
  StepLimit limit_;
  std::optional<Domain> domain_;
  std::unique_ptr<DepthMeanFlow> flow_;
  std::optional<VolumeBudget> budget_;
  std::optional<WaterVolume> volume_;
  std::optional<DryWatch> dry_watch_;
  std::optional<WaveCourant> waves_;
  std::optional<Measure> pulse_;  ///< the largest depth-mean current at the last look
  double dt_ = 0;
};

inline const bool basin_registered =
    cases().add("basin", []() -> std::unique_ptr<Case> { return std::make_unique<BasinCase>(); });

}  // namespace seafret
