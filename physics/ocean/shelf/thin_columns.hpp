// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

#include "decomposition/fields/arena.hpp"
#include "physics/ocean/flow/depth_mean_flow.hpp"
#include "physics/ocean/shelf/shelf_settings.hpp"
#include "physics/ocean/shelf/volumes.hpp"

namespace seafret {

/// Which columns of a sea that may fall dry are thin in a step: those that hold less than
/// thin_depth() before it or after it, and those that gave away more than half of what they may.
/// Beside them all levels move alike, density does not push, nor does viscosity to the sides, and
/// tracers are carried without a slope (upwind): so no level gives more water than it has.
///
/// What a column gave only its owner knows: the mask has to be swapped.
class ThinColumns {
 public:
  ThinColumns(const Box& owned, std::pmr::memory_resource* memory);
  /// In the arena; none where there are none.
  static std::size_t room_for(const ShelfSettings& settings, const Box& owned);

  /// Of the owned columns; `before` is the water before the step, which the flow has ended.
  void find(const DepthMeanFlow& flow, const WaterColumns& before);

  /// In all steps, how often one that was not thin for want of water gave all that it may, and so
  /// may have held some back.
  std::int64_t held_back() const { return held_back_; }

  FieldView<std::uint8_t> view() { return thin_.view(); }  ///< 1: thin; 0 on land
  FieldView<const std::uint8_t> view() const { return thin_.view(); }

 private:
  Field<std::uint8_t> thin_;
  std::int64_t held_back_ = 0;
};

}  // namespace seafret
