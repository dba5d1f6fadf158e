// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "physics/advection.hpp"

namespace seafret {

/// What a momentum scheme is made of.  It may keep work space for any box within `owned`, so that
/// advecting allocates nothing.
struct MomentumSetup {
  Mesh mesh;
  Box owned;
};

/// The wind carrying its own momentum.
class MomentumAdvection {
 public:
  virtual ~MomentumAdvection() = default;
  /// Adds -(wind . grad) wind over the next dt seconds to the tendencies of u, v and w on `where`,
  /// per second; `past` is the wind at the beginning of dt, `now` in the middle.  w at the lid has
  /// none.  Reads both on `where` and two columns round it, corners included; not collective.  Any
  /// cut of a box into boxes, and any number of threads, gives the same bits.
  virtual void advect(const Box& where, const Wind& past, const Wind& now, double dt,
                      std::span<const FieldView<double>> tendencies) = 0;
};

/// What a cell costs a scheme: the bytes that it must move between memory and processor where no
/// field fits the cache, and what it computes, quotients, minima and maxima counted as one.
struct MomentumCost {
  double bytes = 0, flops = 0;
};

/// A scheme in the registry: what it is in a line, the fields that it works with, so that memory
/// can be sized before it is made, how to make it, and what it costs.
struct MomentumKind {
  std::string what;
  std::vector<FieldDescription> (*work)(int levels);
  std::unique_ptr<MomentumAdvection> (*make)(const MomentumSetup&);
  MomentumCost (*cost)();
};
Registry<MomentumKind>& momentum_schemes();

template <class Scheme>
MomentumKind momentum_scheme(const std::string& what) {
  return {what, Scheme::work,
          [](const MomentumSetup& setup) -> std::unique_ptr<MomentumAdvection> {
            return std::make_unique<Scheme>(setup);
          },
          Scheme::cost};
}

}  // namespace seafret
