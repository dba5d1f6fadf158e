// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "miniapp/cases/coastal_levels.hpp"
#include "miniapp/cases/dry_watch.hpp"
#include "miniapp/cases/known_water.hpp"
#include "miniapp/cases/sea_step.hpp"
#include "miniapp/cases/water_volume.hpp"
#include "physics/ocean/analysis/volume_budget.hpp"
#include "physics/ocean/flow/time_step.hpp"
#include "physics/ocean/shelf/tracer_bounds.hpp"

namespace seafret {

/// The levels of the coastal case in a basin of which the answer is known.
class LayersCase final : public Case {
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
  Axes axes() const override;
  std::vector<OutputField> fields() const override;
  std::vector<Picture> pictures() const override {
    return {{"eta"}, {"T", Picture::View::section}};
  }
  Courant courant() const override {
    return worse({.number = dt_ / sea_->settings().substeps / limit_.dt}, courant_of_levels(*sea_));
  }
  std::int64_t cells() const override;
  std::vector<const Exchange*> swaps() const override { return sea_->exchanges(); }
  std::vector<Check> checks() override;
  std::vector<Measure> measures() override;
  std::vector<std::string> remarks() override;

 private:
  SeaStep sea_step() const;
  ShelfSettings settings(double dt) const;

  std::string kind_ = "constant_tracer";
  WaterOptions options_;
  ShelfSettings settings_ = {
      .levels = {.count = 20}, .substeps = 0, .mixing = {.viscosity = 0, .diffusivity = 0}};
  std::unique_ptr<KnownWater> water_;
  Basin basin_;
  SeaMetrics metrics_;
  StepLimit limit_;  ///< of a substep
  double steepest_edge_ = 1;
  std::optional<Domain> domain_;
  std::unique_ptr<ShelfSea> sea_;
  std::optional<VolumeBudget> budget_;
  std::optional<TracerBounds> bounds_;
  std::optional<WaterVolume> volume_;
  std::optional<DryWatch> dry_watch_;
  std::optional<Measure> pulse_;  ///< the largest current of any level at the last look
  double dt_ = 0;
};

inline const bool layers_registered =
    cases().add("layers", []() -> std::unique_ptr<Case> { return std::make_unique<LayersCase>(); });

}  // namespace seafret
