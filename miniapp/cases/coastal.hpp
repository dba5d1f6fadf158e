// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "miniapp/cases/case.hpp"
#include "miniapp/cases/compared_amphidromes.hpp"
#include "miniapp/cases/compared_gauges.hpp"
#include "miniapp/cases/dry_watch.hpp"
#include "miniapp/cases/sea_checks.hpp"
#include "miniapp/cases/sea_step.hpp"
#include "miniapp/cases/water_volume.hpp"
#include "miniapp/cases/wave_courant.hpp"
#include "miniapp/files/tidal_forcings.hpp"
#include "miniapp/files/water_file.hpp"
#include "physics/ocean/analysis/flow_extremes.hpp"
#include "physics/ocean/analysis/tidal_analysis.hpp"
#include "physics/ocean/analysis/volume_budget.hpp"
#include "physics/ocean/flow/time_step.hpp"
#include "physics/ocean/shelf/shelf_sea.hpp"
#include "physics/ocean/shelf/tracer_bounds.hpp"
#include "physics/ocean/shelf/tracer_budget.hpp"

namespace seafret {

/// Tides until the sea has forgotten that it once was at rest; the next one may be analysed. (After
/// three of them one of the North Sea's three amphidromes is not there yet.)
inline constexpr int tides_before_analysis = 4;

/// Steps that are longer do not tell what such a tide is, s: its overtides would look like it.
inline double longest_sample(const Constituent& constituent) { return constituent.period() / 8; }

/// The keys of the coastal case, those of its model among them.
struct CoastalConfig {
  std::string mask = "masks/hrcs.h5";
  int coarsen = 1;
  double mean_level = 0;  ///< m, over the zero of the depths in the file
  Earth earth = Earth::sphere;
  std::string constituents = "", gauges = "", amphidromes = "";  ///< files
  double largest_error = 0.25;                                   ///< m, the median at the gauges
  FlowSettings flow = {};
  std::array<double, 2> wind_stress = {0, 0};  ///< N/m2
  std::string wind_file = "";
  /// Its flow is that above; tides mix their water well.
  ShelfSettings shelf = {
      .levels = {.count = 0}, .substeps = 0, .mixing = {.viscosity = 0.02, .diffusivity = 1e-3}};
  std::string water_file = "";
  WaterProfiles water = {};  ///< what a sea with levels begins with

  bool has_levels() const { return shelf.levels.count > 0; }
};

/// A tide running round a shelf sea: its depth-mean flow, and its levels if there are any.
class CoastalCase final : public Case {
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
  std::vector<Picture> pictures() const override;
  Courant courant() const override;
  int halo_that_pays(std::span<const Box> owned) const override;
  std::int64_t cells() const override { return wet_ * std::max(1, config_.shelf.levels.count); }
  std::vector<const Exchange*> swaps() const override {
    return shelf_ ? shelf_->exchanges() : std::vector<const Exchange*>{&flow().exchange()};
  }
  std::vector<Check> checks() override;
  std::vector<Measure> measures() override;
  std::vector<std::string> remarks() override;

  const CoastalConfig& config() const { return config_; }
  /// Of the depth-mean flow in a step, once the case has begun.
  int substeps() const { return shelf_ ? shelf_->settings().substeps : flow_steps(); }

 private:
  /// A modelled tide beside what is known of it.
  struct ComparedTide {
    std::vector<ComparedGauges> gauges;              ///< by constituent, where gauges know any
    std::optional<ComparedAmphidromes> amphidromes;  ///< of M2, where places are known
  };

  bool is_driven_by(const Constituent& wanted) const;
  /// Compared when it is first asked for; none where no tide was analysed. Collective.
  const std::optional<ComparedTide>& compared_tide();
  std::vector<Check> tide_checks();
  std::vector<std::string> remarks_on_tide();
  std::vector<Measure> flow_measures();

  std::int64_t analysed_tides() const;
  std::int64_t steps_to_analyse(double dt) const;  ///< that a run must have for it
  bool is_long_enough_to_analyse(const Start& start) const;
  FlowExtremes extremes_so_far();
  DepthMeanFlow& flow() { return shelf_ ? shelf_->flow() : *flow_; }
  const DepthMeanFlow& flow() const { return shelf_ ? shelf_->flow() : *flow_; }
  std::int64_t steps() const { return shelf_ ? shelf_->steps() : flow_->steps() / flow_steps(); }
  double now() const { return static_cast<double>(steps()) * dt_; }
  /// Of the whole sea, before the ranks share it.
  std::vector<OpenCell> prescribed() const {
    return config_.flow.boundary.kind == BoundaryKind::clamped ? open_ : std::vector<OpenCell>();
  }
  SeaStep sea_step() const;
  /// Of a sea without levels, in a step.
  int flow_steps() const { return std::max(1, config_.shelf.substeps); }
  ShelfSettings shelf_settings(double dt) const;
  void load_tide(InputFolder& inputs, const Communicator& comm);
  void refuse_too_few_samples() const;
  void refuse_what_comes_from_nowhere() const;
  void refuse_centre_outside() const;
  void load_wind(InputFolder& inputs, const Communicator& comm);
  std::size_t bytes_of_forcing(const Box& needed) const;
  void hand_out_forcing(const Box& needed);
  void refuse_too_rough(double shallowest) const;
  void load_water(InputFolder& inputs, const Communicator& comm);
  void begin_levels(const Start& start);

  CoastalConfig config_;
  Basin basin_;
  SeaMetrics metrics_;
  StepLimit limit_;
  double steepest_edge_ = 1;
  std::vector<OpenCell> open_;
  std::vector<SpongeCell> sponge_;
  std::vector<Constituent> constituents_;       ///< that drive it
  std::optional<WaterProfiles> water_of_file_;  ///< until it is handed out
  std::vector<TideGauge> gauges_;
  std::vector<KnownAmphidrome> known_amphidromes_;
  std::int64_t wet_ = 0;

  std::optional<Domain> domain_;
  std::unique_ptr<DepthMeanFlow> flow_;  ///< of a sea without levels
  std::unique_ptr<ShelfSea> shelf_;      ///< of one with levels
  std::optional<VolumeBudget> budget_;
  std::optional<WaterVolume> volume_;  ///< of a sea that is open nowhere
  std::optional<TracerBudget> salt_;   ///< of a sea with levels
  std::vector<TracerBudget> dyes_;
  std::optional<TracerBounds> bounds_;     ///< of all of them
  std::optional<HeatedWater> heated_;      ///< where heat comes through the surface
  std::optional<TidalAnalysis> analysis_;  ///< none in a run too short
  std::optional<ComparedTide> compared_;
  std::int64_t analysed_from_ = 0;  ///< steps
  std::optional<WaveCourant> waves_;
  std::optional<DryWatch> dry_watch_;  ///< over the cells that a tide or a wind could empty
  FlowExtremes extremes_;              ///< of all looks
  double most_outflow_ = 0;            ///< of levels, of all looks
  std::optional<Measure> pulse_;       ///< the largest current at the last one
  double dt_ = 0;
};

inline const bool coastal_registered = cases().add(
    "coastal", []() -> std::unique_ptr<Case> { return std::make_unique<CoastalCase>(); });

}  // namespace seafret
