// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "physics/advection.hpp"
#include "physics/advection/sweep_grid.hpp"
#include "physics/advection/sweep_workspace.hpp"

namespace seafret {

/// One call of a scheme, as one thread sees it.
template <class Scheme>
class Sweep {
 public:
  using Faces = typename Scheme::Faces;
  using Workspace = SweepWorkspace<Faces>;
  using OfColumn = ColumnFaces<Faces>;
  static constexpr int flops_per_cell = 7;  // what is made of the fluxes

  Sweep(const Scheme& scheme, const SweepGrid& grid, const Workspace& work, const Wind& wind,
        double dt, std::span<const FieldView<const double>> scalars, const Mixing& mixing,
        std::span<const FieldView<double>> tendencies = {}, const LeapAlong& leap = {})
      : scheme_(scheme),
        grid_(grid),
        work_(work),
        faces_(work.faces_of(0)),
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
    for (int i = tile.x0; i < tile.x1; ++i)
      find_fluxes(faces_.north, north_, i, tile.y0 - 1,
                  [&](int f) { return work_.south_flux(f, i - tile.x0); });
    for (int j = tile.y0; j < tile.y1; ++j) {
      begin_row(tile.x0, j, edges.west);
      for (int i = tile.x0; i < tile.x1; i += work_.stretch)
        advect_stretch({i, std::min(i + work_.stretch, tile.x1), j, j + 1}, tile, edges.into_last);
    }
  }

  void find_east_fluxes(int i, int j, double* flux) const {
    find_fluxes(faces_.east, east_, i, j, [&](int f) { return flux + f * levels_; });
  }

  void show_top_fluxes(int i, int j, const ScalarAdvection::SeeFluxes& see) const {
    find_faces(faces_, i, j);
    for (int f = 0; f < fields(); ++f) {
      double* const fluxes = work_.west_flux(f);
      const std::ptrdiff_t to_east = scalar(f).levels, to_north = scalar(f).row();
      face_fluxes(faces_.top, {1, to_east, to_north}, {}, f, i, j, fluxes);
      see(static_cast<std::size_t>(f), i, j, fluxes);
    }
  }

 private:
  /// Columns of memory that will be wanted soon.
  using Ahead = std::array<const double*, 6>;
  /// Of the wind through the side faces of a column.
  struct Ways {
    Blows east, north;
  };
  /// What is mixed of a scalar in a column.
  struct Mixed {
    bool any = false;
    const double* values = nullptr;  ///< if it is not what is carried
  };
  /// In memory, from a cell to that beyond a face and to two beside it.
  struct Steps {
    std::ptrdiff_t along, a, b;
  };

  int fields() const { return static_cast<int>(scalars_.size()); }
  const FieldView<const double>& scalar(int f) const {
    return scalars_[static_cast<std::size_t>(f)];
  }

  /// Some columns of a row, of one field after the other.
  void advect_stretch(const Box& columns, const Box& tile, const Fluxes<double>& into_last) const {
    const int j = columns.y0;
    std::array<Ways, Workspace::longest_stretch> ways;
    const auto way = [&](int i) -> Ways& { return ways[static_cast<std::size_t>(i - columns.x0)]; };
    for (int i = columns.x0; i < columns.x1; ++i) {
      const OfColumn faces = work_.faces_of(i - columns.x0);
      find_faces(faces, i, j);
      way(i) = {way_through(faces.east), way_through(faces.north)};
    }
    for (int f = 0; f < fields(); ++f)
      for (int i = columns.x0; i < columns.x1; ++i) {
        const bool closed = into_last.data == nullptr || i < tile.x1 - 1;
        if (!closed)
          std::copy_n(work_.west_flux(f), levels_, into_last.column(i - 1, j) + f * levels_);
        told_apart(way(i).east, [&]<Blows east>() {
          told_apart(way(i).north, [&]<Blows north>() {
            advect_column<east, north>(f, i, j, work_.faces_of(i - columns.x0).east,
                                       ahead_of(f, i, j, columns, tile),
                                       work_.south_flux(f, i - tile.x0), closed);
          });
        });
      }
  }

  /// Through all side faces of a column.
  Blows way_through(const FaceNumbers& faces) const {
    int forward = 0;
    for (int k = 0; k < levels_; ++k)
      forward += FaceNumbers::get<double>(numbers_at(faces, k), Faces::speed) >= 0;
    return forward == levels_ ? Blows::forward : forward == 0 ? Blows::backward : Blows::both;
  }

  /// What the column after this one, beside it or of the next field, needs and no other has used.
  Ahead ahead_of(int f, int i, int j, const Box& columns, const Box& tile) const {
    if (++i == columns.x1 && ++f < fields()) i = columns.x0;
    if (f == fields()) f = 0;
    if (i == tile.x1) --i;  // there is none: this one again
    const FieldView<const double>& q = scalar(f);
    const auto n = static_cast<std::size_t>(f);
    const double *const here = q.column(i, j), *const east = here + q.levels;
    const double* const tendency = tendencies_[n].column(i, j);
    return {here + 2 * q.row(), east + q.levels,
            east - q.row(),     east + q.row(),
            tendency,           leap_.at_once(n) ? leap_.now[n].column(i, j) : tendency};
  }

  void begin_row(int x0, int j, const Fluxes<const double>& known) const {
    if (known.data == nullptr)
      return find_fluxes(faces_.east, east_, x0 - 1, j, [&](int f) { return work_.west_flux(f); });
    for (int f = 0; f < fields(); ++f)
      std::copy_n(known.column(x0 - 1, j) + f * levels_, levels_, work_.west_flux(f));
  }

  /// All of a cell at once, so that what its faces need is loaded once: loads are as scarce as
  /// arithmetic.  Lines of the columns ahead are fetched beside it: to be asked
  /// for all at once they would have to queue.  What leaves to the east and north comes in to the
  /// next cells; of a column that is not `closed` as much leaves to the east as comes in
  /// (EdgeFluxes::into_last).
  template <Blows to_the_east, Blows to_the_north>
  [[gnu::flatten]] void advect_column(int f, int i, int j, const FaceNumbers& faces,
                                      const Ahead& ahead, double* south, bool closed) const {
    const auto n = static_cast<std::size_t>(f);
    const std::ptrdiff_t to_east = scalar(f).levels, to_north = scalar(f).row();
    const double* const past = scalar(f).column(i, j);
    const Mixed mixed = mixed_in(f, i, j);
    const double* const per_mass = grid_.per_mass.data();
    double* const west = work_.west_flux(f);
    double* const next = tendencies_[n].column(i, j);
    double* const now = leap_.at_once(n) && closed ? leap_.now[n].column(i, j) : nullptr;
    const bool alone = leap_.alone(n);
    const double span = leap_.span, filter = leap_.filter, keep = 1 - 2 * filter;
    double through_bottom = 0;
    over_levels(0, levels_, [&]<class V>(int k) {
      for (const double* const column : ahead) __builtin_prefetch(column + k);
      const auto cells = ColumnCells<V>::of(past + k, to_east, to_north);
      const V from_west = load<V>(west + k), from_south = load<V>(south + k);
      const double* const east_face = numbers_at(faces, k);
      const double* const north_face = east_face + OfColumn::next_side;
      const double* const top_face = north_face + OfColumn::next_side;
      const V top = flux<Blows::both>(top_face, cells.round_top(), mixed, k, 1);
      const V north = flux<to_the_north>(north_face, cells.round_north(), mixed, k, to_north);
      V east = from_west;
      if (closed) east = flux<to_the_east>(east_face, cells.round_east(), mixed, k, to_east);
      const V across =
          (from_south - north) + (shifted_in(through_bottom, top) - top) * load<V>(per_mass + k);
      const V along = from_west - east;
      through_bottom = last_of(top);
      store(west + k, east);
      store(south + k, north);
      if (now != nullptr) {  // see LeapAlong
        const V leapt = cells.here + span * (across + along);
        store(next + k, leapt);
        store(now + k, keep * load<V>(now + k) + filter * cells.here + filter * leapt);
      } else {
        store(next + k, ((alone ? V{} : load<V>(next + k)) + across) + along);
      }
    });
  }

  /// Those of all fields through the faces on one side of a column; where(f) is where they go.
  template <class Where>
  void find_fluxes(const FaceNumbers& faces, const SideFaces& side, int i, int j,
                   Where where) const {
    find_faces(faces, side, i, j);
    for (int f = 0; f < fields(); ++f) {
      const std::ptrdiff_t to_east = scalar(f).levels, to_north = scalar(f).row();
      const std::ptrdiff_t along = side.di * to_east + side.dj * to_north,
                           across = side.dj * to_east + side.di * to_north;
      face_fluxes(faces, {along, across, 1}, mixed_in(f, i, j), f, i, j, where(f));
    }
  }
  /// Of one field through the faces of a column that look one way.
  [[gnu::flatten]] void face_fluxes(const FaceNumbers& faces, const Steps& steps,
                                    const Mixed& mixed, int f, int i, int j, double* fluxes) const {
    const double* const q = scalar(f).column(i, j);
    const double* const ahead = scalar(std::min(f + 1, fields() - 1)).column(i, j);
    const std::ptrdiff_t along = steps.along;
    over_levels(0, levels_, [&]<class V>(int k) {
      for (const std::ptrdiff_t beyond : {-along, 2 * along, steps.a, along + steps.a})
        __builtin_prefetch(ahead + beyond + k);
      const auto cells = FaceCells<V>::of(q + k, along, steps.a, steps.b);
      store(fluxes + k, flux<Blows::both>(faces.at(k), cells, mixed, k, along));
    });
  }

  Mixed mixed_in(int f, int i, int j) const {
    if (!mixing_.any() || mixing_.scalars.data() == scalars_.data()) return {mixing_.any()};
    return {true, mixing_.scalars[static_cast<std::size_t>(f)].column(i, j)};
  }

  /// What the wind carries less what goes back down the gradient of what is mixed.
  template <Blows way, class V>
  static V flux(const double* face, const FaceCells<V>& cells, const Mixed& mixed, int k,
                std::ptrdiff_t along) {
    const V carried = Faces::template flux<way>(face, cells);
    if (!mixed.any) return carried;
    V difference = cells.next - cells.here;
    if (mixed.values != nullptr)
      difference = load<V>(mixed.values + along + k) - load<V>(mixed.values + k);
    return carried - FaceNumbers::get<V>(face, OfColumn::mixed) * difference;
  }

  static double* numbers_at(const FaceNumbers& faces, int k) {
    return faces.template at<3 * OfColumn::numbers>(k);
  }
  template <class V, std::size_t count>
  static void set(const FaceNumbers& faces, int k, const std::array<V, count>& numbers) {
    double* const at_level = numbers_at(faces, k);
    for (std::size_t n = 0; n < count; ++n) store(at_level + n * vector_width, numbers[n]);
  }

  /// All faces of a column: what they share is loaded once.  Through the lid goes nothing.
  void find_faces(const OfColumn& faces, int i, int j) const {
    const auto to_east = scheme_.side(east_, i, j, dt_), to_north = scheme_.side(north_, i, j, dt_);
    const auto upwards = scheme_.top(wind_, i, j, dt_);
    over_levels(0, levels_, [&]<class V>(int k) {
      const auto east = to_east.template at<V>(k), north = to_north.template at<V>(k),
                 top = upwards.template at<V>(k);
      to_east.fetch_next(k, levels_);
      to_north.fetch_next(k, levels_);
      upwards.fetch_next(k, levels_);
      set(faces.east, k, east);
      set(faces.north, k, north);
      set(faces.top, k, top);
    });
    upwards.mend_ends(faces.top, levels_);
    if (mixing_.any()) find_mixing(faces, i, j);
    for (int n = 0; n < OfColumn::numbers; ++n) faces.top.set(n, levels_ - 1, 0.);
  }
  void find_mixing(const OfColumn& faces, int i, int j) const {
    const FieldView<const double>& diffusivity = mixing_.diffusivity;
    const double *const here = diffusivity.column(i, j), *const east = diffusivity.column(i + 1, j),
                        *const north = diffusivity.column(i, j + 1);
    const double *const rho_half = grid_.rho_half.data(), *const per_step = grid_.per_step.data();
    const double per_x2 = per_area(east_), per_y2 = per_area(north_);
    over_levels(0, levels_, [&]<class V>(int k) {
      const V to_east = per_x2 * between<V>(here, east, k),
              to_north = per_y2 * between<V>(here, north, k),
              up = load<V>(here + k + 1) * load<V>(rho_half + k) * load<V>(per_step + k + 1);
      const int next = k + diffusivity.levels;
      fetch(east + next, north + next);
      faces.east.set(OfColumn::mixed, k, to_east);
      faces.north.set(OfColumn::mixed, k, to_north);
      faces.top.set(OfColumn::mixed, k, up);
    });
  }

  /// Those on one side alone.
  void find_faces(const FaceNumbers& faces, const SideFaces& side, int i, int j) const {
    const auto beyond = scheme_.side(side, i, j, dt_);
    over_levels(0, levels_, [&]<class V>(int k) { set(faces, k, beyond.template at<V>(k)); });
    if (!mixing_.any()) return;
    const double* const here = mixing_.diffusivity.column(i, j);
    const double* const next = mixing_.diffusivity.column(i + side.di, j + side.dj);
    const double share = per_area(side);
    over_levels(0, levels_, [&]<class V>(int k) {
      faces.set(OfColumn::mixed, k, share * between<V>(here, next, k));
    });
  }
  static double per_area(const SideFaces& side) { return 1 / (side.spacing * side.spacing); }

  const Scheme& scheme_;
  const SweepGrid& grid_;
  const Workspace& work_;
  OfColumn faces_;  // of the first column at work
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
