// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "comms/exchange/halo_exchange.hpp"
#include "decomposition/fields/arena.hpp"
#include "physics/advection.hpp"
#include "physics/atmosphere/leapfrog.hpp"
#include "physics/stepping.hpp"

namespace seafret {

/// What is carried by what.
struct CarriedSetup {
  using ValueAt = std::function<double(int i, int j, int k)>;  ///< in the columns of the grid

  VerticalGrid levels;
  std::string scheme = "ultimate";             ///< one that goes forward in time
  std::array<ValueAt, 3> wind = {};            ///< u, v, w; none through the lid
  std::vector<ValueAt> first = {};             ///< of each scalar
  std::vector<FieldDescription> scalars = {};  ///< as many
  FieldDescription of_wind() const { return {.levels = levels.levels(), .halo = Halo::all(2)}; }
};

/// Scalars in a wind that does not change: each step swaps them and carries them forward by a
/// scheme.  Nothing else happens to them.
class CarriedScalars {
 public:
  /// How far the schemes reach to each side: the least halo.
  static constexpr int reach = 2;

  static Held held(const Domain& domain, const CarriedSetup& setup);

  /// The grid is periodic in x and y.  Collective, like step().
  CarriedScalars(const Domain& domain, const CarriedSetup& setup, const Stepping& stepping);

  void step();

  Wind wind() const { return {wind_[0].view(), wind_[1].view(), wind_[2].view()}; }
  Fields scalars() const { return scalars_; }
  const HaloExchange& exchange() const { return exchange_; }

 private:
  void advect(const Box& where);

  double dt_;
  Box owned_, interior_;
  std::array<Box, 4> rim_;  // of the owned box: the columns that need the halo
  Arena arena_;
  std::vector<Field<>> wind_, memory_;
  std::vector<FieldView<double>> scalars_, tendencies_;
  std::vector<FieldView<const double>> carried_;  // the same as scalars_
  std::vector<Columns> swapped_;                  // the same
  std::unique_ptr<ScalarAdvection> scheme_;
  HaloExchange exchange_;
};

}  // namespace seafret
