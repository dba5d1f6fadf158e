// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "comms/exchange/halo_exchange.hpp"
#include "physics/atmosphere/leapfrog.hpp"
#include "physics/atmosphere/projection.hpp"

namespace seafret {

/// What is asked of the fields now and then.  All functions but fastest() are collective; their
/// results are the same bits on all ranks, for any cut of the grid.

/// The mass of each field, a sum of rho q dz over all columns, kg/m2.
std::vector<double> masses(const Domain& domain, const VerticalGrid& levels, Fields fields);

/// NaN where any value is.
struct Range {
  double low = 0, high = 0;
};
std::vector<Range> ranges(const Domain& domain, Fields fields);

double largest_size(const Domain& domain, FieldView<const double> field);

/// The Euclidean norm of a field / density over all cells: of the source of the pressure equation
/// that by which solvers stop.
double norm_by_density(const Domain& domain, const VerticalGrid& levels,
                       FieldView<const double> field);

inline constexpr double cloudy = 1e-5;  ///< kg/kg: where there is more liquid water is a cloud

/// Means over all columns; base and top over those with a cloud somewhere, NaN where there is none.
struct Cloud {
  double vapour_path = 0, liquid_path = 0;  ///< kg/m2
  double cover = 0;                         ///< the share of columns with a cloud
  double base = 0, top = 0;                 ///< m
};
Cloud observe_cloud(const Domain& domain, const VerticalGrid& levels,
                    FieldView<const double> vapour, FieldView<const double> liquid);

/// The mean height at which all the water first falls below `least`, going up, linear between the
/// middles of the levels; of the columns where it does, NaN where it does in none.  m
double inversion_height(const Domain& domain, const VerticalGrid& levels,
                        FieldView<const double> vapour, FieldView<const double> liquid,
                        double least);

/// The largest Courant number of a box, and where it is.
struct Fastest {
  double courant = 0;
  int i = 0, j = 0, k = 0;
  bool waves = false;  ///< whether they have a part in that number
  double swing = 0;    ///< 1/s: the largest, in a cell with waves, of theirs and what crosses it
};

/// What swings besides the wind that carries it, and how far leapfrog may turn in a step.
struct Swings {
  std::vector<double> waves = {};  ///< their frequency at the tops of levels, 1/s; or none
  double longest_turn = 1;
};

/// The larger of two numbers that must not exceed 1.  Of scalars, which go forward: the share of a
/// cell's mass that leaves it within 2 dt or is mixed with that of its neighbours.  Of momentum
/// under leapfrog: what waves turn and the wind crosses within dt, over the longest turn (a wave
/// that is carried along may swing with the sum of both), and what is mixed within 2 dt, which
/// takes as much of the turn.  `viscosities` are those of momentum and of scalars, or none.
/// Infinite where any of it is not a number.
Fastest fastest(const Box& where, const Mesh& mesh, const Wind& wind,
                std::span<const FieldView<double>> viscosities, const Swings& swings, double dt);

}  // namespace seafret
