// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "decomposition/fields/arena.hpp"
#include "physics/ocean/flow/rough_bottom.hpp"
#include "physics/ocean/flow/shallow_water.hpp"
#include "physics/ocean/forcing/flather_boundary.hpp"
#include "physics/ocean/forcing/tidal_boundary.hpp"
#include "physics/ocean/forcing/wind_stress.hpp"
#include "physics/stepping.hpp"

namespace seafret {

/// All that may be chosen of the flow.
struct FlowSettings : FlowTerms {
  BoundaryRules boundary = {};
  TideOptions tide = {};
  double level = 0;  ///< of the surface at first, and about which tides swing, m over its rest
  SteadyStress stress = {};  ///< of the wind, if there is one that stays
  /// Or of one that changes: while the flow is asked for some steps it is that of their middle.
  std::shared_ptr<const ChangingStress> wind = {};
  bool driven = false;  ///< by what stands in its drive()

  /// Whether the flow is more than gravity, turning, drag and wind make of it (ShallowWater).
  bool in_full() const { return advection || viscosity > 0 || dry_depth > 0; }
  /// Whether cells may give less than all their water, for the sake of what drives the flow.
  bool saves_water() const { return driven && dry_depth > 0; }
  /// Columns of halo that a step uses up.
  int reach() const { return in_full() ? ShallowWater::reach : 1; }
  /// The halo that is swapped where so much is asked for; 0: as much as the flow needs.
  int swapped(int asked) const { return std::max(asked, reach()); }
  /// And that is held: levels that drive it look two columns round at the surface.
  int halo(int asked) const { return std::max(swapped(asked), driven ? 2 : 0); }
  FlowRules rules(double dt) const { return {*this, dt}; }
};

/// What a model of more dimensions, of which the flow is the mean over the depth, has to say to it:
/// it stays as it is until it is set anew. What that model makes of the flow comes back a long step
/// late, which would feed the shortest waves: they are damped (lead_on()). Faces beyond the box are
/// asked for too: drive_beyond() says how far. Of a flow that may fall dry a cell gives at most
/// half of its water away while it is driven so, and all keep half the dry depth for ever: so what
/// is carried explicitly with the flow over that time finds water everywhere.
struct FlowDrive {
  struct Faces {
    Faces(const Box& owned, int halo, std::pmr::memory_resource* memory);
    Field<> stress, kept, moved;  ///< as in FaceForces
  };
  static constexpr double lead = 0.1;  ///< steps
  FlowDrive(const Box& owned, int halo, std::pmr::memory_resource* memory)
      : east(owned, halo, memory), north(owned, halo, memory) {}
  /// In the arena: some of it is swapped.
  static std::size_t room_for(const Box& owned, int halo);
  Faces east, north;
};

/// What a depth-mean flow is made of, besides the domain: the same on every rank.
struct FlowSetup {
  const Basin& basin;
  SeaMetrics metrics;
  std::vector<OpenCell> open;
  FlowSettings settings = {};
  Stepping stepping = {};

  /// The open cells, by what holds there.
  std::vector<OpenCell> prescribed() const {
    return settings.boundary.kind == BoundaryKind::clamped ? open : std::vector<OpenCell>();
  }
  std::vector<OpenCell> with_inflow() const {
    return settings.boundary.kind == BoundaryKind::flather ? open : std::vector<OpenCell>();
  }
};

/// The tide as one layer: surface and transports on the C grid of a masked sea, forward-backward.
///
/// A step is V, then eta, then U, each from the latest of the other two. That is the cycle of the
/// usual scheme (eta; then U and V from the new eta, Sielecki 1968), begun at V. So begun, one swap
/// of all three a step, one column wide with corners, is all that a rank needs: the few new values
/// it lacks beyond its eastern and southern edge it works out from that halo itself. In full (see
/// ShallowWater) the cycle begins at eta and uses up three columns. Where the halo is wider than a
/// step needs, several steps share a swap: all but the last of them also work on what the next ones
/// need of the halo.
class DepthMeanFlow {
 public:
  /// More steps than these gain nothing from going through the cache together, as in step().
  static constexpr int most_together = 20;

  /// eta, U and V, as FlowView explains them.
  static std::vector<FieldDescription> descriptions(const Halo& halo);

  /// What the model will hold on a rank; `halo_depth` as in Stepping.
  static Held held(const Box& owned, int halo_depth, const FlowSettings& settings);

  /// At rest, the surface at the level asked for or on the bottom where that is higher. Collective,
  /// as are step() and refresh_halos().
  DepthMeanFlow(const Domain& domain, const FlowSetup& setup);

  /// So many steps. Those that need no swap between them go through the cache together, one behind
  /// the other: fields larger than the cache are read and written once for all of them. Where the
  /// flow is driven nothing of the halo is up to date in the end.
  void step(int times = 1);
  /// Brings the halos up to date, for who looks across the edge of the box.
  void refresh_halos();

  /// What is swapped before a step and how wide, for who lets it travel with fields of his own,
  /// and then says that it has come: the next steps make no swap for it.
  std::span<const Columns> to_swap();
  Halo swapped_halo() const { return Halo::all(swapped_); }
  void halos_came() { unused_ = swapped_; }

  FlowView<double> now() { return state_[now_].view(); }
  FlowView<const double> now() const { return state_[now_].view(); }
  /// Called in each step with every part of the surface, as it stands then, and the transports that
  /// have moved it there; steps() is of those before it.  Parts may be of later steps than others
  /// that are still to come, and reach into the halo.
  using Watch = std::function<void(const Box& where, const FlowView<const double>& moved)>;
  void watch(Watch watch) { watch_ = std::move(watch); }

  /// Only of a flow that is driven.
  FlowDrive& drive() { return *drive_; }
  const FlowDrive& drive() const { return *drive_; }
  /// How far beyond the box the steps of a swap ask for what drives the faces of one kind.
  Halo drive_beyond(Place faces) const;
  /// Begins a step of what drives it: nothing has moved, and a cell may give half of its water.
  void forget_moved();
  /// What cells may still give of that, m; only where any may fall dry.
  FieldView<const double> may_give() const { return state_[now_].allowance->view(); }
  /// Raises the surface of owned cells to where they keep what they always keep, if they may fall
  /// dry; after it has been set from outside.
  void keep_film();

  /// What came into open cells that are free, in the last call of step(); where the flow is driven,
  /// in all since what has moved was forgotten.
  std::span<const Inflow> inflow() const { return flather_.inflow(); }

  const LocalSea& sea() const { return sea_; }
  const FlowRules& rules() const { return rules_; }
  const Box& owned() const { return owned_; }
  const Arena& arena() const { return arena_; }
  const HaloExchange& exchange() const { return swap_; }
  std::int64_t steps() const { return steps_; }

 private:
  struct State {
    State(const Box& owned, int halo, const FlowSettings& settings,
          std::pmr::memory_resource* memory);
    State(const Box& owned, const std::vector<FieldDescription>& all, const FlowSettings& settings,
          std::pmr::memory_resource* memory);
    FlowView<double> view() { return {eta.view(), u.view(), v.view()}; }
    FlowView<const double> view() const { return {eta.view(), u.view(), v.view()}; }
    Field<> eta, u, v;
    std::optional<Field<>> led;        // eta led on, of a flow that is driven
    std::optional<Field<>> allowance;  // of one that may fall dry besides
  };

  /// What a step works out one after the other, each on a box of its own: on so much more than the
  /// box that the step is to leave, and of this rank's box, without the halo, on so much less.
  struct Stage {
    void (DepthMeanFlow::*work)(const Box& where);
    Halo beyond, within;
    std::optional<Place> driven = {};  // the faces that it advances

    Box for_all(const Box& left) const { return left.grown(beyond); }
    Box without_halo(const Box& owned) const {
      return {owned.x0 + within.west, owned.x1 - within.east, owned.y0 + within.south,
              owned.y1 - within.north};
    }
  };
  static std::vector<Stage> stages(const FlowSettings& settings);

  FaceForces on(Place place, const State& surface);
  std::span<const Columns> columns_now();
  /// Of so many that are asked for; returns how many it were.
  int step_together(int times);
  /// All stages of so many steps, some rows at a time; box(stage, step) is where.
  template <class BoxOf>
  void advance(int steps, BoxOf box);

  void advance_v(const Box& where);
  void advance_eta(const Box& where);
  void advance_u(const Box& where);
  void find_currents_u(const Box& where);
  void find_currents_v(const Box& where);
  void find_shares(const Box& where);
  void find_fluxes(const Box& where);
  void advance_eta_in_full(const Box& where);
  void advance_v_in_full(const Box& where);
  void advance_u_in_full(const Box& where);
  void move_surface(const Box& where, const FlowView<const double>& moved_by);

  Box owned_;
  int reach_, swapped_, halo_;
  std::vector<Stage> stages_;
  FlowRules rules_;
  LocalSea sea_;
  std::optional<ShallowWater> full_;
  WindStress wind_;
  RoughBottom rough_;
  TidalBoundary tide_;       // has no cells where
  FlatherBoundary flather_;  // this has some
  Arena arena_;
  std::optional<FlowDrive> drive_;
  std::array<State, 2> state_;  // one is read, by messages in flight too; the other is written
  std::size_t now_ = 0;
  std::array<Columns, 5> columns_;  // of the state now
  HaloExchange swap_;
  bool alone_;  // nobody to swap with
  bool overlap_;
  int rows_at_once_;
  Watch watch_;
  bool fresh_ = true;  // nothing has moved
  int unused_ = 0;     // columns of the halo that is up to date
  std::int64_t steps_ = 0;
};

}  // namespace seafret
