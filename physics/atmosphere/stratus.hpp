// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "physics/advection/flux_swap.hpp"
#include "physics/atmosphere/components.hpp"
#include "physics/atmosphere/first_state.hpp"
#include "physics/atmosphere/projection.hpp"
#include "physics/atmosphere/stretched_grid.hpp"
#include "physics/momentum.hpp"
#include "physics/poisson.hpp"
#include "physics/stepping.hpp"

namespace seafret {

/// All that may be chosen of the model; every part says its own defaults, which together are the
/// night of EUROCS/FIRE-I (Duynkerke et al. 2004).
struct StratusSettings {
  std::array<int, 3> points = {50, 50, 120};  ///< columns in x and y, levels
  std::array<double, 2> spacing = {50, 50};   ///< of the columns, m
  LevelOptions levels = {};
  ReferenceAir reference = {};
  FirstState first = {};
  int q_fields = 25;                   ///< water vapour, cloud water and passive tracers
  std::string advection = "ultimate";  ///< of scalars
  std::string momentum = "piacsek_williams";
  FluxMode flux_swap = FluxMode::swap;
  double filter = 0.01;  ///< Robert's
  double williams = 1;   ///< alpha of his filter, of wind and theta; 1 is Robert's alone
  ComponentOptions components = {};
  bool budgets = false;  ///< whether to keep a ledger
  PoissonOptions pressure = {};

  Grid grid() const {
    return {.nx = points[0], .ny = points[1], .nz = points[2], .dx = spacing[0], .dy = spacing[1]};
  }
  /// Of density 1.
  VerticalGrid levels_without_air() const {
    return stretched_grid(points[2], levels.top, levels.knots(),
                          levels.faces.empty() ? 0 : levels.passes);
  }
  VerticalGrid vertical_grid() const {
    VerticalGrid grid = levels_without_air();
    reference.set_density(grid);
    return grid;
  }
};

/// A stratus-topped boundary layer, as MONC has it: anelastic or Boussinesq air on a C grid,
/// leapfrog, scalars carried forward by a monotone scheme, centred momentum, buoyancy, pressure.
/// The fields lie in the frame of the ground, unless another is asked for: the wind blows through
/// the periodic box, so that all that is swapped is new in every step.
class Stratus {
 public:
  /// How far the scalars reach to each side: the least halo.
  static constexpr int reach = 2;

  /// What the model will hold on a rank.
  static Held held(const Domain& domain, const StratusSettings& settings, int depth);

  /// The domain's grid is that of the settings.  Collective, like step().
  Stratus(const Domain& domain, StratusSettings settings, const Stepping& stepping);

  /// Of the steps to come, s.  A leap spans the step before and the next.
  void set_time_step(double dt) { dt_ = dt; }
  /// Throws RunError where the pressure solver does not converge.
  void step();

  /// The big swap that a step begins with, for those who time it or look at the halo in between.
  /// Collective.
  void swap();
  /// Shows what the wind carries up of theta, vapour and cloud water (0, 1, 2) in a leap from now
  /// on, by the scheme that carries them, mixing not counted.  Brings the halo up to date, which
  /// the next step does anyway.  Collective.
  void show_top_fluxes(const ScalarAdvection::SeeFluxes& see);

  const std::vector<FieldDescription>& descriptions() const { return layout_.described; }
  const TimeLevel& now() const { return fields_.now; }
  const TimeLevel& past() const { return fields_.past; }  ///< filtered
  const StratusSettings& settings() const { return settings_; }
  /// Of momentum and scalars, in the step before, at first in the first state; empty without
  /// mixing.
  std::span<const FieldView<double>> viscosities() const { return fields_.viscosities; }
  /// The frequency of waves at the tops of levels, 1/s, in the mean air that the last step began
  /// with; empty without buoyancy.
  std::vector<double> waves() const;
  FieldView<const double> pressure() const { return fields_.p; }
  const VerticalGrid& levels() const { return levels_; }
  Mesh mesh() const { return mesh_of(levels_, domain_.grid()); }

  /// How well the wind is free of divergence, and what its rest does to the scalars.
  struct Continuity {
    double largest = 0;  ///< |div(rho wind)|/rho of the present wind, 1/s, over all ranks
    /// Sum over the leaps of span * largest, those from odd steps or from even ones, whichever is
    /// more: a tracer may grow by that share.
    double growth = 0;
    double span = 0;              ///< over which the last pressure acted, s
    std::int64_t iterations = 0;  ///< of the pressure solver, all steps together
  };
  const Continuity& continuity() const { return continuity_; }
  /// div(rho wind)/span, of the same span, before the last projection.
  FieldView<const double> source() const { return fields_.source; }

  /// If one is kept.
  const std::optional<Ledger>& ledger() const { return ledger_; }

  const Arena& arena() const { return fields_.arena(); }

  /// In the order in which a step does them.
  std::vector<const Exchange*> swaps() const;

 private:
  Ledger* kept_ledger() { return ledger_ ? &*ledger_ : nullptr; }

  /// How each field leaps.
  struct Leaps {
    Leapfrog waves;  ///< wind and theta, between which waves swing
    Leapfrog q;      ///< by Robert's filter alone: Williams' makes new extrema
    double span() const { return q.span; }
  };

  Moment moment() const;
  Mixing mixing() const;
  LeapAlong tracers_along() const;
  void plan_leap();
  std::span<const Columns> swapped();
  void find_viscosities(std::span<const Box> where);
  void finish_filter_in_halo();
  void find_and_swap_viscosities();
  void swap_viscosities();
  void find_tendencies(const Box& where);
  void predict_wind();
  void predict_scalars();
  void close_accounts();
  void solve_pressure();
  void project_wind();
  void measure_divergence();
  /// What the advection scheme carries.
  const std::vector<FieldView<const double>>& carried() const {
    return (scalars_in_the_middle_ ? fields_.now : fields_.past).scalars;
  }
  /// Whatever has been predicted, but for tracers, has taken the place of its past.
  const TimeLevel& next() const { return fields_.past; }

  Domain domain_;
  StratusSettings settings_;
  double dt_, last_dt_ = 0;
  VerticalGrid levels_;
  StratusLayout layout_;
  bool mixes_;
  Box owned_;
  Box interior_, unmixed_interior_;  // the columns whose work needs no halo: all of it, viscosities
  std::array<Box, 4> rim_, unmixed_rim_;  // the others
  Box held_;                              // the owned box and its halo
  std::array<Box, 4> halo_;
  Decomposition flux_columns_;
  StratusFields fields_;
  std::vector<Columns> swapped_;  // by the big swap
  HaloExchange all_fields_, source_edges_;
  std::optional<HaloExchange> viscosities_;
  FluxSwap flux_swap_;
  std::unique_ptr<PoissonSolver> solver_;
  std::unique_ptr<ScalarAdvection> advection_;
  std::unique_ptr<MomentumAdvection> momentum_;
  bool scalars_in_the_middle_;  // of a leap
  Components components_;
  std::optional<Ledger> ledger_;
  Leaps time_;              // of this step
  std::int64_t steps_ = 0;  // begun
  Leaps last_;              // of the step before, whose filter the halo still waits for
  Continuity continuity_;
  std::array<double, 2> growth_ = {};  // of leaps from odd and from even steps
};

}  // namespace seafret
