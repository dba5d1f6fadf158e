// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/column_stages.hpp"

#include <algorithm>

namespace seafret {
namespace {

constexpr int lanes = ColumnMixer::lanes;

/// Sets what a lane's levels exchange: dt times the mean of what two columns say, or of what holds
/// everywhere.
void set_exchange(ColumnMixer& mixer, int lane, int levels, double dt, double everywhere,
                  const double* here, const double* ahead) {
  double* const exchange = mixer.exchange(0) + lane;
  if (here == nullptr)
    for (int k = 0; k < levels; ++k) exchange[k * lanes] = dt * everywhere;
  else
    for (int k = 0; k < levels; ++k) exchange[k * lanes] = 0.5 * dt * (here[k] + ahead[k]);
}

void set_thickness(ColumnMixer& mixer, int lane, const SeaLevels& levels,
                   const WaterColumn& water) {
  double* const thickness = mixer.thickness(0) + lane;
  for (int k = 0; k < levels.count(); ++k) thickness[k * lanes] = water.thickness(levels, k);
}

const double* column_of(const FieldView<const double>& field, int i, int j) {
  return field.data == nullptr ? nullptr : field.column(i, j);
}

}  // namespace

template <class Faces>
void settle(ColumnMixers& mixers, const Box& where, const LocalSea& sea, const Current& current,
            const VerticalMixing& mixing, FieldView<const double> viscosity, FaceFriction& friction,
            FieldView<const double> moved, int substeps, FieldView<double> velocity) {
  constexpr int di = Faces::di, dj = Faces::dj;
  const int levels = current.levels.count();
  const double dt = current.dt;
  const auto take = [&](ColumnMixer& mixer, int lane, int i, int j) {
    set_thickness(mixer, lane, current.levels,
                  mean(current.water.at(i, j), current.water.at(i + di, j + dj)));
    set_exchange(mixer, lane, levels, dt, mixing.viscosity, column_of(viscosity, i, j),
                 column_of(viscosity, i + di, j + dj));
    mixer.drag()[lane] = dt * friction.drag.view()(i, j);
    mixer.brought(0)[lane] = dt * friction.wind.view()(i, j);
    const Turn turn = turn_of(Faces(), current, current.metrics.coriolis, i, j);
    const auto across = AcrossFace::of<Faces>(Faces::across(current), i, j);
    const double* const pushed = velocity.column(i, j);
    double* const value = mixer.value(0, 0) + lane;
    for (int k = 0; k < levels; ++k)
      value[k * lanes] = pushed[k] + (turn.here * (across.here_behind[k] + across.here[k]) +
                                      turn.ahead * (across.ahead_behind[k] + across.ahead[k]));
  };
  // The slope of the surface pushes all levels alike: so much that the flow's transport comes out.
  const auto slope_and_mix = [&](ColumnMixer& mixer, int i0, int j, int n) {
    double wanted[lanes] = {};
    for (int l = 0; l < n; ++l) wanted[l] = moved(i0 + l, j) / substeps;
    mixer.mix_to(wanted);
  };
  const auto move_alike = [&](int i, int j, double* settled) {
    const double height = mean(current.water.at(i, j), current.water.at(i + di, j + dj)).height;
    std::fill_n(settled, levels, moved(i, j) / substeps / height);
  };
  mixers.for_each_group(Faces::runs(sea), where, [&](ColumnMixer& mixer, int i0, int j, int n) {
    for (int l = 0; l < n; ++l) take(mixer, l, i0 + l, j);
    slope_and_mix(mixer, i0, j, n);
    for (int l = 0; l < n; ++l) {
      double* const settled = velocity.column(i0 + l, j);
      const double* const value = mixer.value(0, 0) + l;
      for (int k = 0; k < levels; ++k) settled[k] = value[k * lanes];
      const bool alike = current.thin(i0 + l, j, di, dj);
      friction.lowest_follows.view()(i0 + l, j) = alike ? 1 : mixer.lowest_follows()[l];
      if (alike) move_alike(i0 + l, j, settled);
    }
  });
}

template void settle<EastFaces>(ColumnMixers&, const Box&, const LocalSea&, const Current&,
                                const VerticalMixing&, FieldView<const double>, FaceFriction&,
                                FieldView<const double>, int, FieldView<double>);
template void settle<NorthFaces>(ColumnMixers&, const Box&, const LocalSea&, const Current&,
                                 const VerticalMixing&, FieldView<const double>, FaceFriction&,
                                 FieldView<const double>, int, FieldView<double>);

/// Differences to the lowest level are mixed: what is the same in all of a column that never moves
/// is not rounded off again and again.
void mix_tracers(ColumnMixers& mixers, const Box& where, const LocalSea& sea,
                 const Current& current, const VerticalMixing& mixing,
                 FieldView<const double> diffusivity, const SurfaceHeat& heat,
                 std::span<const FieldView<double>> tracers) {
  const int levels = current.levels.count(), count = static_cast<int>(tracers.size());
  mixers.for_each_group(sea.wet_cells, where, [&](ColumnMixer& mixer, int i0, int j, int n) {
    const auto each = [&](auto work) {
      for (int l = 0; l < n; ++l)
        for (int f = 0; f < count; ++f)
          work(tracers[static_cast<std::size_t>(f)].column(i0 + l, j), mixer.value(f, 0) + l);
    };
    for (int l = 0; l < n; ++l) {
      const double* const here = column_of(diffusivity, i0 + l, j);
      set_thickness(mixer, l, current.levels, current.water.at(i0 + l, j));
      set_exchange(mixer, l, levels, current.dt, mixing.diffusivity, here, here);
      mixer.brought(0)[l] = current.thin(i0 + l, j) ? 0 : current.dt * heat.at(i0 + l, j);
    }
    each([levels](const double* tracer, double* value) {
      for (int k = 0; k < levels; ++k) value[k * lanes] = tracer[k] - tracer[0];
    });
    mixer.mix();
    each([levels](double* tracer, const double* value) {
      for (int k = levels - 1; k >= 0; --k) tracer[k] = tracer[0] + value[k * lanes];
    });
  });
}

}  // namespace seafret
