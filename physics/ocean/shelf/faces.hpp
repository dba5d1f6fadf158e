// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/ocean/basin/local_sea.hpp"
#include "physics/ocean/shelf/volumes.hpp"

namespace seafret {

/// What differs between the faces of one kind and those of the other.
struct EastFaces {
  using Volumes = EastFaceVolumes;
  static constexpr Place place = Place::east_face;
  static constexpr int di = 1, dj = 0;
  static const WetRuns& runs(const LocalSea& sea) { return sea.east_faces; }
  static double distance(const SeaMetrics& m, int j) { return m.dx[static_cast<std::size_t>(j)]; }
  static FieldView<const double> along(const Current& c) { return c.u; }
  static FieldView<const double> across(const Current& c) { return c.v; }
};

struct NorthFaces {
  using Volumes = NorthFaceVolumes;
  static constexpr Place place = Place::north_face;
  static constexpr int di = 0, dj = 1;
  static const WetRuns& runs(const LocalSea& sea) { return sea.north_faces; }
  static double distance(const SeaMetrics& m, int) { return m.dy; }
  static FieldView<const double> along(const Current& c) { return c.v; }
  static FieldView<const double> across(const Current& c) { return c.u; }
};

/// The four velocities across a face's own, two beside each of its cells.
struct AcrossFace {
  const double *here_behind, *here, *ahead_behind, *ahead;

  template <class Faces>
  static AcrossFace of(const FieldView<const double>& across, int i, int j) {
    constexpr int di = Faces::di, dj = Faces::dj;
    return {across.column(i - dj, j - di), across.column(i, j),
            across.column(i + di - dj, j + dj - di), across.column(i + di, j + dj)};
  }
};

/// How much turns from the velocities across a face's here and ahead to that through it, within dt,
/// where rows turn by these rates. Each pair of faces meets in one cell, by whose water the two act
/// on each other, so that no work is done.
struct Turn {
  double here, ahead;
};
inline Turn turn_of(EastFaces, const Current& c, const std::vector<double>& rates, int i, int j) {
  const auto row = static_cast<std::size_t>(j);
  const double here = c.water.at(i, j).height, ahead = c.water.at(i + 1, j).height;
  const double turn = 0.5 * c.dt * rates[row] / (here + ahead);
  return {turn * here, turn * ahead};
}
inline Turn turn_of(NorthFaces, const Current& c, const std::vector<double>& rates, int i, int j) {
  const auto row = static_cast<std::size_t>(j);
  const SeaMetrics& m = c.metrics;
  const double here = c.water.at(i, j).height, ahead = c.water.at(i, j + 1).height;
  const double turn = -0.5 * c.dt / (m.dx_north[row] * (here + ahead));
  return {turn * here * rates[row] * m.dx[row], turn * ahead * rates[row + 1] * m.dx[row + 1]};
}

}  // namespace seafret
