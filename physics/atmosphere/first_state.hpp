// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <functional>

#include "decomposition/grid/grid.hpp"
#include "physics/atmosphere/sounding.hpp"
#include "physics/atmosphere/stratus_fields.hpp"

namespace seafret {

/// Evenly distributed noise in [-1, 1) that is a function of a place alone, not of who asks for it
/// or in which order: the finaliser of SplitMix64 over a seed and three global indices.
double noise(std::uint64_t seed, int i, int j, int k);
/// A field of it on a periodic grid, halo included.
Field<> noise_field(const Grid& grid, const Box& owned, const Halo& halo, std::uint64_t seed);
/// The divergence of a wind of it, none through the lid, as divergence() has it: the worst source
/// there is for a pressure solver.
Field<> divergence_of_noise(const Grid& grid, const Mesh& mesh, const Box& owned);

/// The air before the first step: a sounding everywhere, a wind, some noise to start the turbulence
/// from, and a puff of each passive tracer; and what else somebody adds.
struct FirstState {
  std::function<Sounding(const VerticalGrid&)> sounding = fire_sounding;
  std::array<double, 2> wind = {3.44, -4.91};  ///< m/s, over the ground: of a sounding without one
  std::array<double, 2> frame = {0, 0};        ///< m/s, over the ground: the fields lie in it
  double noise = 0.1;        ///< K, at most, on the liquid-water potential temperature, ...
  double noise_below = 1e5;  ///< ... up to here, m
  int seed = 1;              ///< of the noise
  /// If any, what is added to field n of StratusFields where it stands on a cell of the grid.
  std::function<double(std::size_t n, int i, int j, int k)> disturbance = {};

  /// The sounding with its wind as that is seen from the frame.
  Sounding column(const VerticalGrid& levels) const;

  /// Both time levels and the pressure, halo included.  A function of the place on the (periodic)
  /// grid alone, so that the halo is what a swap would bring.
  void fill(const Grid& grid, const VerticalGrid& levels, double theta_ref,
            StratusFields& fields) const;
};

}  // namespace seafret
