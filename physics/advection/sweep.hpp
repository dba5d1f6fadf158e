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
        north_fluxes(f, i, tile.y0 - 1, work_.south_flux(f, i - tile.x0));
    }
    for (int j = tile.y0; j < tile.y1; ++j) {
      begin_row(tile.x0, j, edges.west);
      for (int i = tile.x0; i < tile.x1; ++i) {
        const bool closed = edges.into_last.data == nullptr || i < tile.x1 - 1;
        if (closed) find_east_faces(i, j);
        find_north_faces(i, j);
        find_top_faces(i, j);
        for (int f = 0; f < fields(); ++f) {
          if (!closed)
            std::copy_n(work_.west_flux(f), levels_,
                        edges.into_last.column(i - 1, j) + f * levels_);
          const ScalarColumn column = column_of(f, i, j, tile);
          if (closed && leaps(f))
            advect_column<true>(f, column, closed);
          else
            advect_column<false>(f, column, closed);
        }
      }
    }
  }

  void find_east_fluxes(int i, int j, double* flux) const {
    find_east_faces(i, j);
    for (int f = 0; f < fields(); ++f) east_fluxes(f, i, j, flux + f * levels_);
  }

 private:
  /// What is mixed of a scalar in a column.
  struct Mixed {
    bool any = false;
    const double* values = nullptr;  ///< if it is not what is carried
  };

  /// A scalar in a column: where it is, what goes in and where the result goes to.
  struct ScalarColumn {
    const double* past;
    double *west, *south;  ///< fluxes, in and then out
    double *next, *now;
    Mixed mixed;
    const double *then_past, *then_next, *then_now;  ///< of the one after it
  };

  int fields() const { return static_cast<int>(scalars_.size()); }
  const FieldView<const double>& scalar(int f) const {
    return scalars_[static_cast<std::size_t>(f)];
  }

  /// Whether nothing else has a tendency for it; and whether it steps at once.
  bool is_alone(int f) const { return static_cast<std::size_t>(f) >= leap_.first; }
  bool leaps(int f) const { return is_alone(f) && !leap_.now.empty(); }

  double* now_of(int f, int i, int j) const {
    const auto n = static_cast<std::size_t>(f);
    return (leaps(f) ? leap_.now : tendencies_)[n].column(i, j);
  }

  /// The one after it is that of the next field, or of the first one beside it.
  ScalarColumn column_of(int f, int i, int j, const Box& tile) const {
    const int g = f + 1 < fields() ? f + 1 : 0, then = g > 0 ? i : std::min(i + 1, tile.x1 - 1);
    const auto n = static_cast<std::size_t>(f), m = static_cast<std::size_t>(g);
    return {scalar(f).column(i, j),
            work_.west_flux(f),
            work_.south_flux(f, i - tile.x0),
            tendencies_[n].column(i, j),
            now_of(f, i, j),
            mixed_in(f, i, j),
            scalar(g).column(then, j),
            tendencies_[m].column(then, j),
            now_of(g, then, j)};
  }

  void begin_row(int x0, int j, const Fluxes<const double>& known) const {
    if (known.data == nullptr) find_east_faces(x0 - 1, j);
    for (int f = 0; f < fields(); ++f)
      if (known.data == nullptr)
        east_fluxes(f, x0 - 1, j, work_.west_flux(f));
      else
        std::copy_n(known.column(x0 - 1, j) + f * levels_, levels_, work_.west_flux(f));
  }

  /// All of a cell at once, so that what its faces need is loaded once: loads are as scarce as
  /// arithmetic.  What the column after this one needs and no other has used is fetched beside it,
  /// a line each: to be asked for all at once they would have to queue.  What leaves to the east
  /// and north comes in to the next cells; of a column that is not `closed` as much leaves to the
  /// east as comes in (EdgeFluxes::into_last), and it does not `leap`.
  template <bool leap>
  [[gnu::flatten]] void advect_column(int f, const ScalarColumn& at, bool closed) const {
    const std::ptrdiff_t to_east = scalar(f).levels, to_north = scalar(f).row();
    const double* const per_mass = grid_.per_mass.data();
    const bool alone = is_alone(f);
    const double span = leap_.span, filter = leap_.filter, keep = 1 - 2 * filter;
    const FaceNumbers faces = work_.east;
    double through_bottom = 0;
    over_levels(0, levels_, [&]<class V>(int k) {
      const double* const east_face = faces.at<3 * Workspace::numbers>(k);
      const double* const north_face = east_face + Workspace::next_side;
      const double* const top_face = north_face + Workspace::next_side;
      const double* const then = at.then_past + k;
      __builtin_prefetch(then + 2 * to_north);
      __builtin_prefetch(then + 2 * to_east);
      __builtin_prefetch(then + to_north + to_east);
      __builtin_prefetch(then - to_north + to_east);
      __builtin_prefetch(at.then_next + k);
      __builtin_prefetch(at.then_now + k);
      const auto cells = ColumnCells<V>::of(at.past + k, to_east, to_north);
      const V from_west = load<V>(at.west + k), from_south = load<V>(at.south + k);
      const V top = flux(top_face, cells.round_top(), at.mixed, k, 1);
      const V north = flux(north_face, cells.round_north(), at.mixed, k, to_north);
      V east = from_west;
      if (leap || closed) east = flux(east_face, cells.round_east(), at.mixed, k, to_east);
      const V across =
          fused(shifted_in(through_bottom, top) - top, load<V>(per_mass + k), from_south - north);
      const V along = from_west - east;
      through_bottom = last_of(top);
      store(at.west + k, east);
      store(at.south + k, north);
      if constexpr (leap) {  // see LeapAlong
        const V leapt = fused(V{} + span, across + along, cells.here);
        store(at.next + k, leapt);
        store(at.now + k, fused(V{} + filter, leapt,
                                fused(V{} + filter, cells.here, keep * load<V>(at.now + k))));
      } else {
        store(at.next + k, ((alone ? V{} : load<V>(at.next + k)) + across) + along);
      }
    });
  }

  void east_fluxes(int f, int i, int j, double* fluxes) const {
    side_fluxes(work_.east, f, i, j, scalar(f).levels, scalar(f).row(), fluxes);
  }
  void north_fluxes(int f, int i, int j, double* fluxes) const {
    side_fluxes(work_.north, f, i, j, scalar(f).row(), scalar(f).levels, fluxes);
  }
  [[gnu::flatten]] void side_fluxes(const FaceNumbers& faces, int f, int i, int j,
                                    std::ptrdiff_t along, std::ptrdiff_t across,
                                    double* fluxes) const {
    const double* const q = scalar(f).column(i, j);
    const Mixed mixed = mixed_in(f, i, j);
    const double* const ahead = scalar(std::min(f + 1, fields() - 1)).column(i, j);
    over_levels(0, levels_, [&]<class V>(int k) {
      for (const std::ptrdiff_t beyond : {-along, 2 * along, across, along + across})
        __builtin_prefetch(ahead + beyond + k);
      const auto cells = FaceCells<V>::of(q + k, along, across, 1);
      store(fluxes + k, flux(faces.at(k), cells, mixed, k, along));
    });
  }

  Mixed mixed_in(int f, int i, int j) const {
    if (!mixing_.any() || mixing_.scalars.data() == scalars_.data()) return {mixing_.any()};
    return {true, mixing_.scalars[static_cast<std::size_t>(f)].column(i, j)};
  }

  /// What the wind carries less what goes back down the gradient of what is mixed.
  template <class V>
  static V flux(const double* face, const FaceCells<V>& cells, const Mixed& mixed, int k,
                std::ptrdiff_t along) {
    const V carried = Faces::flux(face, cells);
    if (!mixed.any) return carried;
    V difference = cells.next - cells.here;
    if (mixed.values != nullptr)
      difference = load<V>(mixed.values + along + k) - load<V>(mixed.values + k);
    return fused(-FaceNumbers::get<V>(face, Workspace::mixed), difference, carried);
  }

  void find_east_faces(int i, int j) const {
    scheme_.find_side_faces(work_.east, east_, i, j, dt_);
    find_side_mixing(work_.east, east_, i, j);
  }
  void find_north_faces(int i, int j) const {
    scheme_.find_side_faces(work_.north, north_, i, j, dt_);
    find_side_mixing(work_.north, north_, i, j);
  }
  /// Through the lid goes nothing.
  void find_top_faces(int i, int j) const {
    scheme_.find_top_faces(work_.top, wind_, i, j, dt_);
    if (mixing_.any()) {
      const double* const diffusivity = mixing_.diffusivity.column(i, j);
      over_levels(0, levels_ - 1, [&]<class V>(int k) {
        work_.top.set(Workspace::mixed, k,
                      load<V>(diffusivity + k + 1) * load<V>(grid_.rho_half.data() + k) *
                          load<V>(grid_.per_step.data() + k + 1));
      });
    }
    for (int n = 0; n < Workspace::numbers; ++n) work_.top.set(n, levels_ - 1, 0.);
  }
  void find_side_mixing(const FaceNumbers& faces, const SideFaces& side, int i, int j) const {
    if (!mixing_.any()) return;
    const double* const here = mixing_.diffusivity.column(i, j);
    const double* const next = mixing_.diffusivity.column(i + side.di, j + side.dj);
    const double per_area = 1 / (side.spacing * side.spacing);
    over_levels(0, levels_, [&]<class V>(int k) {
      faces.set(Workspace::mixed, k, per_area * between<V>(here, next, k));
    });
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
