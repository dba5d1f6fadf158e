// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>

#include "physics/ocean/shelf/column_mixer.hpp"
#include "physics/ocean/shelf/current_push.hpp"
#include "physics/ocean/shelf/surface_heat.hpp"

namespace seafret {

/// Turns the pushed velocities through faces of one kind by those across them (f-plane over a
/// step; each pair of them meets in one cell, by whose water the two act on each other, so that no
/// work is done), mixes them with wind and bottom drag, and shifts each column so that its
/// transport is the mean of those that moved the surface. Beside thin columns all levels get the
/// same velocity.
template <class Faces>
void settle(ColumnMixers& mixers, const Box& where, const LocalSea& sea, const Current& current,
            const VerticalMixing& mixing, FieldView<const double> viscosity, FaceFriction& friction,
            FieldView<const double> moved, int substeps, FieldView<double> velocity);

/// Mixes all tracers; `heat` comes to the first of them through the surface, but not to thin
/// columns, which it would heat without bound.
void mix_tracers(ColumnMixers& mixers, const Box& where, const LocalSea& sea,
                 const Current& current, const VerticalMixing& mixing,
                 FieldView<const double> diffusivity, const SurfaceHeat& heat,
                 std::span<const FieldView<double>> tracers);

}  // namespace seafret
