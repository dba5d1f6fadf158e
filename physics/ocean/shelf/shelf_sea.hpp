// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "physics/ocean/shelf/column_stages.hpp"
#include "physics/ocean/shelf/open_water.hpp"
#include "physics/ocean/shelf/outflow.hpp"
#include "physics/ocean/shelf/shelf_swap.hpp"
#include "physics/ocean/shelf/thin_columns.hpp"

namespace seafret {

/// A shelf sea of three dimensions: hydrostatic, Boussinesq, with a free surface, on levels that
/// follow the bottom.
///
///   d(h_k u)/dt + div(h_k u u) - f h_k v = -h_k (g d eta/dx + dp'/rho_0 dx) + mixing, and v alike
///   d(h_k q)/dt + div(h_k u q) = mixing                            temperature, salinity, dyes
///
/// The external mode is split off (Blumberg and Mellor 1987; Shchepetkin and McWilliams 2005): a
/// step forward-backward in time
///   1. finds what pushes the water at rest in its turning frame: density, advection of momentum
///      (on a sphere with its metric term), lateral viscosity, from velocities half a step ago and
///      tracers of now;
///   2. lets the depth-mean flow, driven by the sum of that over the levels, by the wind and by
///      what the bottom drags more than it knows, go its substeps;
///   3. turns v by the old u and then u by the new v, mixes them implicitly, with drag and wind,
///      and shifts every column so that its transport is the mean of those that moved the surface;
///   4. carries the tracers by these velocities, also in from outside and out to there (OpenWater),
///      and mixes them.
/// Where a sponge is asked for (OpenSponge) it calms velocities before they are mixed in 3, for the
/// drag that is implicit there must have the last word, and relaxes tracers after 4.
/// Four swaps belong to a step besides those among its substeps: before 1 of u and the tracers;
/// before 2 of what drives the flow and of u as it was pushed, which a rank turns one column
/// further to the west than its box, as tracers are carried by that; before 3 of the surface, with
/// all that the next step's first substep wants; amid 3 of v.
///
/// Where cells may fall dry (flow.dry_depth) a cell gives at most half of its water away in a step,
/// and keeps half of dry_depth for ever, land that may be flooded too: so there is water, and what
/// it carries, in all levels of all columns at all times. ThinColumns has what holds where there is
/// little.
class ShelfSea {
 public:
  /// Those of the depth-mean flow, then u, v, temperature, salinity and the dyes.
  static std::vector<FieldDescription> descriptions(const ShelfSettings& settings);
  /// `halo_depth` as in Stepping: that of the flow.
  static Held held(const Box& owned, int halo_depth, const ShelfSettings& settings,
                   std::span<const OpenCell> open = {}, std::span<const SpongeCell> sponge = {});

  /// At rest, of the temperature and salinity of reference. Collective, as are step() and
  /// refresh_halos().
  ShelfSea(const Domain& domain, const ShelfSetup& setup);

  /// After any field has been set from outside.
  void refresh_halos();
  /// What the open cells hold now of the tracers will come in there, as OpenWater has it, and what
  /// those of the sponge hold is what it relaxes to; until then it is the water of reference.
  void take_water_outside();
  void step();

  FieldView<double> u() { return u_[now_].view(); }  ///< m/s
  FieldView<double> v() { return v_[now_].view(); }
  static constexpr int temperature = 0, salinity = 1;  ///< of the tracers; then come the dyes
  FieldView<double> tracer(int n) { return tracers_[now_].at(static_cast<std::size_t>(n)).view(); }
  FieldView<const double> u() const { return u_[now_].view(); }
  FieldView<const double> v() const { return v_[now_].view(); }
  FieldView<const double> tracer(int n) const {
    return tracers_[now_].at(static_cast<std::size_t>(n)).view();
  }
  DepthMeanFlow& flow() { return flow_; }
  const DepthMeanFlow& flow() const { return flow_; }
  const ShelfSettings& settings() const { return settings_; }
  const Box& owned() const { return owned_; }
  const Arena& arena() const { return arena_; }
  /// The water as it stands now.
  WaterColumns water() const { return bed_.water(eta_.view()); }
  const SeaLevels& levels() const { return bed_.levels(); }
  const OpenWater& outside() const { return outside_; }
  const OpenSponge& sponge() const { return sponge_; }
  /// In the last step, as largest_outflow() has it, of this rank.
  Outflow largest_outflow() const {
    return seafret::largest_outflow(current(), outside_, flow_.sea().wet_cells, owned_);
  }
  /// As ThinColumns has it, of this rank.
  std::int64_t held_back() const { return thin_ ? thin_->held_back() : 0; }
  std::vector<const Exchange*> exchanges() const;
  std::int64_t steps() const { return steps_; }

 private:
  using TracerFields = std::vector<Field<>>;

  void push_currents();
  void swap_drive();
  void step_flow();
  void settle_north_currents();
  void settle_east_currents();
  void carry_tracers();
  template <class... Work>
  void swap_surface(const WaterColumns& before, const CutWork<Work>&... works);
  Current current() const;
  std::size_t next() const { return 1 - now_; }
  /// When forces are taken that change in time, s.
  double middle_of_step() const { return (static_cast<double>(steps_) + 0.5) * dt_; }

  ShelfSettings settings_;
  Box owned_;
  double dt_;
  DepthMeanFlow flow_;
  ShelfBed bed_;
  WaterState water_state_;
  FaceFriction on_east_, on_north_;
  Arena arena_;
  std::optional<ThinColumns> thin_;  // of a sea that may fall dry
  Field<> eta_;  // the flow's, of the last step; as deep in the halo as the velocities
  std::array<Field<>, 2> u_, v_;
  std::array<TracerFields, 2> tracers_;
  std::size_t now_ = 0;
  OpenWater outside_;
  OpenSponge sponge_;
  WetRuns wet_cells_;
  CurrentPush<EastFaces> push_east_;
  CurrentPush<NorthFaces> push_north_;
  ColumnMixers velocity_mixers_, tracer_mixers_;
  FluxSweep<CellVolumes> sweep_;
  std::vector<FieldView<const double>> carried_;  // views of the tracers now and next
  std::vector<FieldView<double>> carried_on_;
  std::vector<Columns> columns_;
  ShelfSwap swap_u_and_tracers_, swap_drive_, swap_surface_, swap_v_;
  std::int64_t steps_ = 0;
};

}  // namespace seafret
