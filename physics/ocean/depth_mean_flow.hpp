// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "decomposition/fields/arena.hpp"
#include "physics/ocean/flather_boundary.hpp"
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

  /// What came into open cells that are free, in the last step.
  std::span<const Inflow> inflow() const { return flather_.inflow(); }

  const LocalSea& sea() const { return sea_; }
  const FlowRules& rules() const { return rules_; }
  const Box& owned() const { return owned_; }
  const Arena& arena() const { return arena_; }
  const HaloExchange& exchange() const { return swap_; }
  std::int64_t steps() const { return steps_; }

 private:
  struct State {
    State(const Box& owned, int halo_depth, std::pmr::memory_resource* memory)
        : eta(owned, descriptions(halo_depth)[0], memory),
          u(owned, descriptions(halo_depth)[1], memory),
          v(owned, descriptions(halo_depth)[2], memory) {}
    FlowView<double> view() { return {eta.view(), u.view(), v.view()}; }
    FlowView<const double> view() const { return {eta.view(), u.view(), v.view()}; }
    Field<> eta, u, v;
  };

  /// The wind's stress on faces, if there is wind.
  struct Stress {
    Stress(const FlowSettings& settings, const Box& owned);
    static std::size_t bytes(const FlowSettings& settings, const Box& owned);
    FieldView<const double> on_east() const {
      return east ? east->view() : FieldView<const double>{};
    }
    FieldView<const double> on_north() const {
      return north ? north->view() : FieldView<const double>{};
    }
    std::optional<Field<>> east, north;
  };

  /// The boxes on which a step works out each unknown.
  struct Reach {
    Box v, eta, u;
  };
  static Reach whole(const Box& b);
  static Reach interior(const Box& b);

  void start_swap();
  void advance(const Reach& where);
  void advance_v(const Box& where);
  void advance_eta(const Box& where);
  void advance_u(const Box& where);

  Box owned_;
  FlowRules rules_;
  LocalSea sea_;
  Stress stress_;
  TidalBoundary tide_;       // has no cells where
  FlatherBoundary flather_;  // this has some
  Arena arena_;
  std::array<State, 2> state_;  // one is read, by messages in flight too; the other is written
  std::size_t now_ = 0;
  HaloExchange swap_;
  bool overlap_;
  int rows_at_once_;
  std::int64_t steps_ = 0;
};

}  // namespace seafret
