// SPDX-License-Identifier: BSD-3-Clause
#include "physics/advection/ultimate.hpp"

#include <omp.h>

#include <cassert>

#include "physics/columns.hpp"

namespace seafret {

/// One call of the scheme, as one thread sees it.
class Ultimate::Sweep {
 public:
  Sweep(const Ultimate& scheme, const Wind& wind, double dt,
        std::span<const FieldView<const double>> scalars,
        std::span<const FieldView<double>> tendencies = {})
      : scheme_(scheme),
        work_(scheme.workspaces_[static_cast<std::size_t>(omp_get_thread_num())]),
        wind_(wind),
        dt_(dt),
        levels_(scheme.levels_.levels()),
        scalars_(scalars),
        tendencies_(tendencies) {}

  /// `edges` are the tile's.
  void run(const Box& tile, const EdgeFluxes& edges) const {
    for (int i = tile.x0; i < tile.x1; ++i) {
      find_north_faces(i, tile.y0 - 1);
      for (int f = 0; f < fields(); ++f)
        north_flux(f, i, tile.y0 - 1, work_.south_flux(f, i - tile.x0));
    }
    for (int j = tile.y0; j < tile.y1; ++j) {
      begin_row(tile.x0, j, edges.west);
      for (int i = tile.x0; i < tile.x1; ++i) {
        const bool closed = edges.into_last.data == nullptr || i < tile.x1 - 1;
        if (closed) find_east_faces(i, j);
        find_north_faces(i, j);
        find_top_faces(i, j);
        for (int f = 0; f < fields(); ++f)
          advect_column(f, i, j, work_.south_flux(f, i - tile.x0),
                        closed ? nullptr : edges.into_last.column(i - 1, j) + f * levels_);
      }
    }
  }

  void find_east_fluxes(int i, int j, double* flux) const {
    find_east_faces(i, j);
    for (int f = 0; f < fields(); ++f) east_flux(f, i, j, flux + f * levels_);
  }

 private:
  int fields() const { return static_cast<int>(scalars_.size()); }
  const FieldView<const double>& scalar(int f) const {
    return scalars_[static_cast<std::size_t>(f)];
  }

  void prefetch(const double* column) const {
    for (int k = 0; k < levels_; k += UltimateWorkspace::cache_line) __builtin_prefetch(column + k);
  }

  void begin_row(int x0, int j, const Fluxes<const double>& known) const {
    if (known.data == nullptr) find_east_faces(x0 - 1, j);
    for (int f = 0; f < fields(); ++f)
      if (known.data == nullptr)
        east_flux(f, x0 - 1, j, work_.west_flux(f));
      else
        std::copy_n(known.column(x0 - 1, j) + f * levels_, levels_, work_.west_flux(f));
  }

  /// Without an east flux of its own if there is somewhere to put the west one: see EdgeFluxes.
  void advect_column(int f, int i, int j, double* south, double* into_last) const {
    const FieldView<const double>& q = scalar(f);
    double* tendency = tendencies_[static_cast<std::size_t>(f)].column(i, j);
    // Of the columns that the next field needs this is the only one not used yet; to fetch it early
    // saves a fifth of the time.
    if (f + 1 < fields()) prefetch(scalar(f + 1).column(i, j + 2));
    prefetch(tendency);

    double *north = work_.north_flux, *top = work_.top_flux;
    double* const west = work_.west_flux(f);
    double* const east = into_last != nullptr ? west : work_.east_flux;
    if (into_last != nullptr)
      std::copy_n(west, levels_, into_last);
    else
      east_flux(f, i, j, east);
    north_flux(f, i, j, north);
    fluxes_through(work_.top, q.column(i, j), 1, q.levels, q.row(), levels_ - 1, top + 1);
    const double* per_mass = scheme_.per_mass_.data();
#pragma omp simd simdlen(8)
    for (int k = 0; k < levels_; ++k) {
      tendency[k] += (south[k] - north[k]) + (top[k] - top[k + 1]) * per_mass[k];
      tendency[k] += west[k] - east[k];
      west[k] = east[k];
      south[k] = north[k];
    }
  }

  void east_flux(int f, int i, int j, double* flux) const {
    const FieldView<const double>& q = scalar(f);
    fluxes_through(work_.east, q.column(i, j), q.levels, q.row(), 1, levels_, flux);
  }
  void north_flux(int f, int i, int j, double* flux) const {
    const FieldView<const double>& q = scalar(f);
    fluxes_through(work_.north, q.column(i, j), q.row(), q.levels, 1, levels_, flux);
  }

  void find_east_faces(int i, int j) const {
    find_side_faces(work_.east, wind_.u, wind_.v, scheme_.dx_, scheme_.dy_, i, j, 1, 0);
  }
  void find_north_faces(int i, int j) const {
    find_side_faces(work_.north, wind_.v, wind_.u, scheme_.dy_, scheme_.dx_, i, j, 0, 1);
  }

  /// The faces between column (i, j) and its neighbour at (di, dj); `side` is the horizontal wind
  /// along them.
  void find_side_faces(const UltimateFaces& faces, const FieldView<const double>& normal,
                       const FieldView<const double>& side, double spacing, double side_spacing,
                       int i, int j, int di, int dj) const {
    const int i2 = i + di, j2 = j + dj;
    const double* speed = normal.column(i, j);
    const double *side1 = side.column(i - dj, j - di), *side2 = side.column(i, j),
                 *side3 = side.column(i2 - dj, j2 - di), *side4 = side.column(i2, j2);
    const FieldView<const double> room = scheme_.room_.view(), rising = scheme_.rise_.view();
    const double *room1 = room.column(i, j), *room2 = room.column(i2, j2);
    const double *rise1 = rising.column(i, j), *rise2 = rising.column(i2, j2);
    const double* per_step = scheme_.per_step_.data();
    const double per_spacing = 1 / spacing, dt = dt_;
    const double eighth_side = dt / (8 * side_spacing), eighth_up = dt / 8;
#pragma omp simd simdlen(8)
    for (int k = 0; k < levels_; ++k) {
      const double here = room1[k], next = room2[k], below = per_step[k], above = per_step[k + 1];
      const double s = speed[k] * per_spacing, rise = rise1[k] + rise2[k];
      faces.set(k, s, s * dt, s >= 0 ? here : next);
      faces.across_a[k] = eighth_side * ((side1[k] + side2[k]) + (side3[k] + side4[k]));
      faces.across_b[k] = eighth_up * rise * (rise > 0 ? below : above);
    }
  }

  void find_top_faces(int i, int j) const {
    const UltimateFaces& faces = work_.top;
    const double* w = wind_.w.column(i, j);
    const double *u1 = wind_.u.column(i - 1, j), *u2 = wind_.u.column(i, j);
    const double *v1 = wind_.v.column(i, j - 1), *v2 = wind_.v.column(i, j);
    const double* room = scheme_.room_.view().column(i, j);
    const double *per_step = scheme_.per_step_.data(), *rho = scheme_.levels_.rho_half.data();
    const double dt = dt_, eighth_x = dt / (8 * scheme_.dx_), eighth_y = dt / (8 * scheme_.dy_);
#pragma omp simd simdlen(8)
    for (int k = 0; k < levels_ - 1; ++k) {
      const double here = room[k], next = room[k + 1];
      faces.set(k, rho[k] * w[k], w[k] * dt * per_step[k + 1], w[k] >= 0 ? here : next);
      faces.across_a[k] = eighth_x * ((u1[k] + u2[k]) + (u1[k + 1] + u2[k + 1]));
      faces.across_b[k] = eighth_y * ((v1[k] + v2[k]) + (v1[k + 1] + v2[k + 1]));
    }
    // The end cells are extrema, by the rule for what lies beyond them: they give their own value.
    if (levels_ < 2) return;
    if (w[0] >= 0) faces.room[0] = 0;
    if (w[levels_ - 2] < 0) faces.room[levels_ - 2] = 0;
  }

  const Ultimate& scheme_;
  const UltimateWorkspace& work_;
  const Wind& wind_;
  double dt_;
  int levels_;
  std::span<const FieldView<const double>> scalars_;
  std::span<const FieldView<double>> tendencies_;
};

std::vector<FieldDescription> Ultimate::work(int levels) {
  return {2, {.levels = levels, .halo = Halo::all(1)}};
}

Ultimate::Ultimate(const AdvectionSetup& setup)
    : levels_(setup.mesh.levels),
      dx_(setup.mesh.dx),
      dy_(setup.mesh.dy),
      per_step_(levels_.z.size() + 1, 0.),
      room_(setup.owned, work(levels_.levels())[0]),
      rise_(setup.owned, work(levels_.levels())[1]) {
  for (std::size_t k = 0; k < levels_.z.size(); ++k) {
    per_mass_.push_back(1 / (levels_.rho[k] * levels_.dz[k]));
    if (k > 0) per_step_[k] = 1 / levels_.dz_half[k - 1];
  }
  for (int thread = 0; thread < omp_get_max_threads(); ++thread)
    workspaces_.emplace_back(levels_.levels(), setup.fields);
}

int Ultimate::team() const {
  return std::min(omp_get_max_threads(), static_cast<int>(workspaces_.size()));
}

void Ultimate::find_east_fluxes(const Box& cells, const Wind& wind, double dt,
                                std::span<const FieldView<const double>> scalars,
                                const Fluxes<double>& fluxes) {
#pragma omp parallel num_threads(team())
  {
    describe_cells(cells.grown(Halo{0, 1, 0, 0}), wind, dt);
    const Sweep sweep(*this, wind, dt, scalars);
    share_columns({&cells, 1},
                  [&](int i, int j) { sweep.find_east_fluxes(i, j, fluxes.column(i, j)); });
  }
}

void Ultimate::advect(const Box& where, const Wind& wind, double dt,
                      std::span<const FieldView<const double>> scalars,
                      std::span<const FieldView<double>> tendencies, const EdgeFluxes& edges) {
  assert(scalars.size() == tendencies.size());
  if (where.empty()) return;
  const int threads = team();
  const int columns =
      (where.width() + UltimateWorkspace::tile_width - 1) / UltimateWorkspace::tile_width;
  const int rows = std::min(threads, where.height());
#pragma omp parallel num_threads(threads)
  {
    describe_cells(where.grown(1), wind, dt);
    const Sweep sweep(*this, wind, dt, scalars, tendencies);
#pragma omp for collapse(2) schedule(static)
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        sweep.run(
            {where.x0 + where.width() * column / columns,
             where.x0 + where.width() * (column + 1) / columns,
             where.y0 + where.height() * row / rows, where.y0 + where.height() * (row + 1) / rows},
            {column == 0 ? edges.west : Fluxes<const double>{},
             column == columns - 1 ? edges.into_last : Fluxes<double>{}});
  }
}

/// Called by all threads of a team, which share the columns out and wait for each other.
void Ultimate::describe_cells(const Box& where, const Wind& wind, double dt) {
  const double *per_mass = per_mass_.data(), *rho_half = levels_.rho_half.data();
  const int levels = levels_.levels();
#pragma omp for collapse(2) schedule(static)
  for (int j = where.y0; j < where.y1; ++j)
    for (int i = where.x0; i < where.x1; ++i) {
      const Wind::Faces at = wind.faces(i, j);
      double *room = room_.view().column(i, j), *rise = rise_.view().column(i, j);
      const auto describe = [=, this](int k, double below, double mass_below) {
        const double out = dt * (outgoing(at.east[k], at.west[k]) / dx_ +
                                 outgoing(at.north[k], at.south[k]) / dy_ +
                                 outgoing(rho_half[k] * at.top[k], mass_below) * per_mass[k]);
        room[k] = std::max(0., 1 / (out + 1e-30) - 1);
        rise[k] = below + at.top[k];
      };
      describe(0, 0., 0.);  // the ground
#pragma omp simd simdlen(8)
      for (int k = 1; k < levels; ++k) describe(k, at.top[k - 1], rho_half[k - 1] * at.top[k - 1]);
    }
}

}  // namespace seafret
