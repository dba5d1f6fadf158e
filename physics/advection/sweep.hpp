// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "physics/advection.hpp"
#include "physics/advection/sweep_workspace.hpp"

namespace seafret {

/// The faces on one side of columns: which way they look, and the wind through and along them.
struct SideFaces {
  FieldView<const double> normal, along;
  double spacing = 1, along_spacing = 1;  ///< m
  int di = 0, dj = 0;                     ///< from a column to the one beyond the face
};

/// What the operators of a sweep divide by, inverted once.
struct SweepGrid {
  explicit SweepGrid(const Mesh& mesh)
      : per_step(mesh.levels.z.size() + 1, 0.),
        rho_half(mesh.levels.rho_half),
        dx(mesh.dx),
        dy(mesh.dy) {
    const VerticalGrid& levels = mesh.levels;
    for (std::size_t k = 0; k < levels.z.size(); ++k) {
      per_mass.push_back(1 / (levels.rho[k] * levels.dz[k]));
      if (k > 0) per_step[k] = 1 / levels.dz_half[k - 1];
    }
  }
  int levels() const { return static_cast<int>(per_mass.size()); }

  std::vector<double> per_mass;  ///< 1/(rho dz)
  std::vector<double> per_step;  ///< 1/dz_half; that of half level k is at k + 1, ends are 0
  std::vector<double> rho_half;
  double dx, dy;
};

/// One call of a scheme, as one thread sees it.
template <class Scheme>
class Sweep {
 public:
  using Faces = typename Scheme::Faces;
  using Workspace = SweepWorkspace<Faces>;
  static constexpr int flops_per_cell = 7;  // what is made of the fluxes

  Sweep(const Scheme& scheme, const SweepGrid& grid, const Workspace& work, const Wind& wind,
        double dt, std::span<const FieldView<const double>> scalars, const Mixing& mixing,
        std::span<const FieldView<double>> tendencies = {}, const LeapAlong& leap = {})
      : scheme_(scheme),
        grid_(grid),
        work_(work),
        wind_(wind),
        east_{wind.u, wind.v, grid.dx, grid.dy, 1, 0},
        north_{wind.v, wind.u, grid.dy, grid.dx, 0, 1},
        dt_(dt),
        levels_(grid.levels()),
        scalars_(scalars),
        mixing_(mixing),
        tendencies_(tendencies),
        leap_(leap) {}

  /// `edges` are the tile's.
  void run(const Box& tile, const EdgeFluxes& edges) const {
    for (int i = tile.x0; i < tile.x1; ++i) {
      find_north_faces(i, tile.y0 - 1);
      for (int f = 0; f < fields(); ++f)
        north_flux(f, i, tile.y0 - 1, work_.south_flux(f, i - tile.x0), none(f, i, tile.y0 - 1));
    }
    for (int j = tile.y0; j < tile.y1; ++j) {
      begin_row(tile.x0, j, edges.west);
      for (int i = tile.x0; i < tile.x1; ++i) {
        const bool closed = edges.into_last.data == nullptr || i < tile.x1 - 1;
        if (closed) find_east_faces(i, j);
        find_north_faces(i, j);
        find_top_faces(i, j);
        for (int f = 0; f < fields(); ++f)
          advect_column(f, i, j, ahead_of(f, i, j, tile), work_.south_flux(f, i - tile.x0),
                        closed ? nullptr : edges.into_last.column(i - 1, j) + f * levels_);
      }
    }
  }

  void find_east_fluxes(int i, int j, double* flux) const {
    find_east_faces(i, j);
    for (int f = 0; f < fields(); ++f) east_flux(f, i, j, flux + f * levels_, none(f, i, j));
  }

 private:
  int fields() const { return static_cast<int>(scalars_.size()); }
  const FieldView<const double>& scalar(int f) const {
    return scalars_[static_cast<std::size_t>(f)];
  }

  /// Whether nothing else has a tendency for it; and whether it steps at once.
  bool is_alone(int f) const { return static_cast<std::size_t>(f) >= leap_.first; }
  bool leaps(int f) const { return is_alone(f) && !leap_.now.empty(); }

  /// What the column after this one, of the next field or beside it, needs and no other has used.
  std::array<Ahead, 3> ahead_of(int f, int i, int j, const Box& tile) const {
    if (++f == fields()) f = 0, ++i;
    if (i == tile.x1) --i;  // there is none: this one again
    const FieldView<const double>& q = scalar(f);
    const auto n = static_cast<std::size_t>(f);
    const double* const tendency = tendencies_[n].column(i, j);
    return {{{q.column(i, j + 2), q.column(i + 2, j)},
             {q.column(i + 1, j - 1), q.column(i + 1, j + 1)},
             {tendency, leaps(f) ? leap_.now[n].column(i, j) : tendency}}};
  }
  Ahead none(int f, int i, int j) const { return {scalar(f).column(i, j), scalar(f).column(i, j)}; }

  void begin_row(int x0, int j, const Fluxes<const double>& known) const {
    if (known.data == nullptr) find_east_faces(x0 - 1, j);
    for (int f = 0; f < fields(); ++f)
      if (known.data == nullptr)
        east_flux(f, x0 - 1, j, work_.west_flux(f), none(f, x0 - 1, j));
      else
        std::copy_n(known.column(x0 - 1, j) + f * levels_, levels_, work_.west_flux(f));
  }

  /// Without an east flux of its own if there is somewhere to put the west one: see EdgeFluxes.
  void advect_column(int f, int i, int j, const std::array<Ahead, 3>& ahead, double* south,
                     double* into_last) const {
    const FieldView<const double>& q = scalar(f);
    double* tendency = tendencies_[static_cast<std::size_t>(f)].column(i, j);
    double *north = work_.north_flux, *top = work_.top_flux;
    double* const west = work_.west_flux(f);
    double* const east = into_last != nullptr ? west : work_.east_flux;
    if (into_last != nullptr)
      std::copy_n(west, levels_, into_last);
    else
      east_flux(f, i, j, east, ahead[0]);
    north_flux(f, i, j, north, ahead[1]);
    fluxes_through(work_.top, q.column(i, j), 1, q.levels, q.row(), levels_ - 1, top + 1, ahead[2]);
    mix(work_.top_mixing, f, i, j, 1, levels_ - 1, top + 1);
    if (leaps(f) && into_last == nullptr) return step_column(f, i, j, west, east, south);
    if (is_alone(f)) std::fill_n(tendency, levels_, 0.);
    sum_up(west, east, south, [=](int k, double across, double along) {
      tendency[k] += across;
      tendency[k] += along;
    });
  }

  /// See LeapAlong.
  void step_column(int f, int i, int j, double* west, const double* east, double* south) const {
    const auto n = static_cast<std::size_t>(f);
    const double* const past = scalar(f).column(i, j);
    double* const now = leap_.now[n].column(i, j);
    double* const next = tendencies_[n].column(i, j);
    const double span = leap_.span, filter = leap_.filter, keep = 1 - 2 * filter;
    sum_up(west, east, south, [=](int k, double across, double along) {
      const double tendency = across + along;
      next[k] = past[k] + span * tendency;
      now[k] = keep * now[k] + filter * past[k] + filter * next[k];
    });
  }

  /// take(level, what comes in through north, south, top and bottom, and along x); what left to the
  /// east and north comes in to the next cells.
  template <class Take>
  void sum_up(double* west, const double* east, double* south, Take take) const {
    const double *north = work_.north_flux, *top = work_.top_flux;
    const double* const per_mass = grid_.per_mass.data();
#pragma omp simd simdlen(8)
    for (int k = 0; k < levels_; ++k) {
      take(k, (south[k] - north[k]) + (top[k] - top[k + 1]) * per_mass[k], west[k] - east[k]);
      west[k] = east[k];
      south[k] = north[k];
    }
  }

  void east_flux(int f, int i, int j, double* flux, const Ahead& ahead) const {
    const FieldView<const double>& q = scalar(f);
    fluxes_through(work_.east, q.column(i, j), q.levels, q.row(), 1, levels_, flux, ahead);
    mix(work_.east_mixing, f, i, j, q.levels, levels_, flux);
  }
  void north_flux(int f, int i, int j, double* flux, const Ahead& ahead) const {
    const FieldView<const double>& q = scalar(f);
    fluxes_through(work_.north, q.column(i, j), q.row(), q.levels, 1, levels_, flux, ahead);
    mix(work_.north_mixing, f, i, j, q.row(), levels_, flux);
  }

  /// Takes from the fluxes of a scalar what goes back down its gradient.
  void mix(const double* per_difference, int f, int i, int j, std::ptrdiff_t along, int levels,
           double* flux) const {
    if (!mixing_.any()) return;
    const double* const q = mixing_.scalars[static_cast<std::size_t>(f)].column(i, j);
    const double* const next = q + along;
#pragma omp simd simdlen(8)
    for (int k = 0; k < levels; ++k) flux[k] -= per_difference[k] * (next[k] - q[k]);
  }

  void find_east_faces(int i, int j) const {
    scheme_.find_side_faces(work_.east, east_, i, j, dt_);
    find_side_mixing(work_.east_mixing, east_, i, j);
  }
  void find_north_faces(int i, int j) const {
    scheme_.find_side_faces(work_.north, north_, i, j, dt_);
    find_side_mixing(work_.north_mixing, north_, i, j);
  }
  void find_top_faces(int i, int j) const {
    scheme_.find_top_faces(work_.top, wind_, i, j, dt_);
    if (!mixing_.any()) return;
    const double* const diffusivity = mixing_.diffusivity.column(i, j);
    for (int k = 0; k < levels_ - 1; ++k)
      work_.top_mixing[k] =
          diffusivity[k + 1] * grid_.rho_half[std::size_t(k)] * grid_.per_step[std::size_t(k) + 1];
  }
  void find_side_mixing(double* per_difference, const SideFaces& side, int i, int j) const {
    if (!mixing_.any()) return;
    const double* const here = mixing_.diffusivity.column(i, j);
    const double* const next = mixing_.diffusivity.column(i + side.di, j + side.dj);
    const double per_area = 1 / (side.spacing * side.spacing);
    for (int k = 0; k < levels_; ++k) per_difference[k] = per_area * between(here, next, k);
  }

  const Scheme& scheme_;
  const SweepGrid& grid_;
  const Workspace& work_;
  const Wind& wind_;
  SideFaces east_, north_;
  double dt_;
  int levels_;
  std::span<const FieldView<const double>> scalars_;
  const Mixing& mixing_;
  std::span<const FieldView<double>> tendencies_;
  LeapAlong leap_;
};

}  // namespace seafret
