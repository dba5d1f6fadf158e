// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "decomposition/fields/arena.hpp"
#include "physics/ocean/flow_kernels.hpp"
#include "physics/ocean/tidal_boundary.hpp"
#include "physics/stepping.hpp"

namespace seafret {

/// All that may be chosen of the flow.
struct FlowSettings {
  BoundaryRules boundary = {};
  TideOptions tide = {};
  double drag = 0.0025;    ///< of the bottom, quadratic
  double linear_drag = 0;  ///< of the bottom, m/s
  /// Of the wind on the water, over the density of that, to east and north, m2/s2; if given, at the
  /// centre of a cell.
  std::function<std::array<double, 2>(int i, int j)> stress = {};
  bool driven = false;  ///< by what stands in its drive()
};

/// What a model of more dimensions, of which the flow is the mean over the depth, has to say to it:
/// it stays as it is until it is set anew. What that model makes of the flow comes back a long step
/// late, which would feed the shortest waves: they are damped (lead_on()). North faces are asked
/// for one column beyond the box to the east and to the south too.
struct FlowDrive {
  struct Faces {
    Faces(const Box& owned, std::pmr::memory_resource* memory);
    Field<> stress, kept, moved;  ///< as in FaceForces
  };
  static constexpr double lead = 0.1;  ///< steps
  FlowDrive(const Box& owned, std::pmr::memory_resource* memory)
      : east(owned, memory), north(owned, memory) {}
  /// In the arena: some of it is swapped.
  static std::size_t room_for(const Box& owned);
  Faces east, north;
};

/// What a depth-mean flow is made of, besides the domain: the same on every rank.
struct FlowSetup {
  const Basin& basin;
  SeaMetrics metrics;
  std::vector<OpenCell> open;
  FlowSettings settings = {};
  Stepping stepping = {};
};

/// The tide as one layer: surface and transports on the C grid of a masked sea, forward-backward.
///
/// A step is V, then eta, then U, each from the latest of the other two. That is the cycle of the
/// usual scheme (eta; then U and V from the new eta, Sielecki 1968), begun at V. So begun, one swap
/// of all three a step, one column wide with corners, is all that a rank needs: the few new values
/// it lacks beyond its eastern and southern edge it works out from that halo itself.
class DepthMeanFlow {
 public:
  /// eta, U and V, as FlowView explains them.
  static std::vector<FieldDescription> descriptions(int halo_depth);

  /// What the model will hold on a rank.
  static Held held(const Box& owned, int halo_depth, const FlowSettings& settings);

  /// At rest. Collective, as are step() and refresh_halos().
  DepthMeanFlow(const Domain& domain, const FlowSetup& setup);

  void step();
  /// Brings the halos up to date, for who looks across the edge of the box.
  void refresh_halos();

  FlowView<double> now() { return state_[now_].view(); }
  FlowView<const double> now() const { return state_[now_].view(); }
  /// Until the next step: the transports that moved the surface to where it is.
  FieldView<const double> moving_u() const { return state_[1 - now_].u.view(); }
  FieldView<const double> moving_v() const { return state_[now_].v.view(); }

  /// Only of a flow that is driven.
  FlowDrive& drive() { return *drive_; }
  const FlowDrive& drive() const { return *drive_; }

  const LocalSea& sea() const { return sea_; }
  const FlowRules& rules() const { return rules_; }
  const Box& owned() const { return owned_; }
  const Arena& arena() const { return arena_; }
  const HaloExchange& exchange() const { return swap_; }
  std::int64_t steps() const { return steps_; }

 private:
  struct State {
    State(const Box& owned, int halo_depth, bool driven, std::pmr::memory_resource* memory)
        : eta(owned, descriptions(halo_depth)[0], memory),
          u(owned, descriptions(halo_depth)[1], memory),
          v(owned, descriptions(halo_depth)[2], memory) {
      if (driven) led.emplace(owned, descriptions(halo_depth)[0], memory);
    }
    FlowView<double> view() { return {eta.view(), u.view(), v.view()}; }
    FlowView<const double> view() const { return {eta.view(), u.view(), v.view()}; }
    Field<> eta, u, v;
    std::optional<Field<>> led;  // eta led on, of a flow that is driven
  };

  /// The wind's stress on faces, if there is wind.
  struct Stress {
    Stress(const FlowSettings& settings, const Box& owned);
    static std::size_t bytes(const FlowSettings& settings, const Box& owned);
    FaceForces on(Place place) const;
    std::optional<Field<>> east, north;
  };

  /// The boxes on which a step works out each unknown.
  struct Reach {
    Box v, eta, u;
  };
  static Reach whole(const Box& b);
  static Reach interior(const Box& b);

  FaceForces on(Place place, const State& surface);
  std::span<const Columns> swapped_now();
  void start_swap();
  void advance(const Reach& where);
  void advance_v(const Box& where);
  void advance_eta(const Box& where);
  void advance_u(const Box& where);

  Box owned_;
  FlowRules rules_;
  LocalSea sea_;
  Stress stress_;
  TidalBoundary tide_;
  Arena arena_;
  std::optional<FlowDrive> drive_;
  std::array<State, 2> state_;  // one is read, by messages in flight too; the other is written
  std::size_t now_ = 0;
  std::array<Columns, 4> swapped_;  // of the state now, and how many
  HaloExchange swap_;
  bool overlap_;
  int rows_at_once_;
  std::int64_t steps_ = 0;
};

}  // namespace seafret
