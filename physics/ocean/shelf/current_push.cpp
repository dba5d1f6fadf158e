// SPDX-License-Identifier: BSD-3-Clause
#include "physics/ocean/shelf/current_push.hpp"

#include <array>
#include <cmath>

#include "physics/columns.hpp"
#include "physics/ocean/shelf/density_force.hpp"

namespace seafret {
namespace {

/// The speed in the lowest level.
template <class Faces>
double speed_at_bottom(const Current& current, int i, int j) {
  const double along = Faces::along(current)(i, j);
  const auto four = AcrossFace::of<Faces>(Faces::across(current), i, j);
  const double across =
      0.25 * ((*four.here_behind + *four.here) + (*four.ahead_behind + *four.ahead));
  return std::sqrt(along * along + across * across);
}

/// What the bending of parallels adds to the velocities of a column.
template <class Faces>
void bend(const Current& current, int i, int j, double* velocity) {
  const Turn turn = turn_of(Faces(), current, current.metrics.bend, i, j);
  const auto across = AcrossFace::of<Faces>(Faces::across(current), i, j);
  const auto east = [&](const double* other) {
    return Faces::di == 1 ? current.u.column(i, j) : other;
  };
  const double *const u0 = east(across.here_behind), *const u1 = east(across.here);
  const double *const u2 = east(across.ahead_behind), *const u3 = east(across.ahead);
#pragma omp simd
  for (int k = 0; k < current.levels.count(); ++k)
    velocity[k] += turn.here * (u0[k] * across.here_behind[k] + u1[k] * across.here[k]) +
                   turn.ahead * (u2[k] * across.ahead_behind[k] + u3[k] * across.ahead[k]);
}

/// Of velocities that come in from the open sea, over dt: water that stood still out there is as
/// fast as that after a head of u^2/2g (Bernoulli), which the flow of one layer pays as well. Else
/// what goes round through the boundary would come in with more energy than it went out with.
template <class Faces>
void slow_inflow(const Current& current, FieldView<const std::uint8_t> wet, int i, int j,
                 double* velocity) {
  const double* const now = Faces::along(current).column(i, j);
  const bool from_behind = !wet(i - Faces::di, j - Faces::dj),
             from_ahead = !wet(i + Faces::di, j + Faces::dj);
  const double per_speed = 0.5 * current.dt / Faces::distance(current.metrics, j);
  for (int k = 0; k < current.levels.count(); ++k)
    if (now[k] > 0 ? from_behind : from_ahead) velocity[k] -= per_speed * std::abs(now[k]) * now[k];
}

}  // namespace

FaceFriction::FaceFriction(const ShelfSettings& settings, Place of, const Box& owned)
    : place(of), wind(owned, halo, 1), drag(owned, halo, 1), lowest_follows(owned, halo, 1) {
  const int di = of == Place::east_face, dj = 1 - di;
  const auto& stress = settings.flow.stress;
  const Box box = owned.grown(halo);
  for (int j = box.y0; j < box.y1; ++j)
    for (int i = box.x0; i < box.x1; ++i) {
      const auto axis = static_cast<std::size_t>(dj);
      wind.view()(i, j) = stress ? 0.5 * (stress(i, j)[axis] + stress(i + di, j + dj)[axis]) : 0;
      drag.view()(i, j) = 0;
      lowest_follows.view()(i, j) = 1;
    }
}

void FaceFriction::blow(const WetRuns& faces, const FlowSettings& settings, double time) {
  if (!settings.wind) return;
  const TimeSeries& series = settings.wind->along(place);
  series.find_on_faces(faces, place, wind.view().box, series.at(time), wind.view());
}

std::size_t FaceFriction::bytes(const Box& owned) {
  return 3 * FieldDescription{.halo = halo}.bytes(owned);
}

template <class Faces>
double CurrentPush<Faces>::drag(const Current& current, int i, int j) const {
  const auto coefficient = [&] {
    if (flow_.roughness == 0) return flow_.drag;
    const WaterColumn water =
        mean(current.water.at(i, j), current.water.at(i + Faces::di, j + Faces::dj));
    return drag_at(flow_, 0.5 * water.thickness(current.levels, 0));
  };
  return coefficient() * speed_at_bottom<Faces>(current, i, j) + flow_.linear_drag;
}

template <class Faces>
void CurrentPush<Faces>::find_drag(const Box& where, const LocalSea& sea, const Current& current,
                                   FaceFriction& friction) const {
  for_each_point(Faces::runs(sea), where,
                 [&](int i, int j) { friction.drag.view()(i, j) = drag(current, i, j); });
}

template <class Faces>
void CurrentPush<Faces>::push(const Box& where, const LocalSea& sea, const ShelfBed& bed,
                              const Current& current, const WaterState& state,
                              FieldView<double> next, FaceFriction& friction,
                              FlowDrive::Faces& drive) const {
  constexpr int di = Faces::di, dj = Faces::dj;
  const SeaLevels& levels = current.levels;
  const FieldView<const double> now = Faces::along(current);
  const double dt = current.dt, substep = dt / substeps_;
  const FieldView<const std::uint8_t> wet = bed.wet(Faces::place);
  const auto add_density_force = [&](int i, int j, double* force, double* after) {
    const DenseColumn here = state.dense(i, j), ahead = state.dense(i + di, j + dj);
    const bool none_behind = !wet(i - di, j - dj) || current.thin(i - di, j - dj);
    const bool none_beyond = !wet(i + di, j + dj) || current.thin(i + 2 * di, j + 2 * dj);
    const DenseColumn behind = none_behind ? here : state.dense(i - di, j - dj);
    const DenseColumn beyond = none_beyond ? ahead : state.dense(i + 2 * di, j + 2 * dj);
    find_density_force(levels.count(), {behind, here, ahead, beyond},
                       Faces::distance(current.metrics, j), state_.reference_density, force);
    for (int k = 0; k < levels.count(); ++k) after[k] += dt * force[k];
  };
  const auto push_column = [&](int i, int j, const SideBuffers& buffers) {
    const WaterColumn water = mean(current.water.at(i, j), current.water.at(i + di, j + dj));
    const double* const before = now.column(i, j);
    double* const after = next.column(i, j);
    if (!current.thin(i, j, di, dj)) add_density_force(i, j, buffers.spare(), after);
    if (current.metrics.bends()) bend<Faces>(current, i, j, after);
    if (wet(i, j) == open_point) slow_inflow<Faces>(current, wet, i, j, after);
    const double gained = sum_of_levels(levels.count(), [=, &levels](int k) {
      return water.thickness(levels, k) * (after[k] - before[k]);
    });
    const double transport = sum_of_levels(
        levels.count(), [=, &levels](int k) { return water.thickness(levels, k) * before[k]; });
    const double r = drag(current, i, j);
    friction.drag.view()(i, j) = r;
    // As the depth mean changes, the bottom drags by as much as the lowest level follows it: what
    // it drags more comes first.
    const double follows = friction.lowest_follows.view()(i, j);
    drive.stress.view()(i, j) = gained / dt + friction.wind.view()(i, j) -
                                r * (before[0] - follows * transport / water.height);
    drive.kept.view()(i, j) = 1 / (1 + substep * r * follows / water.height);
  };
  const std::array velocity{now};
  const std::array pushed{next};
  sweep_.carry(where, Faces::runs(sea), typename Faces::Volumes(current, bed.wet(Faces::place)),
               velocity, pushed, push_column);
}

template class CurrentPush<EastFaces>;
template class CurrentPush<NorthFaces>;

}  // namespace seafret
