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

}  // namespace

FaceFriction::FaceFriction(const ShelfSettings& settings, Place place, const Box& owned)
    : wind(owned, {}, 1), drag(owned, {}, 1) {
  const int di = place == Place::east_face, dj = 1 - di;
  const auto& stress = settings.flow.stress;
  for (int j = owned.y0; j < owned.y1; ++j)
    for (int i = owned.x0; i < owned.x1; ++i) {
      const auto axis = static_cast<std::size_t>(dj);
      wind.view()(i, j) = stress ? 0.5 * (stress(i, j)[axis] + stress(i + di, j + dj)[axis]) : 0;
      drag.view()(i, j) = 0;
    }
}

std::size_t FaceFriction::bytes(const Box& owned) { return 2 * FieldDescription{}.bytes(owned); }

template <class Faces>
void CurrentPush<Faces>::push(const LocalSea& sea, const ShelfBed& bed, const Current& current,
                              const WaterState& state, FieldView<double> next,
                              FaceFriction& friction, FlowDrive::Faces& drive) const {
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
    const double gained = sum_of_levels(levels.count(), [=, &levels](int k) {
      return water.thickness(levels, k) * (after[k] - before[k]);
    });
    const double transport = sum_of_levels(
        levels.count(), [=, &levels](int k) { return water.thickness(levels, k) * before[k]; });
    const double drag = flow_.drag * speed_at_bottom<Faces>(current, i, j) + flow_.linear_drag;
    friction.drag.view()(i, j) = drag;
    // The depth-mean flow drags by its own velocity: what that of the bottom has more comes first.
    drive.stress.view()(i, j) =
        gained / dt + friction.wind.view()(i, j) - drag * (before[0] - transport / water.height);
    drive.kept.view()(i, j) = 1 / (1 + substep * drag / water.height);
  };
  const std::array velocity{now};
  const std::array pushed{next};
  sweep_.carry(owned_, Faces::runs(sea), typename Faces::Volumes(current, bed.wet(Faces::place)),
               velocity, pushed, push_column);
}

template class CurrentPush<EastFaces>;
template class CurrentPush<NorthFaces>;

}  // namespace seafret
